/** What each budget has used of its time, read from plays and leases. */
import { and, eq, inArray, ne, or, sql } from 'drizzle-orm';
import { instant } from '../../../shared/clock.ts';
import {
  playsWithin,
  windowOf,
  type BudgetWindow,
  type CampaignPlays,
} from '../../../shared/sales/budgets.ts';
import type { PlaysLimit } from '../../../shared/sales/leaseGrant.ts';
import { requireFound, rowsOf } from '../../db/rows.ts';
import { budgets, campaigns, tenants } from '../../db/schema.ts';
import { rolledAtLeast } from '../../proof/analytics/source.ts';
import { deliveredPlays } from '../../proof/sums/delivered.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { openPlays } from '../leases/needs.ts';
import { soldPrice } from '../soldPrice.ts';

export type BudgetRow = typeof budgets.$inferSelect;
export interface Used {
  window: BudgetWindow;
  plays: CampaignPlays[];
}

export async function zoneOf({ tx, tenant_id }: TransactionContext): Promise<string> {
  const [row] = await tx.select({ tz: tenants.tz }).from(tenants).where(eq(tenants.id, tenant_id));
  return requireFound(row, 'tenant').tz;
}

type Counted = Pick<BudgetRow, 'period' | 'campaign_id'>;
const campaignsOf = (rows: readonly Counted[]) => [
  ...new Set(rows.flatMap(({ campaign_id }) => campaign_id ?? [])),
];

/** By campaign, of those whose budget is of its flights. */
async function flightsOf({ tx, tenant_id }: TransactionContext, rows: readonly Counted[]) {
  const ids = campaignsOf(rows.filter(({ period }) => period === 'flight'));
  if (ids.length === 0) return new Map<string, BudgetWindow>();
  const found = await tx
    .select({ id: campaigns.id, from: campaigns.starts_at, to: campaigns.ends_at })
    .from(campaigns)
    .where(and(eq(campaigns.tenant_id, tenant_id), inArray(campaigns.id, ids)));
  return new Map(
    found.map(({ id, from, to }) => [id, { from: from.toISOString(), to: to.toISOString() }] as const),
  );
}

/**
 * By campaign, of all that these budgets are about. In one statement, because a play that is handed in goes from one of its
 * figures to the other. `within`: undefined counts all there ever was.
 */
async function playsOf(
  ctx: TransactionContext,
  rows: readonly Counted[],
  within: BudgetWindow | undefined,
): Promise<Map<string, CampaignPlays>> {
  if (rows.length === 0) return new Map();
  const { tx, tenant_id, now } = ctx;
  const isOfAll = rows.some(({ campaign_id }) => campaign_id === null);
  const ids = sql`${sql.param(campaignsOf(rows))}::uuid[]`;
  const until = await rolledAtLeast(ctx);
  const plays = rowsOf<CampaignPlays>(
    await tx.execute(sql`
      with delivered as (
        ${deliveredPlays({ tenant_id, until, ...(within && { within }), ...(!isOfAll && { ids }) })}
      ), outstanding as (
        select l.campaign_id as id, sum(${openPlays})::float8 as n from leases l
        where l.tenant_id = ${tenant_id} and l.released_at is null
          and l.report_deadline > ${instant(now)}::timestamptz
        group by 1
      )
      select c.id as campaign_id, ${soldPrice(sql`c`)} as bid_micros, coalesce(d.n, 0)::float8 as delivered,
        coalesce(o.n, 0)::float8 as outstanding
      from campaigns c left join delivered d on d.id = c.id left join outstanding o on o.id = c.id
      where c.tenant_id = ${tenant_id} and ${isOfAll ? sql`true` : sql`c.id = any(${ids})`}
        and (d.n is not null or o.n is not null)
      order by c.id`),
  );
  return new Map(plays.map(one => [one.campaign_id, one]));
}

/** Of any number of budgets, in a few statements: those of a month share one count, those of flights another. */
export async function countUsed(
  ctx: TransactionContext,
  rows: readonly Counted[],
  tz: string,
): Promise<(row: Counted) => Used> {
  const flights = await flightsOf(ctx, rows);
  const flightOf = ({ period, campaign_id }: Counted) =>
    (period === 'flight' && campaign_id !== null && flights.get(campaign_id)) || null;
  const month = windowOf('month', { now: ctx.now, tz, flight: null });
  const inMonth = await playsOf(
    ctx,
    rows.filter(row => flightOf(row) === null),
    month,
  );
  /** A campaign plays within its flights alone. */
  const inFlights = await playsOf(
    ctx,
    rows.filter(row => flightOf(row) !== null),
    undefined,
  );
  return row => {
    const flight = flightOf(row);
    const plays = flight ? inFlights : inMonth;
    const own = row.campaign_id === null ? [...plays.values()] : [plays.get(row.campaign_id) ?? []].flat();
    return { window: flight ?? month, plays: own };
  };
}

/** Of one. */
export const usedOf = async (ctx: TransactionContext, row: Counted, tz: string): Promise<Used> =>
  (await countUsed(ctx, [row], tz))(row);

const holds = ({ tenant_id }: TransactionContext) =>
  and(eq(budgets.tenant_id, tenant_id), ne(budgets.state, 'closed'), eq(budgets.hard_cap, true));

/** Of all campaigns together, and of these. */
const capsOf = (ctx: TransactionContext, ids: readonly string[]) =>
  ctx.tx
    .select()
    .from(budgets)
    .where(and(holds(ctx), or(eq(budgets.scope, 'tenant'), inArray(budgets.campaign_id, [...ids]))))
    .orderBy(budgets.id);
interface CappedPlays {
  row: BudgetRow;
  used: Used;
}
async function countCaps(ctx: TransactionContext, rows: readonly BudgetRow[]): Promise<CappedPlays[]> {
  if (rows.length === 0) return [];
  const used = await countUsed(ctx, rows, await zoneOf(ctx));
  return rows.map(row => ({ row, used: used(row) }));
}
async function pricesOf({ tx }: TransactionContext, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await tx
    .select({ id: campaigns.id, bid_micros: soldPrice(sql`${campaigns}`) })
    .from(campaigns)
    .where(inArray(campaigns.id, [...ids]));
  return new Map(rows.flatMap(({ id, bid_micros }) => (bid_micros === null ? [] : [[id, bid_micros]])));
}
/** Plays that each cap leaves a campaign until its time ends. */
function leftUnder(
  all: readonly CappedPlays[],
  { id, bid_micros }: { id: string; bid_micros: number },
  countedOf: (plays: readonly CampaignPlays[], campaign_id: string | null) => readonly CampaignPlays[],
): Required<PlaysLimit>[] {
  return all
    .filter(({ row }) => row.scope === 'tenant' || row.campaign_id === id)
    .flatMap(({ row: { amount_minor, currency, campaign_id }, used: { plays, window } }) => {
      const own = { campaign_id: id, bid_micros, currency };
      const left = playsWithin(amount_minor, countedOf(plays, campaign_id), own);
      return left === null ? [] : [{ left, until: Date.parse(window.to) }];
    });
}

/**
 * Plays that each hard cap leaves these campaigns until its time ends; one that has none is left out. `played`: as if
 * nothing were out with screens, because that may still come back.
 */
export async function playsUnderCaps(
  ctx: TransactionContext,
  all: readonly Pick<typeof campaigns.$inferSelect, 'id'>[],
  of: 'played' | 'granted',
): Promise<Map<string, Required<PlaysLimit>[]>> {
  const ids = all.map(({ id }) => id);
  const caps = ids.length === 0 ? [] : await countCaps(ctx, await capsOf(ctx, ids));
  if (caps.length === 0) return new Map();
  const counted = (plays: readonly CampaignPlays[]) =>
    of === 'granted' ? plays : plays.map(one => ({ ...one, outstanding: 0 }));
  const limits = [...(await pricesOf(ctx, ids))].map(
    ([id, bid_micros]) => [id, leftUnder(caps, { id, bid_micros }, counted)] as const,
  );
  return new Map(limits.filter(([, found]) => found.length > 0));
}

/**
 * The caps of campaigns that a screen is granted plays of, locked and counted once for all of them: grants and transfers
 * that share an amount wait here, before any of them locks its campaign. What is granted meanwhile is noted.
 */
export async function lockCaps(ctx: TransactionContext, ids: readonly string[]) {
  const caps = await countCaps(ctx, await capsOf(ctx, ids).for('update'));
  const prices = caps.length === 0 ? new Map<string, number>() : await pricesOf(ctx, ids);
  const granted = new Map<string, number>();
  /** With what was granted meanwhile; a cap of one campaign counts that one alone. */
  function counted(plays: readonly CampaignPlays[], of: string | null): CampaignPlays[] {
    const all = new Map(plays.map(one => [one.campaign_id, one]));
    for (const [campaign_id, n] of granted) {
      if (of !== null && of !== campaign_id) continue;
      const bid_micros = prices.get(campaign_id) ?? null;
      const before = all.get(campaign_id) ?? { campaign_id, bid_micros, delivered: 0, outstanding: 0 };
      all.set(campaign_id, { ...before, outstanding: before.outstanding + n });
    }
    return [...all.values()];
  }
  return {
    limitsOf(id: string): PlaysLimit[] {
      const bid_micros = prices.get(id);
      return bid_micros === undefined ? [] : leftUnder(caps, { id, bid_micros }, counted);
    },
    note: (id: string, plays: number) => void granted.set(id, (granted.get(id) ?? 0) + plays),
  };
}
export type LockedCaps = Awaited<ReturnType<typeof lockCaps>>;
