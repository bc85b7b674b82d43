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
import { deliveredPlays, rolledAtLeast } from '../../proof/sums/delivered.ts';
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

async function flightOf({ tx, tenant_id }: TransactionContext, id: string): Promise<BudgetWindow | null> {
  const [row] = await tx
    .select({ from: campaigns.starts_at, to: campaigns.ends_at })
    .from(campaigns)
    .where(and(eq(campaigns.tenant_id, tenant_id), eq(campaigns.id, id)));
  return row ? { from: row.from.toISOString(), to: row.to.toISOString() } : null;
}

/** In one statement, because a play that is handed in goes from one of its figures to the other. */
export async function usedOf(
  ctx: TransactionContext,
  row: Pick<BudgetRow, 'period' | 'campaign_id'>,
  tz: string,
): Promise<Used> {
  const { tx, tenant_id, now } = ctx;
  const flight = row.period === 'flight' && row.campaign_id ? await flightOf(ctx, row.campaign_id) : null;
  const window = windowOf(row.period, { now, tz, flight });
  const isOfBudget = row.campaign_id === null ? sql`true` : sql`c.id = ${row.campaign_id}`;
  const ids = row.campaign_id === null ? {} : { ids: sql`array[${row.campaign_id}::uuid]` };
  const until = await rolledAtLeast(ctx);
  const plays = rowsOf<CampaignPlays>(
    await tx.execute(sql`
      with delivered as (
        ${deliveredPlays({ tenant_id, within: window, until, ...ids })}
      ), outstanding as (
        select l.campaign_id as id, sum(${openPlays})::float8 as n from leases l
        where l.tenant_id = ${tenant_id} and l.released_at is null
          and l.report_deadline > ${instant(now)}::timestamptz
        group by 1
      )
      select c.id as campaign_id, ${soldPrice(sql`c`)} as bid_micros, coalesce(d.n, 0)::float8 as delivered,
        coalesce(o.n, 0)::float8 as outstanding
      from campaigns c left join delivered d on d.id = c.id left join outstanding o on o.id = c.id
      where c.tenant_id = ${tenant_id} and ${isOfBudget} and (d.n is not null or o.n is not null)
      order by c.id`),
  );
  return { window, plays };
}

const holds = ({ tenant_id }: TransactionContext) =>
  and(eq(budgets.tenant_id, tenant_id), ne(budgets.state, 'closed'), eq(budgets.hard_cap, true));

/** Of all campaigns together, and of this one: grants and transfers that share an amount wait here, before any of them locks its campaign. */
export const lockSharedCaps = (ctx: TransactionContext, campaign_id: string) =>
  ctx.tx
    .select({ id: budgets.id })
    .from(budgets)
    .where(and(holds(ctx), or(eq(budgets.scope, 'tenant'), eq(budgets.campaign_id, campaign_id))))
    .orderBy(budgets.id)
    .for('update');

type Priced = Pick<typeof campaigns.$inferSelect, 'id'>;
/**
 * Plays that each hard cap leaves these campaigns until its time ends; one that has none is left out. What a cap of all of
 * them has used is read once. `played`: as if nothing were out with screens, because that may still come back.
 */
export async function playsUnderCaps(
  ctx: TransactionContext,
  all: readonly Priced[],
  of: 'played' | 'granted',
): Promise<Map<string, Required<PlaysLimit>[]>> {
  const caps = new Map<string, Required<PlaysLimit>[]>();
  if (all.length === 0) return caps;
  const ids = all.map(({ id }) => id);
  const rows = await ctx.tx
    .select()
    .from(budgets)
    .where(and(holds(ctx), or(eq(budgets.scope, 'tenant'), inArray(budgets.campaign_id, ids))));
  if (rows.length === 0) return caps;
  const prices = await ctx.tx
    .select({ id: campaigns.id, bid_micros: soldPrice(sql`${campaigns}`) })
    .from(campaigns)
    .where(inArray(campaigns.id, ids));
  const priced = prices.flatMap(({ id, bid_micros }) => (bid_micros === null ? [] : [{ id, bid_micros }]));
  const tz = await zoneOf(ctx);
  for (const row of rows) {
    const { plays, window } = await usedOf(ctx, row, tz);
    const until = Date.parse(window.to);
    const counted = of === 'granted' ? plays : plays.map(one => ({ ...one, outstanding: 0 }));
    const { amount_minor, currency } = row;
    for (const { id, bid_micros } of priced) {
      if (row.scope !== 'tenant' && row.campaign_id !== id) continue;
      const left = playsWithin(amount_minor, counted, { campaign_id: id, bid_micros, currency });
      if (left !== null) caps.set(id, [...(caps.get(id) ?? []), { left, until }]);
    }
  }
  return caps;
}
