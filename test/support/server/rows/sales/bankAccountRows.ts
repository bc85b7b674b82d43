import { bankAccounts } from '../../../../../server/db/schema.ts';
import type { TestServer } from '../../server.ts';

export const addBankAccount = ({ db }: Pick<TestServer, 'db'>, tenant_id: string) =>
  db.insert(bankAccounts).values({
    ...{ tenant_id, holder: 'Taxi fleet', number: 'PT50000201231234567890154', bank: '' },
    ...{ version: 1, updated_at: new Date() },
  });
