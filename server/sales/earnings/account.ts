/** The account an owner is paid to: sealed where it lies, masked where it is shown, and a week old before it is used. */
import { and, eq } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import {
  ACCOUNT_WAIT_D,
  type changePayoutAccount,
  type PayoutAccount,
} from '../../../shared/contract/sales/payout.ts';
import type { Body } from '../../../shared/contract/wire/endpoint.ts';
import { requireFound, requireVersion } from '../../db/rows.ts';
import { payoutAccounts } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { mailAccountChanged } from './earningMail.ts';
import { lockTerms } from './rows.ts';

const DAY_MS = 86_400_000;
const SHOWN_CHARS = 4;
const NONE: PayoutAccount = {
  ...{ version: 0, holder: null, masked: null, bank: null, changed_at: null, usable_from: null },
};
export const maskOf = (number: string) => `•••• ${number.slice(-Math.min(SHOWN_CHARS, number.length - 2))}`;

/** There is nobody's but one's own. */
export async function readAccount(ctx: TransactionContext): Promise<PayoutAccount> {
  const [row] = await ctx.tx
    .select()
    .from(payoutAccounts)
    .where(
      and(
        eq(payoutAccounts.user_id, requireFound(ctx.user_id, 'owner')),
        eq(payoutAccounts.tenant_id, ctx.tenant_id),
      ),
    );
  if (!row) return NONE;
  return {
    ...{ version: row.version, holder: row.holder, masked: row.masked, bank: row.bank },
    changed_at: row.changed_at.toISOString(),
    usable_from: row.usable_from.toISOString(),
  };
}

export async function changeAccount(
  ctx: TransactionContext,
  expected: number,
  body: Body<typeof changePayoutAccount>,
): Promise<PayoutAccount> {
  const { tx, tenant_id, server, now } = ctx;
  const user_id = requireFound(ctx.user_id, 'owner');
  await lockTerms(ctx);
  const before = await readAccount(ctx);
  requireVersion(before, expected);
  const set = {
    ...{ tenant_id, holder: body.holder, bank: body.bank, masked: maskOf(body.number) },
    account: server.secret.wrap(Buffer.from(JSON.stringify(body))),
    ...{ version: before.version + 1, changed_at: dateOf(now) },
    usable_from: dateOf(now + ACCOUNT_WAIT_D * DAY_MS),
  };
  await tx
    .insert(payoutAccounts)
    .values({ ...set, user_id })
    .onConflictDoUpdate({ target: payoutAccounts.user_id, set });
  const after = await readAccount(ctx);
  ctx.auditNote.before = { ...before };
  /** The number itself stands in no log. */
  ctx.auditNote.after = { ...after };
  ctx.auditNote.target_name = after.masked;
  await mailAccountChanged(ctx, user_id, after);
  return after;
}
