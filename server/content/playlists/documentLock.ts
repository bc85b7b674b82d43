import { sql } from 'drizzle-orm';
import type { TransactionContext } from '../../transaction/context.ts';

/**
 * One transaction at a time makes documents of a tenant, so that a reissue sees each version that is published, and a
 * publish each file that was taken off. Taken before any playlist is locked.
 */
export const lockDocuments = ({ tx, tenant_id }: TransactionContext) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`documents ${tenant_id}`}, 0))`);
