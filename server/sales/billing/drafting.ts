/** What of a customer's plays and contracts no invoice has yet, as lines of a draft. */
import { and, eq, inArray, isNull, ne, or, sql, type SQL } from 'drizzle-orm';
import { instant } from '../../../shared/clock.ts';
import type { Evidence, InvoiceLine } from '../../../shared/contract/sales/billing/invoiceLine.ts';
import { dayStart, majorOf } from '../../../shared/i18n/format.ts';
import { uuid7 } from '../../../shared/random.ts';
import { cutoffOf } from '../../../shared/retention/cutoff.ts';
import { rowsOf } from '../../db/rows.ts';
import { campaigns, contracts, invoices, tenants } from '../../db/schema.ts';
import { isDelivered } from '../../proof/delivered.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { SETTLED_MS } from '../../proof/analytics/rollUp.ts';
import {
  countedUntil,
  coveredPlays,
  overlaps,
  playsOfLine,
  uncovered,
  type CoveredPlays,
  type Span,
} from '../../proof/account/coverage.ts';
import { inNumberOrder } from '../numbers.ts';
import { soldPrice } from '../soldPrice.ts';
import { pricedLine, refuseField } from './lines.ts';

const DAY_MS = 86_400_000;
/** What came in later than that is not looked for. */
const LATE_MS = 400 * DAY_MS;

export interface Wanted {
  customer_name: string;
  period_from: string;
  period_to: string;
  currency: string;
  tax_pct: number;
}
interface Counted extends Span {
  campaign_id: string;
  name: string;
  price_micros: number;
  kind: 'plays' | 'late_plays';
  plays: number;
  /** Received before then. */
  until: number;
  received: readonly Span[];
}

const sameName = (column: SQL, name: string) => sql`lower(${column}) = lower(${name})`;
const holds = (evidence: Partial<Evidence>) =>
  sql`${invoices.lines} @> ${JSON.stringify([{ evidence }])}::jsonb`;

/** What stands: drafts and what was sent, not what was voided or deleted. */
const standing = ({ tx, tenant_id }: TransactionContext, which: SQL, except: string | null = null) =>
  tx
    .select({ lines: invoices.lines, created_at: invoices.created_at })
    .from(invoices)
    .where(
      and(
        eq(invoices.tenant_id, tenant_id),
        ne(invoices.state, 'void'),
        isNull(invoices.deleted_at),
        except === null ? undefined : ne(invoices.id, except),
        which,
      ),
    );
const linesOf = (rows: readonly { lines: InvoiceLine[] }[]) => rows.flatMap(({ lines }) => lines);
const playsOf = ({ lines, created_at }: { lines: readonly InvoiceLine[]; created_at: Date }) =>
  lines.flatMap(line => playsOfLine(line, created_at.getTime()));
const holdsAnyOf = (key: 'campaign_id' | 'contract_id', ids: readonly string[]): SQL =>
  or(...ids.map(id => holds({ [key]: id }))) ?? sql`false`;

/** The rule by which plays count everywhere, for each of these times. */
async function countPlays(
  { tx, tenant_id }: TransactionContext,
  spans: readonly (Span & { campaign_id: string; until: number })[],
): Promise<number[]> {
  if (spans.length === 0) return [];
  const numbered = spans.map(({ campaign_id, from, to, until }, n) => ({
    ...{ n, campaign_id, from_at: instant(from), to_at: instant(to), until: instant(until) },
  }));
  const rows = rowsOf<{ n: number; plays: number }>(
    await tx.execute(sql`
      select s.n, (select count(*) from plays p where p.tenant_id = ${tenant_id} and p.campaign_id = s.campaign_id
        and p.started_at >= s.from_at and p.started_at < s.to_at and p.received_at < s.until
        and ${isDelivered})::float8 as plays
      from jsonb_to_recordset(${JSON.stringify(numbered)}::jsonb)
        as s(n int, campaign_id uuid, from_at timestamptz, to_at timestamptz, until timestamptz)`),
  );
  const found = new Map(rows.map(({ n, plays }) => [n, plays]));
  return spans.map((_, n) => found.get(n) ?? 0);
}

/** Invoiced times of the customer in which this campaign has no line, the wanted period left out. */
function timesWithout(
  { id, price_micros }: { id: string; price_micros: number },
  { covered, of, period }: { covered: readonly CoveredPlays[]; of: readonly Span[]; period: Span },
): CoveredPlays[] {
  const found: CoveredPlays[] = [];
  /** Times of others may overlap: each moment is counted once. */
  for (const span of covered.filter(({ campaign_id }) => campaign_id !== id))
    for (const left of uncovered(span, [...of, period, ...found]))
      found.push({ ...left, campaign_id: id, price_micros, qty: 0, received: [] });
  return found;
}

/** A line for each campaign and time that no invoice holds, and for what has come or gone of a time that one holds. */
export async function playLines(
  ctx: TransactionContext,
  wanted: Wanted & { tz: string },
): Promise<InvoiceLine[]> {
  const period = {
    from: Date.parse(dayStart(wanted.period_from, wanted.tz)),
    to: Date.parse(dayStart(wanted.period_to, wanted.tz, 1)),
  };
  const sold = await ctx.tx
    .select({ id: campaigns.id, name: campaigns.name, price_micros: soldPrice(sql`${campaigns}`) })
    .from(campaigns)
    .where(
      and(
        eq(campaigns.tenant_id, ctx.tenant_id),
        sameName(sql`${campaigns.advertiser}`, wanted.customer_name),
      ),
    )
    .orderBy(campaigns.starts_at, campaigns.id);
  if (sold.length === 0) return [];
  const ids = sold.map(({ id }) => id);
  const invoiced = await standing(ctx, holdsAnyOf('campaign_id', ids));
  const covered = coveredPlays(invoiced.flatMap(playsOf));
  /** What is being handed in at this moment stands on the next invoice: a count is of what nobody can add to. */
  const settled = ctx.now - SETTLED_MS;
  /** Plays of before are deleted or will be soon: a time that holds some cannot be counted again. */
  const [tenant] = await ctx.tx
    .select({ retention: tenants.retention })
    .from(tenants)
    .where(eq(tenants.id, ctx.tenant_id));
  const cutoff = cutoffOf('plays', ctx.now, tenant?.retention);
  const times: Counted[] = sold.flatMap(({ id, name, price_micros }) => {
    const of = covered.filter(one => one.campaign_id === id);
    const first = price_micros === null ? [] : uncovered(period, of);
    /** Times that were invoiced while it had no play there: what came since is late, too. */
    const silent = price_micros === null ? [] : timesWithout({ id, price_micros }, { covered, of, period });
    const late = [...of, ...silent]
      .filter(one => one.from >= cutoff && one.to >= ctx.now - LATE_MS)
      .map(one => ({
        ...{ ...one, name, kind: 'late_plays' as const, plays: -one.qty },
        until: countedUntil(one.received, settled),
      }));
    return [
      ...late,
      ...first.map(span => ({
        ...{ ...span, campaign_id: id, name, kind: 'plays' as const, plays: 0 },
        ...{ price_micros: price_micros ?? 0, until: settled, received: [] },
      })),
    ];
  });
  const counts = await countPlays(ctx, times);
  return times
    .map((one, n) => ({ ...one, plays: one.plays + (counts[n] ?? 0) }))
    .filter(({ plays }) => plays !== 0)
    .map(({ campaign_id, name, kind, plays, price_micros, from, to, until, received }) =>
      pricedLine(
        {
          ...{ id: uuid7(ctx.now), kind, text: name, qty: plays, unit_minor: null, price_micros },
          tax_pct: wanted.tax_pct,
          evidence: {
            ...{ campaign_id, contract_id: null, from: instant(from), to: instant(to) },
            received: uncovered({ from: 0, to: until }, received).map(one => ({
              ...{ from: instant(one.from), to: instant(one.to) },
            })),
          },
        },
        wanted.currency,
      ),
    );
}

/** Contracts in force that name the customer and have begun: what of their value no invoice has yet. */
export async function contractLines(ctx: TransactionContext, wanted: Wanted): Promise<InvoiceLine[]> {
  const named = sql`exists (select 1 from jsonb_array_elements(${contracts.parties}) as party
    where ${sameName(sql`party ->> 'name'`, wanted.customer_name)})`;
  const found = await ctx.tx
    .select({
      id: contracts.id,
      number: contracts.number,
      title: contracts.title,
      value_minor: contracts.value_minor,
    })
    .from(contracts)
    .where(
      and(
        eq(contracts.tenant_id, ctx.tenant_id),
        /** What ended before it was invoiced whole is still owed. */
        inArray(contracts.state, ['active', 'expired', 'renewed']),
        eq(contracts.currency, wanted.currency),
        isNull(contracts.deleted_at),
        sql`${contracts.value_minor} > 0 and ${contracts.starts} <= ${wanted.period_to}`,
        named,
      ),
    )
    .orderBy(inNumberOrder(contracts.number));
  if (found.length === 0) return [];
  const ids = found.map(({ id }) => id);
  const invoicedBefore = linesOf(await standing(ctx, holdsAnyOf('contract_id', ids)));
  return found.flatMap(({ id, number, title, value_minor }) => {
    const invoiced = invoicedBefore
      .filter(({ evidence }) => evidence?.contract_id === id)
      .reduce((sum, line) => sum + line.net_minor, 0);
    const unit_minor = (value_minor ?? 0) - invoiced;
    if (unit_minor <= 0) return [];
    const evidence = { campaign_id: null, contract_id: id, from: null, to: null };
    const text = [number, title].filter(Boolean).join(' ');
    return [
      pricedLine(
        {
          ...{ id: uuid7(ctx.now), kind: 'contract' as const, text, qty: 1, unit_minor, price_micros: null },
          ...{ tax_pct: wanted.tax_pct, evidence },
        },
        wanted.currency,
      ),
    ];
  });
}

/** Throws, with the bound in the currency's own unit as it is typed, where these lines and those of other invoices come to more than their contract is worth. */
export async function requireWithinContracts(
  ctx: TransactionContext,
  { id, currency, lines }: { id: string; currency: string; lines: readonly InvoiceLine[] },
): Promise<void> {
  const ids = [...new Set(lines.flatMap(({ evidence }) => evidence?.contract_id ?? []))];
  if (ids.length === 0) return;
  const all = [...lines, ...linesOf(await standing(ctx, holdsAnyOf('contract_id', ids), id))];
  const worth = await ctx.tx
    .select({ id: contracts.id, value_minor: contracts.value_minor })
    .from(contracts)
    .where(inArray(contracts.id, ids));
  for (const contract of worth) {
    const sum = all
      .filter(({ evidence }) => evidence?.contract_id === contract.id)
      .reduce((total, line) => total + line.net_minor, 0);
    const nth = lines.findIndex(({ evidence }) => evidence?.contract_id === contract.id);
    if (sum > (contract.value_minor ?? 0))
      refuseField(
        `lines.${nth}.unit_minor`,
        `Must be at most ${majorOf((contract.value_minor ?? 0) - sum + (lines[nth]?.net_minor ?? 0), currency)}`,
      );
  }
}

/** A draft that was deleted comes back only if nothing of it was invoiced meanwhile. */
export async function isInvoicedElsewhere(
  ctx: TransactionContext,
  { id, lines, created_at }: { id: string; lines: readonly InvoiceLine[]; created_at: Date },
): Promise<boolean> {
  const playSpans = playsOf({ lines, created_at });
  const contractIds = lines.flatMap(({ evidence }) => evidence?.contract_id ?? []);
  if (playSpans.length === 0 && contractIds.length === 0) return false;
  const which = or(
    holdsAnyOf(
      'campaign_id',
      playSpans.map(one => one.campaign_id),
    ),
    holdsAnyOf('contract_id', contractIds),
  );
  const others = await standing(ctx, which ?? sql`false`, id);
  const theirs = others.flatMap(playsOf);
  return (
    playSpans.some(one =>
      theirs.some(other => other.campaign_id === one.campaign_id && overlaps(one, other)),
    ) ||
    linesOf(others).some(
      ({ evidence }) => evidence?.contract_id && contractIds.includes(evidence.contract_id),
    )
  );
}
