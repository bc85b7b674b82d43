/** What invoices, credits and disputes say of plays: read where it is written, so that it is true whatever happens to them. */
import { and, eq, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm';
import { UNDECIDED } from '../../../shared/contract/sales/dispute.ts';
import { disputeCredits, disputes, invoices } from '../../db/schema.ts';
import type { AccountState } from '../../../shared/contract/proof/play.ts';
import { soldStates } from './sold.ts';
import { apart, playsOfLine, type CoveredPlays } from './coverage.ts';
import type { TransactionContext } from '../../transaction/context.ts';

/** Plays of a line of an invoice that was sent. */
export interface InvoicedPlays extends CoveredPlays {
  invoice_id: string;
  invoice: string;
  line_id: string;
  /** ms */
  sent_at: number;
  net_minor: number;
  tax_pct: number;
  currency: string;
  text: string;
}
/** Of the plays of a line those of a time, or one alone. */
export interface MarkedPlays {
  kind: 'credited' | 'disputed';
  line_id: string;
  play_id: string | null;
  /** ms; `to` is exclusive. */
  from: number;
  to: number;
  credit_note: string | null;
}
export interface Account {
  invoiced: readonly InvoicedPlays[];
  marks: readonly MarkedPlays[];
  /** By their ids: plays that a partner has paid for, where it is known which campaigns are asked for. */
  sold: ReadonlyMap<string, AccountState>;
}
export const NO_ACCOUNT: Account = { invoiced: [], marks: [], sold: new Map() };

/** What a dispute is about. */
export interface Disputed {
  campaign_id: string | null;
  invoice_id: string | null;
  line_id: string | null;
  from: Date | null;
  to: Date | null;
  created_at: Date;
}
/** What was sent later is not disputed by it, and none of it is credited. */
export const isAbout = (dispute: Disputed, line: InvoicedPlays): boolean =>
  line.sent_at <= dispute.created_at.getTime() &&
  (dispute.campaign_id === null || dispute.campaign_id === line.campaign_id) &&
  (dispute.invoice_id === null || dispute.invoice_id === line.invoice_id) &&
  (dispute.line_id === null || dispute.line_id === line.line_id);

/** The part of a line's time that lies within another. */
export const within = (line: InvoicedPlays, { from, to }: Pick<Disputed, 'from' | 'to'>) => ({
  from: Math.max(line.from, from?.getTime() ?? line.from),
  to: Math.min(line.to, to?.getTime() ?? line.to),
});

/** Which plays are asked for: those of these campaigns alone, or of a time; UTC ISO-8601. */
export interface PlayBounds {
  campaign_ids?: readonly string[] | undefined;
  from?: string | undefined;
  to?: string | undefined;
}
/** Invoices of years whose plays are deleted or lie in another time say nothing of these: they are not even read. */
const holdsPlays = (tenant_id: string, { from, to }: PlayBounds) => sql`exists (
  select 1 from jsonb_array_elements(${invoices.lines}) l join plays p
    on p.campaign_id = (l #>> '{evidence,campaign_id}')::uuid
    and p.started_at >= (l #>> '{evidence,from}')::timestamptz
    and p.started_at < (l #>> '{evidence,to}')::timestamptz
  where p.tenant_id = ${tenant_id} and p.started_at >= coalesce(${from ?? null}::timestamptz, '-infinity')
    and p.started_at < coalesce(${to ?? null}::timestamptz, 'infinity'))`;

/** Drafts hold plays that are on no other invoice, but are not billed yet. */
async function invoicedPlays(
  { tx, tenant_id }: TransactionContext,
  bounds: PlayBounds,
): Promise<InvoicedPlays[]> {
  const { campaign_ids } = bounds;
  const rows = await tx
    .select()
    .from(invoices)
    .where(
      and(
        ...[eq(invoices.tenant_id, tenant_id), ne(invoices.state, 'void'), isNull(invoices.deleted_at)],
        campaign_ids
          ? or(
              ...campaign_ids.map(
                campaign_id =>
                  sql`${invoices.lines} @> ${JSON.stringify([{ evidence: { campaign_id } }])}::jsonb`,
              ),
            )
          : holdsPlays(tenant_id, bounds),
      ),
    );
  const lines = rows.flatMap(({ id: invoice_id, number, currency, created_at, sent_at, lines }) =>
    lines.flatMap(line =>
      playsOfLine(line, created_at.getTime()).map(plays => ({
        ...plays,
        ...{ invoice_id, invoice: number, sent_at: (sent_at ?? created_at).getTime(), currency },
        ...{ line_id: line.id, net_minor: line.net_minor, tax_pct: line.tax_pct, text: line.text },
      })),
    ),
  );
  return apart(lines).flatMap(line => (line.invoice === null ? [] : [{ ...line, invoice: line.invoice }]));
}

/** Of the campaigns on the invoice that a dispute is about; undefined: it names none. */
export async function disputedCampaigns(
  { tx, tenant_id }: TransactionContext,
  { campaign_id, invoice_id }: Pick<Disputed, 'campaign_id' | 'invoice_id'>,
): Promise<readonly string[] | undefined> {
  if (campaign_id !== null) return [campaign_id];
  if (invoice_id === null) return undefined;
  const [row] = await tx
    .select({ lines: invoices.lines })
    .from(invoices)
    .where(and(eq(invoices.tenant_id, tenant_id), eq(invoices.id, invoice_id)));
  return [...new Set((row?.lines ?? []).flatMap(({ evidence }) => evidence?.campaign_id ?? []))];
}

export async function accountOf(ctx: TransactionContext, bounds: PlayBounds): Promise<Account> {
  const { campaign_ids } = bounds;
  if (campaign_ids?.length === 0) return NO_ACCOUNT;
  const invoiced = await invoicedPlays(ctx, bounds);
  const sold = campaign_ids ? await soldStates(ctx, campaign_ids) : NO_ACCOUNT.sold;
  if (invoiced.length === 0) return { ...NO_ACCOUNT, sold };
  return { invoiced, sold, marks: [...(await creditedMarks(ctx)), ...(await disputedMarks(ctx, invoiced))] };
}

async function creditedMarks({ tx, tenant_id }: TransactionContext): Promise<MarkedPlays[]> {
  const rows = await tx
    .select({
      ...{ line_id: disputeCredits.line_id, from: disputeCredits.from, to: disputeCredits.to },
      ...{ credit_note: disputeCredits.number, play_id: disputes.play_id },
    })
    .from(disputeCredits)
    .innerJoin(disputes, eq(disputes.id, disputeCredits.dispute_id))
    .where(and(eq(disputeCredits.tenant_id, tenant_id), isNotNull(disputeCredits.plays)));
  return rows.flatMap(({ line_id, from, to, ...row }) =>
    line_id === null || from === null || to === null
      ? []
      : [{ kind: 'credited' as const, line_id, from: from.getTime(), to: to.getTime(), ...row }],
  );
}

async function disputedMarks(
  { tx, tenant_id }: TransactionContext,
  invoiced: readonly InvoicedPlays[],
): Promise<MarkedPlays[]> {
  const rows = await tx
    .select()
    .from(disputes)
    .where(
      and(
        ...[eq(disputes.tenant_id, tenant_id), inArray(disputes.state, [...UNDECIDED])],
        ...[ne(disputes.scope, 'partner'), isNull(disputes.deleted_at)],
      ),
    );
  return rows.flatMap(row =>
    invoiced
      .filter(line => isAbout(row, line))
      .map(line => ({
        ...{ kind: 'disputed' as const, line_id: line.line_id, play_id: row.play_id, credit_note: null },
        ...within(line, row),
      }))
      .filter(({ from, to }) => from < to),
  );
}
