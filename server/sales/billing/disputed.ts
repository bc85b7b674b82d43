/** Which invoices are disputed: by a dispute of the whole or of a line that nobody has decided yet. */
import { and, eq, inArray, isNull, or } from 'drizzle-orm';
import { UNDECIDED } from '../../../shared/contract/sales/dispute.ts';
import { refusedBy } from '../../../shared/contract/sales/refusals.ts';
import { disputes, invoices } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';

const isUndecided = ({ tenant_id }: Pick<TransactionContext, 'tenant_id'>) =>
  and(
    eq(disputes.tenant_id, tenant_id),
    inArray(disputes.state, [...UNDECIDED]),
    isNull(disputes.deleted_at),
  );

export async function disputedInvoices(
  ctx: Pick<TransactionContext, 'tx' | 'tenant_id'>,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await ctx.tx
    .select({ id: disputes.invoice_id })
    .from(disputes)
    .where(and(isUndecided(ctx), inArray(disputes.invoice_id, [...ids])));
  return new Set(rows.flatMap(({ id }) => id ?? []));
}

/** One line has one open dispute; one of the whole invoice is one of each line. Two that come at once wait for each other. */
export async function requireUndisputed(
  ctx: TransactionContext,
  { invoice_id, line_id }: { invoice_id: string; line_id: string | null },
): Promise<void> {
  await ctx.tx.select({ id: invoices.id }).from(invoices).where(eq(invoices.id, invoice_id)).for('update');
  const isSameLine =
    line_id === null ? undefined : or(isNull(disputes.line_id), eq(disputes.line_id, line_id));
  const [open] = await ctx.tx
    .select({ id: disputes.id })
    .from(disputes)
    .where(and(isUndecided(ctx), eq(disputes.invoice_id, invoice_id), isSameLine))
    .limit(1);
  if (open)
    throw refusedBy('in_dispute', 'It is disputed already: the open dispute is decided first.', {
      dispute_id: open.id,
    });
}
