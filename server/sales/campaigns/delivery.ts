/** What was played of a campaign: by day beside its plan, by creative, by screen. */
import { sql } from 'drizzle-orm';
import { instant } from '../../../shared/clock.ts';
import type { Delivery } from '../../../shared/contract/sales/campaignCalls.ts';
import { dayStart } from '../../../shared/i18n/format.ts';
import { dayOf } from '../../../shared/playout/rights.ts';
import { rowsOf } from '../../db/rows.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { campaignListing } from './listing.ts';
import { deviceIdInReach } from './targets.ts';
import { isDelivered } from '../../proof/delivered.ts';
import { goalOf } from './progress.ts';
import { plannedShare } from '../../../shared/sales/plan.ts';

const TOP_SCREENS = 20;
const DAY_MS = 86_400_000;

/** Every day from the first flight to today, or to the last flight; also days without a play. */
function daysOf(from: number, to: number, tz: string): string[] {
  const days: string[] = [];
  const last = dayOf(to, tz);
  for (let day = dayOf(from, tz); day <= last; day = dayOf(Date.parse(dayStart(day, tz)) + 1.5 * DAY_MS, tz))
    days.push(day);
  return days;
}

export async function deliveryOf(ctx: TransactionContext, id: string): Promise<Delivery> {
  const campaign = await campaignListing.read(ctx, id);
  const { tx, tenant_id, now } = ctx;
  const isCounted = sql`p.tenant_id = ${tenant_id} and p.campaign_id = ${id} and ${isDelivered}`;
  const perDay = rowsOf<{ day: string; plays: number }>(
    await tx.execute(sql`
      select to_char(p.started_at at time zone ${campaign.tz}, 'YYYY-MM-DD') as day, count(*)::int as plays
      from plays p where ${isCounted} group by 1`),
  );
  const plays = new Map(perDay.map(one => [one.day, one.plays]));
  const goal = goalOf(campaign, campaign.currency);
  const until = Math.max(Date.parse(campaign.starts_at), Math.min(now, Date.parse(campaign.ends_at) - 1));
  /** Of today as much as is over, as its plays are. */
  const shareAt = (day: string, plus: number) =>
    plannedShare(campaign, Math.min(now, Date.parse(dayStart(day, campaign.tz, plus))));
  const creatives = rowsOf<Delivery['creatives'][number]>(
    await tx.execute(sql`
      select p.creative_id as id, coalesce(c.name, '') as name, count(*)::int as plays,
        sum(p.duration_ms)::float8 as duration_ms
      from plays p left join creatives c on c.id = p.creative_id where ${isCounted}
      group by p.creative_id, c.name order by plays desc, p.creative_id`),
  );
  const devices = rowsOf<{ id: string; name: string; plays: number; last_ms: number }>(
    await tx.execute(sql`
      select d.id, d.name, count(*)::int as plays,
        (extract(epoch from max(p.started_at)) * 1000)::float8 as last_ms
      from plays p join devices d on d.id = p.device_id
      where ${isCounted} and ${deviceIdInReach(ctx, sql`p.device_id`)}
      group by d.id, d.name order by plays desc, d.id limit ${TOP_SCREENS}`),
  );
  return {
    days: daysOf(Date.parse(campaign.starts_at), until, campaign.tz).map(day => ({
      day,
      plays: plays.get(day) ?? 0,
      planned: goal === null ? null : goal * (shareAt(day, 1) - shareAt(day, 0)),
    })),
    creatives,
    devices: devices.map(({ last_ms, ...one }) => ({ ...one, last_at: instant(last_ms) })),
  };
}
