/** The credit of a dispute: credit notes of the invoices concerned, or an amount in the report of the partner. */
import { and, asc, eq, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import { UNPAID } from '../../../shared/contract/sales/billing/invoice.ts';
import type { InvoiceLine } from '../../../shared/contract/sales/billing/invoiceLine.ts';
import { majorOf } from '../../../shared/i18n/format.ts';
import { minorOfCost } from '../../../shared/openrtb/auction/cost.ts';
import { uuid7 } from '../../../shared/random.ts';
import { rowsOf } from '../../db/rows.ts';
import { creditNotes, disputeCredits, invoices, type disputes } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { creditableByRate } from '../billing/creditable.ts';
import type { InvoiceRow } from '../billing/invoices.ts';
import { refuseField } from '../billing/lines.ts';
import { inNumberOrder } from '../numbers.ts';
import { creditInvoice } from '../billing/settling.ts';
import { allocateCredit, allocatePlays, type CreditableLine, type CreditPart } from './allocate.ts';
import { creditsOf, playsToCredit } from './plays.ts';

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
    .orderBy(asc(inNumberOrder(invoices.number)));
}
const overlaps = (row: DisputeRow, from: string | null, to: string | null) =>
  from === null ||
  to === null ||
  row.from === null ||
  row.to === null ||
  (Date.parse(from) < row.to.getTime() && Date.parse(to) > row.from.getTime());
const holdsWhole = ({ play_id, from, to }: DisputeRow, { evidence }: InvoiceLine) =>
  play_id === null &&
  (from === null || !evidence?.from || from.getTime() <= Date.parse(evidence.from)) &&
  (to === null || !evidence?.to || to.getTime() >= Date.parse(evidence.to));

/** Of these invoices; `by_hand`: no dispute gave it. */
const notesOf = ({ tx }: TransactionContext, rows: readonly InvoiceRow[]) =>
  tx
    .select({
      ...{ invoice_id: creditNotes.invoice_id, lines: creditNotes.lines },
      by_hand: sql<boolean>`not exists (select 1 from dispute_credits c where c.credit_note_id = credit_notes.id)`,
    })
    .from(creditNotes)
    .where(
      inArray(
        creditNotes.invoice_id,
        rows.map(({ id }) => id),
      ),
    );
type Note = Awaited<ReturnType<typeof notesOf>>[number];

/** Of an invoice what was credited by hand, before tax. A note names no line: it may be for any, unless it says the text of another. */
function creditedByHand(
  { lines }: InvoiceRow,
  notes: readonly Note[],
  isConcerned: (line: InvoiceLine) => boolean,
): number {
  const concerned = new Set(lines.filter(isConcerned).map(line => line.text));
  const others = new Set(lines.map(line => line.text).filter(text => !concerned.has(text)));
  return notes
    .filter(({ by_hand }) => by_hand)
    .flatMap(note => note.lines.filter(({ text }) => !others.has(text)))
    .reduce((total, { net_minor }) => total + net_minor, 0);
}

interface ConcernedLine extends CreditableLine {
  text: string;
  /** The dispute is about all of it, not about some of its plays. */
  is_whole: boolean;
}
async function linesOf(ctx: TransactionContext, row: DisputeRow): Promise<ConcernedLine[]> {
  const isConcerned = ({ id, net_minor, evidence }: InvoiceLine) =>
    net_minor > 0 &&
    (row.line_id === null || id === row.line_id) &&
    (row.campaign_id === null ||
      (evidence?.campaign_id === row.campaign_id && overlaps(row, evidence.from, evidence.to)));
  const rows = await invoicesOf(ctx, row);
  const concerned = rows.flatMap(({ lines }) => lines.filter(isConcerned));
  if (concerned.length === 0) return [];
  const notes = await notesOf(ctx, rows);
  const credits = await creditsOf(
    ctx,
    concerned.map(({ id }) => id),
  );
  const uncredited = ({ id, net_minor }: InvoiceLine) =>
    credits
      .filter(({ line_id }) => line_id === id)
      .reduce((left, { amount_minor }) => left - amount_minor, net_minor);
  return rows.flatMap(invoice => {
    const { id: invoice_id, left_minor, lines } = invoice;
    const creditedBefore = notes.filter(note => note.invoice_id === invoice_id);
    const ofInvoice = lines.filter(isConcerned);
    const of_lines_minor =
      ofInvoice.reduce((sum, line) => sum + uncredited(line), 0) -
      creditedByHand(invoice, creditedBefore, isConcerned);
    const creditable = creditableByRate(
      lines,
      creditedBefore.flatMap(note => note.lines),
    );
    return ofInvoice.map(line => ({
      ...{ invoice_id, line_id: line.id, creditable_minor: uncredited(line), of_lines_minor },
      ...{ tax_pct: line.tax_pct, left_minor, text: line.text, is_whole: holdsWhole(row, line) },
      of_rate: creditable.get(line.tax_pct) ?? { net_minor: 0, tax_minor: 0 },
    }));
  });
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
/** One credit note of each invoice; a line whose plays cost nothing is on none, and they are credited all the same. */
async function giveNotes(ctx: TransactionContext, row: DisputeRow, { parts, texts, reason }: Notes) {
  for (const id of new Set(parts.map(part => part.invoice_id))) {
    const ofInvoice = parts.filter(part => part.invoice_id === id);
    const made = await giveNote(ctx, row, {
      parts: ofInvoice.filter(part => part.net_minor > 0),
      texts,
      reason,
    });
    for (const { line_id, net_minor, plays = null } of ofInvoice) {
      const note = net_minor > 0 ? made : undefined;
      await ctx.tx.insert(disputeCredits).values({
        ...{ ...valuesOf(ctx, row), invoice_id: id, line_id, amount_minor: net_minor, plays },
        ...{ credit_note_id: note?.id ?? null, number: note?.number ?? null },
      });
    }
  }
}
async function giveNote(ctx: TransactionContext, row: DisputeRow, { parts, texts, reason }: Notes) {
  const [first] = parts;
  if (!first) return undefined;
  const note = { ...ctx.auditNote };
  const made = await creditInvoice(ctx, {
    ...{ id: first.invoice_id, reason: reason.slice(0, REASON_MAX) },
    lines: parts.map(({ line_id, net_minor, tax_pct, plays }) => ({
      ...{ text: texts.get(line_id) ?? row.subject, net_minor, tax_pct },
      ...(plays !== undefined && { plays }),
    })),
  });
  ctx.auditNote = note;
  return made;
}
const textsOf = (lines: readonly { line_id: string; text: string }[]) =>
  new Map(lines.map(({ line_id, text }) => [line_id, text]));

/** Of a line that it is about in part no more than those plays cost which are not credited yet. */
async function withinPlays(ctx: TransactionContext, row: DisputeRow, lines: readonly ConcernedLine[]) {
  if (lines.every(({ is_whole }) => is_whole)) return lines;
  const found = await playsToCredit(ctx, { ...row, created_at: dateOf(ctx.now) });
  const costs = new Map(found.map(({ line_id, amount_minor }) => [line_id, amount_minor]));
  return lines.map(line =>
    line.is_whole
      ? line
      : { ...line, creditable_minor: Math.min(line.creditable_minor, costs.get(line.line_id) ?? 0) },
  );
}
async function creditLines(ctx: TransactionContext, row: DisputeRow, amount: number, reason: string) {
  const lines = await withinPlays(ctx, row, await linesOf(ctx, row));
  const { parts, rest } = allocateCredit(amount, lines);
  requireWhole(rest, amount, row.currency);
  await giveNotes(ctx, row, { parts, texts: textsOf(lines), reason });
}

/**
 * All that it is about and that was not credited before, play by play: none of them is left out in silence. What of
 * them can still be credited can be accepted as a part. Whoever calls it holds the books; the amount is before tax.
 */
export async function creditPlays(ctx: TransactionContext, row: DisputeRow, reason: string): Promise<number> {
  const wanted = await playsToCredit(ctx, row);
  if (wanted.length === 0) refuseField('decision', 'Nothing is left to credit of its plays.');
  const lines = await linesOf(ctx, row);
  const { parts, short } = allocatePlays(wanted, lines);
  for (const { invoice, most_minor } of short)
    refuseField('decision', `Of ${invoice} at most ${majorOf(most_minor, row.currency)} can be credited`);
  await giveNotes(ctx, row, { parts, texts: textsOf(lines), reason });
  return parts.reduce((sum, { net_minor }) => sum + net_minor, 0);
}

/** What was billed to the partner in this time, less what was credited of any part of it. */
async function creditableOf({ tx, tenant_id }: TransactionContext, row: DisputeRow) {
  const { partner_id, dealid, play_id, currency, from, to } = row;
  if (partner_id === null || from === null || to === null) return { left_minor: 0, plays: 0 };
  const [billed] = rowsOf<{ cost: string; plays: number }>(
    await tx.execute(sql`
      select coalesce(sum(coalesce(a.clearing_micros, b.price_micros)::numeric * b.multiplier * 10000), 0)
        ::numeric(60, 0)::text as cost, count(b.play_id)::int as plays
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
  const cost_minor = minorOfCost(BigInt(billed?.cost ?? '0'), currency);
  return { left_minor: Math.max(0, cost_minor - (before?.sum ?? 0)), plays: billed?.plays ?? 0 };
}
async function creditPartner(ctx: TransactionContext, row: DisputeRow, amount: number) {
  const { left_minor, plays } = await creditableOf(ctx, row);
  requireWhole(amount - Math.min(amount, left_minor), amount, row.currency);
  await ctx.tx.insert(disputeCredits).values({
    ...{ ...valuesOf(ctx, row), partner_id: row.partner_id, dealid: row.dealid, amount_minor: amount },
    /** Nothing is left of what they cost: each of them is credited. A part is for none of them. */
    plays: amount === left_minor ? plays : null,
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
