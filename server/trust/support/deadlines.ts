/** By when a new ticket is to be answered and resolved, in the office hours of the platform. */
import { eq } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import { FIRST_ANSWER_HOURS, RESOLVE_HOURS } from '../../../shared/contract/trust/ticket.ts';
import { withLookUp } from '../../db/tenantTransactions.ts';
import { tenants } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { officeDeadline } from './officeHours.ts';

/** Read by a look-up: a transaction of another tenant does not see the platform's row. */
export async function platformZone({ tx }: Pick<TransactionContext, 'tx'>): Promise<string> {
  const [platform] = await withLookUp(tx, 'sign_in', () =>
    tx.select({ tz: tenants.tz }).from(tenants).where(eq(tenants.kind, 'platform')),
  );
  return platform?.tz ?? 'UTC';
}

export async function deadlinesOf(ctx: Pick<TransactionContext, 'tx' | 'now'>) {
  const tz = await platformZone(ctx);
  return {
    first_due_at: dateOf(officeDeadline(ctx.now, FIRST_ANSWER_HOURS, tz)),
    resolve_due_at: dateOf(officeDeadline(ctx.now, RESOLVE_HOURS, tz)),
  };
}
