/** Earnings of one owner and screen, one in each state, payouts, and somebody who can be paid. */
import { eq } from 'drizzle-orm';
import {
  earningAdjustments,
  earnings,
  payoutAccounts,
  payouts,
  tenants,
  users,
} from '../../../../../server/db/schema.ts';
import { EARNING_STATES, type EarningState } from '../../../../../shared/contract/sales/earning.ts';
import { uuid7 } from '../../../../../shared/random.ts';
import type { TestServer } from '../../server.ts';

const PAYOUTS = ['pending', 'processing'] as const;
const ACCOUNT = { holder: 'Owner of a cab', number: 'PT50000201231234567890154', bank: '' };
const MASKED = '•••• 0154';
/** By state, and who has an approved earning and an account. */
export type EarningRows = Record<EarningState | (typeof PAYOUTS)[number] | 'payee', string>;

interface Of {
  tenant_id: string;
  device_id: string;
  /** Somebody new where nobody is named. */
  owner_user_id?: string;
}
export async function addEarnings(
  { db, server }: Pick<TestServer, 'db' | 'server'>,
  { tenant_id, device_id, owner_user_id }: Of,
): Promise<EarningRows> {
  const now = server.clock.now();
  const newOwner = async () => {
    const id = uuid7(now);
    const role = 'device_owner' as const;
    await db.insert(users).values({ id, tenant_id, email: `${id}@owns.example`, role, status: 'active' });
    return id;
  };
  const [tenant] = await db.select().from(tenants).where(eq(tenants.id, tenant_id));
  const currency = tenant?.currency ?? 'EUR';
  const [owner, payee] = [owner_user_id ?? (await newOwner()), await newOwner()];
  const figures = { currency, fee_pct: 0, plays: 400, gross_minor: 100, net_minor: 100 };
  const earning = (of: string, state: EarningState, month: number) => ({
    ...{ ...figures, id: uuid7(now), tenant_id, device_id, owner_user_id: of, state },
    period: `2019-${String(month).padStart(2, '0')}`,
  });
  const rows = EARNING_STATES.map((state, nth) => earning(owner, state, nth + 1));
  await db.insert(earnings).values([...rows, earning(payee, 'approved', 1)]);
  await db.insert(earningAdjustments).values({
    ...{ id: uuid7(now), tenant_id, earning_id: rows[0]?.id ?? payee, amount_minor: 0 },
    ...{ reason: 'Counted by hand', created_at: new Date(now) },
  });
  const account = server.secret.wrap(Buffer.from(JSON.stringify(ACCOUNT)));
  await db.insert(payoutAccounts).values({
    ...{ user_id: payee, tenant_id, holder: ACCOUNT.holder, bank: '', masked: MASKED, account },
    ...{ changed_at: new Date(now), usable_from: new Date(now) },
  });
  const made = PAYOUTS.map(state => ({
    ...{ id: uuid7(now), tenant_id, owner_user_id: owner, state, currency, amount_minor: 100 },
    ...{ method: MASKED, account, earning_ids: [uuid7(now)] },
  }));
  await db.insert(payouts).values(made);
  const ids = Object.fromEntries([...rows, ...made].map(({ state, id }) => [state, id]));
  return { ...ids, payee } as EarningRows;
}
