/** A tenant with many screens in groups, weeks of plays behind them, and many campaigns that want them. */
import { eq, sql } from 'drizzle-orm';
import { instant } from '../../../../shared/clock.ts';
import {
  MAX_FLIGHTS,
  targeting,
  type CampaignPatch,
  type Targeting,
} from '../../../../shared/contract/sales/campaign.ts';
import { uuid7 } from '../../../../shared/random.ts';
import { derived } from '../../../../shared/sales/campaignColumns.ts';
import { campaigns, deviceGroups, devices, listings, locations } from '../../../../server/db/schema.ts';
import { rollUpPlays } from '../../../../server/proof/analytics/rollUp.ts';
import { addLiveCampaign } from '../../../support/server/rows/sales/campaigns.ts';
import { campaignWorld, DAY_MS } from '../world.ts';

const SIZE = { screens: 1_000, groups: 20, places: 10, campaigns: 200, drafts: 100_000, days: 28, hours: 12 };
const MINUTE_MS = 60_000;
const [OWN, BY_NAME] = [10, 150];
/** Tag of all screens but the first. */
const FLEET = 'fleet';
export const HOURS = { days: [1, 2, 3, 4, 5], start: '07:00', end: '19:00' };
type World = Awaited<ReturnType<typeof campaignWorld>>;

const idsOf = (n: number, now: number) => Array.from({ length: n }, () => uuid7(now));

/** Every fifth group is filled by a tag, the others by hand; half of them lie below another. */
async function addGroups({ test, clock }: World): Promise<string[]> {
  const ids = idsOf(SIZE.groups, clock.now());
  await test.db.insert(deviceGroups).values(
    ids.map((id, n) => ({
      ...{ id, tenant_id: test.tenant_id, name: `Quarter ${n + 1}` },
      parent_id: n % 2 === 1 ? ids[n - 1]! : null,
      rule: n % 5 === 0 ? { tags: [`quarter-${n}`] } : null,
    })),
  );
  return ids;
}

async function addScreens(
  { test, screen, clock }: World,
  groups: readonly string[],
  owner: { id: string },
): Promise<string[]> {
  await test.db.execute(sql`
    insert into devices select (jsonb_populate_record(one, jsonb_build_object(
      'id', gen_random_uuid(), 'name', 'Taxi ' || n + 1000, 'serial', null, 'machine', null,
      'last_seen_at', ${instant(clock.now())}::text,
      'owner_user_id', case when n <= ${OWN} then ${owner.id}::text end,
      'tags', array['quarter-' || n % ${SIZE.groups}, ${FLEET}::text],
      'group_ids', array[(${sql.param(groups)}::uuid[])[1 + n % ${SIZE.groups}]]))).*
    from devices as one, generate_series(1, ${SIZE.screens - 1}::int) as n where one.id = ${screen.id}`);
  const rows = await test.db.select({ id: devices.id }).from(devices).orderBy(devices.id);
  return rows.map(({ id }) => id);
}

/** A play for each hour that a screen is on: hours are rolled up, so that more would change nothing. Answers the ms of that. */
async function addHistory({ test, spot, clock }: World): Promise<number> {
  const midnight = Math.floor(clock.now() / DAY_MS) * DAY_MS;
  await test.db.execute(sql`
    insert into plays (play_id, tenant_id, device_id, epoch, seq, creative_id, result, state, started_at, received_at,
      duration_ms, expected_ms, completion, visible_share, record_hash, record, batch_id)
    select gen_random_uuid(), d.tenant_id, d.id, d.id, day * 24 + hour, ${spot.id}, 'completed', 'accepted',
      ${instant(midnight)}::timestamptz - day * interval '1 day' + (6 + hour) * interval '1 hour',
      ${instant(midnight)}::timestamptz - day * interval '1 day' + (7 + hour) * interval '1 hour',
      3000000, 3000000, 1, 1, repeat('f', 64), '{"zone":"full"}', d.id
    from devices d, generate_series(1, ${SIZE.days}::int) as day, generate_series(0, ${SIZE.hours - 1}::int) as hour`);
  /** As the database does by itself within a minute; plays are rolled up five minutes after they came. */
  await test.db.execute(sql`analyze plays`);
  const began = performance.now();
  await rollUpPlays(test.server, error => {
    throw error;
  });
  return performance.now() - began;
}

const addListings = ({ test, clock }: World, groups: readonly string[]) =>
  test.db.insert(listings).values(
    groups.map((group_id, n) => ({
      ...{ id: uuid7(clock.now()), tenant_id: test.tenant_id, group_id, title: `Quarter ${n + 1}` },
      ...{ w: 1280, h: 720, durations_ms: [10_000], floor_micros: 1_000_000, currency: 'EUR' },
      ...{ avails_per_h: 100, share_max_pct: 60 + n, state: 'published' as const },
    })),
  );

/** Of nearly all screens. */
async function addFleetListing({ test, clock }: World): Promise<string> {
  const [group_id, id] = idsOf(2, clock.now()) as [string, string];
  const of = { tenant_id: test.tenant_id };
  await test.db.insert(deviceGroups).values({ ...of, id: group_id, name: 'Fleet', rule: { tags: [FLEET] } });
  await test.db.insert(listings).values({
    ...{ ...of, id, group_id, title: 'Fleet', w: 1280, h: 720, durations_ms: [10_000] },
    ...{ floor_micros: 1_000_000, currency: 'EUR', avails_per_h: 100, share_max_pct: 90, state: 'published' },
  });
  return id;
}

type Flights = NonNullable<CampaignPatch['flights']>;
interface Parts {
  screens: readonly string[];
  groups: readonly string[];
  places: readonly string[];
  flight: (sov_s_per_h: number | null, dayparts?: Flights[number]['dayparts']) => Flights[number];
}
type Kind = (
  parts: Parts,
  n: number,
) => Omit<CampaignPatch, 'targeting'> & { targeting?: Partial<Targeting> };
const nth = (ids: readonly string[], n: number) => ids[n % ids.length]!;
const KIND: Readonly<Record<string, Kind>> = {
  'all screens': () => ({ pacing: 'asap', goal_amount: 500_000_000 }),
  'a group': ({ groups }, n) => ({ targeting: { group_ids: [nth(groups, n)] }, goal_amount: 50_000 }),
  'screens by name': ({ screens }, n) => {
    const first = (n * 7) % (SIZE.screens - BY_NAME);
    return { targeting: { device_ids: screens.slice(first, first + BY_NAME) } };
  },
  'places in hours': ({ places, flight }, n) => ({
    ...{ targeting: { location_ids: [nth(places, n)] }, flights: [flight(null, [HOURS])] },
  }),
  'a share of the hour': ({ groups, flight }, n) => ({
    ...{ class: 'guaranteed', goal: 'share', goal_amount: null, flights: [flight(20 + (n % 30))] },
    targeting: { group_ids: [nth(groups, n * 3), nth(groups, n * 3 + 1)] },
  }),
  'leases of a budget': (_, n) => ({
    ...{ goal: 'budget', goal_amount: null, budget_minor: 500_000 + n, bid_micros: 9_000_000 },
  }),
  'of the house': ({ groups }, n) => ({
    class: 'house',
    targeting: { group_ids: groups.slice(n % 10, (n % 10) + 5) },
  }),
  'capped by the day': ({ flight }) => ({
    ...{ flights: [flight(null, [HOURS])], max_per_hour: 10, daily_minor: 10_000, bid_micros: 7_000_000 },
  }),
};
export const KINDS = Object.keys(KIND);

async function addCampaigns({ test, clock, ...w }: World, parts: Parts): Promise<void> {
  const flights = [parts.flight(null)];
  const like = await addLiveCampaign(test, w.both(), { creatives: w.shown(), flights });
  const [row] = await test.db.select().from(campaigns);
  const rows = idsOf(SIZE.campaigns, clock.now()).map((id, n) => {
    const { targeting: some, ...more } = KIND[nth(KINDS, n)]!(parts, n);
    const values = { flights, creatives: w.shown(), ...more, targeting: targeting.parse(some ?? {}) };
    return {
      ...{ ...row!, ...more, ...derived(values, clock.now()) },
      ...{ targeting: values.targeting, id, name: `Campaign ${n}`, advertiser: `Advertiser ${n % 40}` },
    } as typeof campaigns.$inferInsert;
  });
  await test.db.insert(campaigns).values(rows);
  const nthOf = (ids: readonly string[]) => sql`(${sql.param([...ids])}::uuid[])`;
  await test.db.execute(sql`
    insert into campaigns select (jsonb_populate_record(one, jsonb_build_object(
      'id', gen_random_uuid(), 'state', 'draft', 'name', 'Draft ' || n,
      'group_ids', case when n % 3 = 0 then ${nthOf(parts.groups)}[1 + n % ${SIZE.groups} : 1 + n % ${SIZE.groups}]
        else '{}'::uuid[] end,
      'device_ids', case when n % 3 = 1 then ${nthOf(parts.screens)}[1 + n % 900 : 5 + n % 900]
        else '{}'::uuid[] end,
      'created_at', one.created_at - n * interval '1 minute'))).*
    from campaigns as one, generate_series(1, ${SIZE.drafts}::int) as n where one.id = ${like.id}`);
}

export async function manyScreens() {
  const w = await campaignWorld();
  const { test, clock } = w;
  const owner = await test.signIn('device_owner');
  const groups = await addGroups(w);
  const screens = await addScreens(w, groups, owner);
  const rolledUpMs = await addHistory(w);
  await addListings(w, groups);
  const fleet = await addFleetListing(w);
  const places = idsOf(SIZE.places, clock.now());
  await test.db.insert(locations).values(
    places.map((id, n) => ({
      ...{ id, tenant_id: test.tenant_id, name: `Place ${n}`, lat: 38.7, lng: -9.1 - n / 100 },
      ...{ radius_m: 500, tz: 'Europe/Lisbon' },
    })),
  );
  const span = { starts_at: instant(clock.now() - 5 * DAY_MS), ends_at: instant(clock.now() + 30 * DAY_MS) };
  const flight: Parts['flight'] = (sov_s_per_h, dayparts = []) => ({ ...span, dayparts, sov_s_per_h });
  const longFlights = () =>
    Array.from({ length: MAX_FLIGHTS }, () => ({
      ...{ starts_at: instant(clock.now()), ends_at: instant(clock.now() + 729 * DAY_MS) },
      ...{ dayparts: [], sov_s_per_h: null },
    }));
  await addCampaigns(w, { screens, groups, places, flight });
  await test.db.execute(sql`analyze`);
  /** From now on each campaign is guaranteed a second of the hour by each of twenty flights, which begin one after another. */
  async function guaranteeAll(): Promise<void> {
    const live = await test.db
      .select({ id: campaigns.id })
      .from(campaigns)
      .where(eq(campaigns.state, 'live'));
    const at = (days: number, n: number) => instant(clock.now() + days * DAY_MS + n * MINUTE_MS);
    for (const [n, { id }] of live.entries()) {
      const own = Array.from({ length: MAX_FLIGHTS }, (_, i) => ({
        ...{ id: uuid7(clock.now()), dayparts: [HOURS], sov_s_per_h: 1 },
        ...{ starts_at: at(-5, n * MAX_FLIGHTS + i), ends_at: at(25, n * MAX_FLIGHTS + i) },
      }));
      await test.db
        .update(campaigns)
        .set({ class: 'guaranteed', goal: 'share', goal_amount: null, flights: own })
        .where(eq(campaigns.id, id));
    }
    await test.db.execute(sql`analyze campaigns`);
  }
  return { ...w, rolledUpMs, guaranteeAll, owner, groups, screens, flight, longFlights, fleet };
}
