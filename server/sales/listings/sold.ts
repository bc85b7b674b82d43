/** What of a listing is sold on each day, by the campaigns that are booked on its screens and the leases they hold. */
import { sql } from 'drizzle-orm';
import { instant } from '../../../shared/clock.ts';
import type { listingSold } from '../../../shared/contract/sales/listing.ts';
import type { Answer } from '../../../shared/contract/wire/endpoint.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { dayStart } from '../../../shared/i18n/format.ts';
import { dayOf } from '../../../shared/playout/rights.ts';
import { rowsOf } from '../../db/rows.ts';
import { requireKnownZone } from '../../identity/tenants/zones.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { competingCampaigns, overlap, shareOf, type CompetingCampaign } from '../avails/share.ts';
import { targetedScreens } from '../campaigns/targets.ts';
import { openPlays } from '../leases/needs.ts';
import { inventoryListing } from './listings.ts';

type Sold = Answer<typeof listingSold>;
interface Span {
  from?: string | undefined;
  days: number;
  tz?: string | undefined;
}
const HOUR_S = 3_600;
/** Beyond them zones have no rules. */
const [FIRST_DAY, LAST_DAY] = ['1970-01-02', '8999-12-31'];
const DAY_MS = 86_400_000;
const rounded = (pct: number) => Math.round(pct * 10) / 10;
const percentOf = (s: number) => (100 * s) / HOUR_S;

export async function soldOf(
  ctx: TransactionContext,
  id: string,
  { from: first, days, tz = 'UTC' }: Span,
): Promise<Sold> {
  requireKnownZone(tz);
  const from = first ?? dayOf(ctx.now, tz);
  const isInCalendar = instant(Date.parse(`${from}T12:00:00.000Z`)).startsWith(from);
  if (!isInCalendar || from < FIRST_DAY || from > LAST_DAY) {
    const text = 'A date like 2026-12-24';
    throw new AppError('VALIDATION', text, { from: [text] });
  }
  const listing = await inventoryListing.read(ctx, id);
  const named = (one: string | null) => (one === null ? [] : [one]);
  const targets = { device_ids: named(listing.device_id), group_ids: named(listing.group_id) };
  const screens = rowsOf<{ id: string }>(await ctx.tx.execute(targetedScreens(ctx.tenant_id, targets))).map(
    row => row.id,
  );
  const start = (n: number) => dayStart(from, tz, n);
  const whole = { starts_at: start(0), ends_at: start(days), sov_s_per_h: null };
  const booked =
    screens.length === 0
      ? []
      : await competingCampaigns(ctx, { ...targets, class: 'guaranteed', flights: [whole] });
  const granted = await grantedOn(ctx, screens, booked);
  return {
    screens: screens.length,
    campaigns: booked.map(({ row, device_ids }) => ({
      ...{ id: row.id, name: row.name, class: row.class, state: row.state },
      ...{ screens: device_ids.length, granted: granted.get(row.id) ?? 0 },
    })),
    days: Array.from({ length: days }, (_, n) => ({
      /** Noon lies on the day in whatever zone. */
      day: instant(Date.parse(`${from}T12:00:00.000Z`) + n * DAY_MS).slice(0, 10),
      ...soldOn(
        booked,
        screens,
        { ...whole, starts_at: start(n), ends_at: start(n + 1) },
        listing.share_max_pct,
      ),
    })),
  };
}
/** A screen that is sold out is not made up for by one that is free. */
function soldOn(
  booked: readonly CompetingCampaign[],
  screens: readonly string[],
  day: Parameters<typeof overlap>[0],
  most_pct: number,
): Omit<Sold['days'][number], 'day'> {
  const sold_s = new Map(screens.map(id => [id, 0]));
  const ofDay = booked.flatMap(({ row, device_ids }) => {
    const open = row.flights.filter(flight => overlap(day, flight));
    if (open.length === 0) return [];
    const share_s = row.class === 'guaranteed' ? shareOf(open) : 0;
    for (const id of device_ids) sold_s.set(id, (sold_s.get(id) ?? 0) + share_s);
    const ofAll = (share_s * device_ids.length) / Math.max(1, screens.length);
    return [{ campaign_id: row.id, share_pct: rounded(percentOf(ofAll)) }];
  });
  const all = [...sold_s.values()];
  const sum = all.reduce((total, s) => total + s, 0);
  return {
    sold_pct: rounded(percentOf(sum / Math.max(1, all.length))),
    free_pct: all.length === 0 ? 0 : rounded(Math.max(0, most_pct - percentOf(Math.max(...all)))),
    booked: ofDay,
  };
}

/** By campaign: plays that are out with these screens. */
async function grantedOn(
  { tx, tenant_id, now }: TransactionContext,
  screens: readonly string[],
  booked: readonly CompetingCampaign[],
): Promise<Map<string, number>> {
  if (booked.length === 0) return new Map();
  const uuids = (ids: readonly string[]) => sql`${sql.param([...ids])}::uuid[]`;
  const rows = rowsOf<{ id: string; n: number }>(
    await tx.execute(sql`
      select l.campaign_id as id, sum(${openPlays})::float8 as n from leases l
      where l.tenant_id = ${tenant_id} and l.campaign_id = any(${uuids(booked.map(({ row }) => row.id))})
        and l.device_id = any(${uuids(screens)}) and l.released_at is null
        and l.report_deadline > ${instant(now)}::timestamptz
      group by l.campaign_id`),
  );
  return new Map(rows.map(({ id, n }) => [id, n]));
}
