/** From the draft to the day it is due: numbered and frozen, voided, overdue. */
import { and, eq, isNull, lt } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import {
  DUE_D,
  invoices as entity,
  type InvoiceDetail,
} from '../../../shared/contract/sales/billing/invoice.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import type { Db } from '../../db/database.ts';
import { requireFound, requireVersion } from '../../db/rows.ts';
import { invoices } from '../../db/schema.ts';
import { requireState } from '../../resource/repository.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { lockBooks, nextNumber } from '../numbers.ts';
import { findInvoice, readInvoice, sellerNow, writeInvoice, type InvoiceRow } from './invoices.ts';

const DAY_MS = 86_400_000;

export async function lockStanding(ctx: TransactionContext, id: string): Promise<InvoiceRow> {
  const row = await findInvoice(ctx, id, { lock: true });
  if (row.deleted_at !== null) requireFound(null, 'invoice');
  return row;
}

/** `expected`: the version that was looked at. */
export async function sendInvoice(
  ctx: TransactionContext,
  id: string,
  expected: number | null,
): Promise<InvoiceDetail> {
  await lockBooks(ctx.tx, ctx.tenant_id);
  const row = await lockStanding(ctx, id);
  requireState(entity.actions.send, row.state);
  if (expected !== null && row.version !== expected) requireVersion(await readInvoice(ctx, id), expected);
  if (row.total_minor <= 0)
    throw new AppError('RULE', 'There is nothing to be paid: the total is not above 0.', {
      total_minor: row.total_minor,
    });
  const { currency: _currency, ...seller } = await sellerNow(ctx);
  return writeInvoice(ctx, row, {
    ...{ state: entity.actions.send.to, seller, number: await nextNumber(ctx.tx, 'invoice', ctx) },
    ...{ sent_at: dateOf(ctx.now), due_at: dateOf(ctx.now + DUE_D * DAY_MS) },
  });
}

/** What was paid or credited has to stay where it is. */
export async function voidInvoice(
  ctx: TransactionContext,
  { id, reason }: { id: string; reason: string },
): Promise<InvoiceDetail> {
  const row = await lockStanding(ctx, id);
  requireState(entity.actions.void, row.state);
  if (row.paid_minor > 0 || row.credited_minor > 0)
    throw new AppError('RULE', 'Something of it was paid or credited: credit the rest instead.', {
      paid_minor: row.paid_minor,
      credited_minor: row.credited_minor,
    });
  return writeInvoice(ctx, row, { state: entity.actions.void.to, reason, left_minor: 0 });
}

/** By itself, with the hourly sweep. */
export async function markOverdue(tx: Db, now: number): Promise<void> {
  const due = await tx
    .select({ id: invoices.id, version: invoices.version })
    .from(invoices)
    .where(and(eq(invoices.state, 'open'), lt(invoices.due_at, dateOf(now)), isNull(invoices.deleted_at)))
    .for('update');
  for (const { id, version } of due)
    await tx
      .update(invoices)
      .set({ state: 'overdue', version: version + 1, updated_at: dateOf(now) })
      .where(eq(invoices.id, id));
}
