/** Campaigns of invented businesses: one that plays, one that is booked, and one that waits for a decision. */
import { dateOf, instant } from '../../shared/clock.ts';
import { targeting } from '../../shared/contract/sales/campaign.ts';
import { uuid7 } from '../../shared/random.ts';
import { campaigns } from '../db/schema.ts';
import type { TransactionContext } from '../transaction/context.ts';

const DAY_MS = 86_400_000;
/** About what the simulated screens show of one creative in these days, so that it runs to its plan. */
const PLAYS_A_DAY = 145;
/** Of each screen, in the short rides of the past: as many as the plan wants of a day. */
const PLAYS_PER_H = 8;

interface Demo {
  /** By the name of the picture. */
  creatives: ReadonlyMap<string, string>;
  airport: string;
  /** That share what may be out with them. */
  screens: number;
  /** Who asked for approval; somebody else decides. */
  submitted_by: string | null;
  tz: string;
  /** The present; what is made of the past is made before it. */
  today: number;
}
type Row = typeof campaigns.$inferInsert;
interface Booking {
  from: number;
  days: number;
  shows: string | undefined;
  dayparts?: Row['flights'][number]['dayparts'];
}
type More = Pick<Row, 'name' | 'advertiser' | 'state' | 'goal_amount' | 'budget_minor' | 'bid_micros'> &
  Partial<Row>;

export async function insertCampaigns(ctx: TransactionContext, demo: Demo): Promise<void> {
  const { tx, tenant_id, user_id, now } = ctx;
  const booked = ({ from, days, shows, dayparts = [] }: Booking, more: More): Row => {
    const [starts, ends] = [demo.today + from * DAY_MS, demo.today + (from + days) * DAY_MS];
    const creative_ids = shows === undefined ? [] : [shows];
    return {
      ...{ id: uuid7(now), tenant_id, created_by: user_id, created_at: dateOf(now), updated_at: dateOf(now) },
      ...{ note: '', tz: demo.tz, goal: 'plays', class: 'standard', pacing: 'even' },
      flights: [
        { id: uuid7(now), starts_at: instant(starts), ends_at: instant(ends), dayparts, sov_s_per_h: null },
      ],
      ...{ starts_at: dateOf(starts), ends_at: dateOf(ends), targeting: targeting.parse({}) },
      creatives: creative_ids.map(creative_id => ({ creative_id, weight: 10 })),
      creative_ids,
      ...more,
    };
  };
  const { creatives, airport, submitted_by } = demo;
  const flightDays = 14;
  await tx.insert(campaigns).values([
    booked(
      { from: -5, days: flightDays, shows: creatives.get('Night market') },
      {
        ...{ name: 'Autumn nights', advertiser: 'Lantern Night Market', state: 'live', submitted_by },
        ...{ goal_amount: PLAYS_A_DAY * flightDays, budget_minor: 4_000, bid_micros: 12_000_000 },
        ...{ plays_per_h: PLAYS_PER_H, screens_seen: demo.screens, screens_online: demo.screens },
        /** All of the city: every simulated way lies within, so each of its plays counts and says where it was. */
        targeting: targeting.parse({
          fences: [{ shape: 'circle', lat: 38.7372, lng: -9.1445, radius_m: 8_000 }],
        }),
      },
    ),
    booked(
      { from: 4, days: 21, shows: creatives.get('Museum pass') },
      {
        ...{ name: 'Pass for arrivals', advertiser: 'Seven Hills Museums', state: 'scheduled', submitted_by },
        ...{ goal_amount: 2_500, budget_minor: 5_000, bid_micros: 15_000_000, max_per_hour: 6 },
        ...{ targeting: targeting.parse({ group_ids: [airport] }), group_ids: [airport] },
        note: 'Only taxis that wait at the airport.',
      },
    ),
    booked(
      {
        ...{ from: 7, days: 28, shows: creatives.get('Waterfront drive') },
        dayparts: [{ days: [5, 6, 7], start: '16:00', end: '22:00' }],
      },
      {
        ...{ name: 'Sunset sailings', advertiser: 'Estuary Boats', state: 'submitted', submitted_by },
        ...{ goal_amount: 3_000, budget_minor: 6_000, bid_micros: 18_000_000 },
        edited_by: submitted_by === null ? [] : [submitted_by],
        targeting: targeting.parse({
          fences: [{ shape: 'circle', lat: 38.7056, lng: -9.1445, radius_m: 1_500 }],
          conditions: [{ on: 'sky', is: ['clear', 'cloud'] }],
        }),
        note: 'Fridays to Sundays by the river, not in the rain.',
      },
    ),
  ]);
}
