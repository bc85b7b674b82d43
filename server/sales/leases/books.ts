/** What leases of a screen are granted by, so that the simulator of the console can grant them ahead by the same rule. */
import { and, eq, inArray, isNull } from 'drizzle-orm';
import { ON_SCREENS } from '../../../shared/contract/sales/campaign.ts';
import { needsLease } from '../../../shared/contract/sales/needsLease.ts';
import type { DocumentLine } from '../../../shared/contract/playout/flights.ts';
import type { LeasedBooks, ScreenLeases } from '../../../shared/contract/playout/simulation.ts';
import { instant } from '../../../shared/clock.ts';
import { leastLeft } from '../../../shared/sales/leaseGrant.ts';
import { campaigns, tenants } from '../../db/schema.ts';
import { historyOf } from '../../proof/analytics/history.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { playsUnderCaps } from '../budgets/used.ts';
import { countedOf, leasedCampaign, limitsOf } from './needs.ts';
import { openLeases } from './pull.ts';

/** null: none of these lines needs one. */
export async function screenLeases(
  ctx: TransactionContext,
  device_id: string,
  lines: readonly Pick<DocumentLine, 'campaign_id'>[],
): Promise<ScreenLeases | null> {
  if (lines.length === 0) return null;
  const history = await historyOf(ctx, device_id);
  const own = await openLeases(ctx, device_id);
  return {
    ...{ at: instant(ctx.now), plays_per_h: history.plays_per_h, offline_h: history.offline_h },
    held: own.map(row => ({
      ...{ id: row.id, campaign_id: row.campaign_id, line_id: row.line_id, max_plays: row.max_plays },
      ...{ window_start: row.window_start.toISOString(), window_end: row.window_end.toISOString() },
      ...{ play_deadline: row.play_deadline.toISOString(), used: row.reported },
    })),
    campaigns: await booksOf(ctx, [...new Set(lines.map(({ campaign_id }) => campaign_id))]),
  };
}

async function booksOf(ctx: TransactionContext, ids: readonly string[]): Promise<LeasedBooks[]> {
  const found = await ctx.tx
    .select({ row: campaigns, currency: tenants.currency })
    .from(campaigns)
    .innerJoin(tenants, eq(tenants.id, campaigns.tenant_id))
    .where(
      and(
        ...[eq(campaigns.tenant_id, ctx.tenant_id), inArray(campaigns.id, [...ids])],
        ...[inArray(campaigns.state, [...ON_SCREENS]), isNull(campaigns.deleted_at)],
      ),
    )
    .orderBy(campaigns.id);
  const leased = found.filter(({ row }) => needsLease(row));
  const rows = leased.map(({ row }) => row);
  const caps = await playsUnderCaps(ctx, rows, 'played');
  const books: LeasedBooks[] = [];
  for (const { row, currency } of leased) {
    const { delivered, today } = await countedOf(ctx, row);
    const limits = limitsOf(row, currency);
    const left = Math.max(0, Math.min(...limits.total.map(most => most - delivered)));
    const { screens, online, isShare: is_share } = leasedCampaign(row);
    const plan = { flights: row.flights, tz: row.tz, pacing: row.pacing };
    const own = (caps.get(row.id) ?? []).map(one => ({ left: one.left, until: instant(one.until) }));
    const terms = withoutTerms(ctx, { left, daily: limits.today, caps: own }, today);
    books.push({ campaign_id: row.id, ...plan, is_share, screens, online, today, ...terms });
  }
  return books;
}

/** What was agreed with an advertiser is not for whose screens play it: such a reader sees only what is left of it all. */
function withoutTerms(
  { rule }: TransactionContext,
  terms: Pick<LeasedBooks, 'left' | 'daily' | 'caps'>,
  today: number,
): Pick<LeasedBooks, 'left' | 'daily' | 'caps'> {
  const { left, daily, caps } = terms;
  /** A campaign with only a budget of the day has no other end. */
  const ofDay = daily === null ? [] : [{ left: Math.max(0, daily - today) }];
  if (rule === 'own_devices')
    return { left: finite(leastLeft([{ left }, ...ofDay, ...caps])), daily: null, caps: [] };
  return { left: finite(left), daily, caps };
}
/** More than any screen shows: JSON has no infinity. */
const finite = (n: number) => Math.min(Number.MAX_SAFE_INTEGER, n);
