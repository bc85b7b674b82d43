/** The credit of a dispute: credit notes of the invoices concerned, or an amount in the report of the partner. */
import { and, asc, eq, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import { UNPAID } from '../../../shared/contract/sales/billing/invoice.ts';
import { majorOf } from '../../../shared/i18n/format.ts';
import { minorOfCost } from '../../../shared/openrtb/auction/cost.ts';
import { uuid7 } from '../../../shared/random.ts';
import { rowsOf } from '../../db/rows.ts';
import { disputeCredits, invoices, type disputes } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import type { InvoiceRow } from '../billing/invoices.ts';
import { refuseField } from '../billing/lines.ts';
import { creditInvoice } from '../billing/settling.ts';
import { allocateCredit, allocatePlays, type CreditableLine, type CreditPart } from './allocate.ts';
import { playsToCredit } from './plays.ts';

type DisputeRow = typeof disputes.$inferSelect;
const REASON_MAX = 500;

/** Only what is not paid yet can be credited; all of it is named, so that a smaller part can be accepted. */
function requireWhole(rest: number, amount_minor: number, currency: string): void {
  if (rest > 0) refuseField('credit_minor', `Must be at most ${majorOf(amount_minor - rest, currency)}`);
}

/** Of the invoice that it names, or else of all that hold its campaign in that time. */
async function invoicesOf({ tx, tenant_id }: TransactionContext, row: DisputeRow): Promise<InvoiceRow[]> {
  const which =
    row.invoice_id === null
      ? sql`${invoices.lines} @> ${JSON.stringify([{ evidence: { campaign_id: row.campaign_id } }])}::jsonb`
      : eq(invoices.id, row.invoice_id);
  return tx
    .select()
    .from(invoices)
    .where(
      and(
        ...[eq(invoices.tenant_id, tenant_id), isNull(invoices.deleted_at), which],
        ...[inArray(invoices.state, [...UNPAID]), eq(invoices.currency, row.currency)],
      ),
    )
    .orderBy(asc(invoices.number));
}
const overlaps = (row: DisputeRow, from: string | null, to: string | null) =>
  from === null ||
  to === null ||
  row.from === null ||
  row.to === null ||
  (Date.parse(from) < row.to.getTime() && Date.parse(to) > row.from.getTime());

async function linesOf(
  ctx: TransactionContext,
  row: DisputeRow,
): Promise<(CreditableLine & { text: string })[]> {
  const concerned = (await invoicesOf(ctx, row)).flatMap(({ id, left_minor, lines }) =>
    lines
      .filter(line => line.net_minor > 0 && (row.line_id === null || line.id === row.line_id))
      .filter(({ evidence }) =>
        row.campaign_id === null
          ? true
          : evidence?.campaign_id === row.campaign_id && overlaps(row, evidence.from, evidence.to),
      )
      .map(line => ({
        ...{ invoice_id: id, line_id: line.id, net_minor: line.net_minor, tax_pct: line.tax_pct },
        ...{ left_minor, text: line.text },
      })),
  );
  if (concerned.length === 0) return [];
  const before = await ctx.tx
    .select({
      line_id: disputeCredits.line_id,
      sum: sql<number>`sum(${disputeCredits.amount_minor})::float8`,
    })
    .from(disputeCredits)
    .where(
      and(
        eq(disputeCredits.tenant_id, ctx.tenant_id),
        inArray(
          disputeCredits.line_id,
          concerned.map(line => line.line_id),
        ),
      ),
    )
    .groupBy(disputeCredits.line_id);
  const credited = new Map(before.map(({ line_id, sum }) => [line_id, sum]));
  return concerned.map(line => ({ ...line, credited_minor: credited.get(line.line_id) ?? 0 }));
}

const valuesOf = (ctx: TransactionContext, row: DisputeRow) => ({
  ...{ id: uuid7(ctx.now), tenant_id: ctx.tenant_id, dispute_id: row.id, at: dateOf(ctx.now) },
  ...{ currency: row.currency, from: row.from, to: row.to },
});

type Part = CreditPart & { plays?: number };
interface Notes {
  parts: readonly Part[];
  texts: ReadonlyMap<string, string>;
  reason: string;
}
/** One credit note of each invoice; a line whose plays cost nothing is on none. */
async function giveNotes(ctx: TransactionContext, row: DisputeRow, { parts, texts, reason }: Notes) {
  for (const id of new Set(parts.map(part => part.invoice_id))) {
    const ofInvoice = parts.filter(part => part.invoice_id === id && part.net_minor > 0);
    if (ofInvoice.length === 0) continue;
    const note = { ...ctx.auditNote };
    const { credit_notes } = await creditInvoice(ctx, {
      ...{ id, reason: reason.slice(0, REASON_MAX) },
      lines: ofInvoice.map(({ line_id, net_minor, tax_pct, plays }) => ({
        ...{ text: texts.get(line_id) ?? row.subject, net_minor, tax_pct },
        ...(plays !== undefined && { plays }),
      })),
    });
    ctx.auditNote = note;
    const made = credit_notes.at(-1);
    for (const { line_id, net_minor, plays = null } of ofInvoice)
      await ctx.tx.insert(disputeCredits).values({
        ...{ ...valuesOf(ctx, row), invoice_id: id, line_id, amount_minor: net_minor, plays },
        ...{ credit_note_id: made?.id ?? null, number: made?.number ?? null },
      });
  }
}
const textsOf = (lines: readonly { line_id: string; text: string }[]) =>
  new Map(lines.map(({ line_id, text }) => [line_id, text]));

async function creditLines(ctx: TransactionContext, row: DisputeRow, amount: number, reason: string) {
  const lines = await linesOf(ctx, row);
  const { parts, rest } = allocateCredit(amount, lines);
  requireWhole(rest, amount, row.currency);
  await giveNotes(ctx, row, { parts, texts: textsOf(lines), reason });
}

/** All that it is about and that was not credited before, play by play. Whoever calls it holds the books; the amount is before tax. */
export async function creditPlays(ctx: TransactionContext, row: DisputeRow, reason: string): Promise<number> {
  const wanted = await playsToCredit(ctx, row);
  const amount = wanted.reduce((sum, { amount_minor }) => sum + amount_minor, 0);
  if (amount === 0) refuseField('decision', 'Nothing is left to credit of its plays.');
  const lines = await linesOf(ctx, row);
  const { parts, rest } = allocatePlays(wanted, lines);
  requireWhole(rest, amount, row.currency);
  await giveNotes(ctx, row, { parts, texts: textsOf(lines), reason });
  return amount;
}

/** What was billed to the partner in this time, less what was credited of any part of it. */
async function creditableOf({ tx, tenant_id }: TransactionContext, row: DisputeRow): Promise<number> {
  const { partner_id, dealid, play_id, currency, from, to } = row;
  if (partner_id === null || from === null || to === null) return 0;
  const [billed] = rowsOf<{ cost: string }>(
    await tx.execute(sql`
      select coalesce(sum(coalesce(a.clearing_micros, b.price_micros)::numeric * b.multiplier * 10000), 0)
        ::numeric(60, 0)::text as cost
      from bids b join auctions a on a.id = b.auction_id
      where b.tenant_id = ${tenant_id} and b.partner_id = ${partner_id} and b.billable_at is not null
        and a.status <> 'test' and a.cur = ${currency} and (${dealid}::text is null or b.dealid = ${dealid})
        and (${play_id}::uuid is null or b.play_id = ${play_id}::uuid)
        and b.played_at >= ${from.toISOString()}::timestamptz and b.played_at < ${to.toISOString()}::timestamptz`),
  );
  const [before] = await tx
    .select({ sum: sql<number>`coalesce(sum(${disputeCredits.amount_minor}), 0)::float8` })
    .from(disputeCredits)
    .where(
      and(
        ...[eq(disputeCredits.tenant_id, tenant_id), eq(disputeCredits.partner_id, partner_id)],
        ...[eq(disputeCredits.currency, currency), lt(disputeCredits.from, to), gt(disputeCredits.to, from)],
        dealid === null ? undefined : or(isNull(disputeCredits.dealid), eq(disputeCredits.dealid, dealid)),
      ),
    );
  return Math.max(0, minorOfCost(BigInt(billed?.cost ?? '0'), currency) - (before?.sum ?? 0));
}
async function creditPartner(ctx: TransactionContext, row: DisputeRow, amount: number) {
  requireWhole(amount - Math.min(amount, await creditableOf(ctx, row)), amount, row.currency);
  await ctx.tx.insert(disputeCredits).values({
    ...{ ...valuesOf(ctx, row), partner_id: row.partner_id, dealid: row.dealid, amount_minor: amount },
  });
}

/** Whoever calls it holds the books, so that two disputes of one line wait for each other. */
export const creditDispute = (
  ctx: TransactionContext,
  row: DisputeRow,
  { amount_minor, reason }: { amount_minor: number; reason: string },
): Promise<void> =>
  row.scope === 'partner'
    ? creditPartner(ctx, row, amount_minor)
    : creditLines(ctx, row, amount_minor, reason);
