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
import { guaranteedPeaks } from '../avails/levels.ts';
import { competingOn, roomsOf, type Room } from '../avails/room.ts';
import { competingCampaigns, overlap, type CompetingCampaign, type Flights } from '../avails/share.ts';
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
  if (from < FIRST_DAY || from > LAST_DAY) {
    const text = 'A date like 2026-12-24';
    throw new AppError('VALIDATION', text, { from: [text] });
  }
  const listing = await inventoryListing.read(ctx, id);
  const named = (one: string | null) => (one === null ? [] : [one]);
  const targets = { device_ids: named(listing.device_id), group_ids: named(listing.group_id) };
  const rooms = await roomsOf(ctx, targets);
  const screens = rooms.map(({ device_id }) => device_id);
  const start = (n: number) => dayStart(from, tz, n);
  const whole = { starts_at: start(0), ends_at: start(days), sov_s_per_h: null };
  const booked = screens.length === 0 ? [] : await competingCampaigns(ctx, { flights: [whole] }, screens);
  const granted = await grantedOn(ctx, screens, booked);
  const spans = Array.from({ length: days }, (_, n) => ({
    ...{ ...whole, starts_at: start(n), ends_at: start(n + 1) },
  }));
  const kinds = kindsOf(booked, rooms, spans);
  return {
    screens: screens.length,
    campaigns: booked.map(({ row, device_ids }) => ({
      ...{ id: row.id, name: row.name, class: row.class, state: row.state },
      ...{ screens: device_ids.length, granted: granted.get(row.id) ?? 0 },
    })),
    days: spans.map((day, n) => ({
      /** Noon lies on the day in whatever zone. */
      day: instant(Date.parse(`${from}T12:00:00.000Z`) + n * DAY_MS).slice(0, 10),
      ...soldOn(booked, { kinds, screens: rooms.length }, { n, day }, (listing.share_max_pct / 100) * HOUR_S),
    })),
  };
}
type Day = Flights[number];
/** Seconds of each hour of the day, on the average: a flight that begins or ends on it holds only its part of it. */
function meanOn(day: Day, flights: Flights): number {
  const [begin, end] = [Date.parse(day.starts_at), Date.parse(day.ends_at)];
  return flights
    .filter(flight => overlap(day, flight))
    .reduce((sum, { starts_at, ends_at, sov_s_per_h }) => {
      const from = Math.max(Date.parse(starts_at), begin);
      const to = Math.min(Date.parse(ends_at), end);
      return sum + ((sov_s_per_h ?? 0) * (to - from)) / (end - begin);
    }, 0);
}

/** Screens on which the same campaigns are booked: what is guaranteed there, and the least that one of the screens holds. */
interface Kind {
  /** The most that is guaranteed at one moment of each day. */
  sold_s: readonly number[];
  most_s: number;
}
function kindsOf(booked: readonly CompetingCampaign[], rooms: readonly Room[], days: readonly Day[]): Kind[] {
  const campaignsOn = competingOn(booked);
  const peaksOn = guaranteedPeaks(booked, days);
  const kinds = new Map<CompetingCampaign[], Kind>();
  for (const { device_id, most_s } of rooms) {
    const on = campaignsOn(device_id);
    const kind = kinds.get(on) ?? { sold_s: peaksOn(on), most_s };
    kinds.set(on, { ...kind, most_s: Math.min(kind.most_s, most_s) });
  }
  return [...kinds.values()];
}

/** A screen that is sold out is not made up for by one that is free. */
function soldOn(
  booked: readonly CompetingCampaign[],
  { kinds, screens }: { kinds: readonly Kind[]; screens: number },
  { n, day }: { n: number; day: Day },
  most_s: number,
): Omit<Sold['days'][number], 'day'> {
  const free = kinds.map(kind => Math.min(most_s, kind.most_s) - kind.sold_s[n]!);
  const onDay = booked
    .filter(({ row }) => row.flights.some(flight => overlap(day, flight)))
    .map(({ row, device_ids, guaranteed }) => ({
      campaign_id: row.id,
      ofAll: (meanOn(day, guaranteed) * device_ids.length) / Math.max(1, screens),
    }));
  return {
    sold_pct: rounded(percentOf(onDay.reduce((sum, { ofAll }) => sum + ofAll, 0))),
    free_pct: rounded(percentOf(screens === 0 ? 0 : Math.max(0, Math.min(...free)))),
    booked: onDay.map(({ campaign_id, ofAll }) => ({ campaign_id, share_pct: rounded(percentOf(ofAll)) })),
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
