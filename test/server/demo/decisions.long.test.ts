/** Simulated screens decide as real ones do: what was booked is what plays, and what did not play is counted. */
import { and, eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { instant } from '../../../shared/clock.ts';
import { targeting, type Campaign, type CampaignPatch } from '../../../shared/contract/sales/campaign.ts';
import type { Losses } from '../../../shared/contract/sales/campaignCalls.ts';
import { leases, plays } from '../../../server/db/schema.ts';
import { pairVehicle } from '../../../server/demo/vehicles/pair.ts';
import { placeAt } from '../../../server/demo/vehicles/place.ts';
import { vehiclePorts } from '../../../server/demo/vehicles/start.ts';
import { startVehicle } from '../../../server/demo/vehicles/vehicle.ts';
import { isInFence } from '../../../shared/playout/place/fences.ts';
import { addLiveCampaign } from '../../support/server/rows/sales/campaigns.ts';
import { addPlaylist, assign, call, publish } from '../../support/server/playlist.ts';
import { startTestServer } from '../../support/server/server.ts';
import { addCreative } from '../../support/server/upload.ts';
import { drivingClock } from './driving.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** A Friday, 15:00 in Lisbon. */
const NOW = Date.UTC(2026, 10, 20, 15);
const ITEM_MS = 8_000;

let w: Awaited<ReturnType<typeof drivenWorld>>;
beforeEach(async () => {
  w = await drivenWorld();
  return () => w.test.close();
});

/** One screen that drives, with a loop; its rides last 8 minutes, and for 6 and a half nobody rides. */
async function drivenWorld() {
  const { clock, counted } = drivingClock(NOW);
  const test = await startTestServer({ clock });
  const ports = { ...vehiclePorts(counted(test), test.server), random: () => 0.5 };
  const made = { name: 'Taxi 101', headers: test.admin.headers, app_version: ports.app_version };
  const identity = await pairVehicle(ports, made);
  const spot = await addCreative(test, test.admin);
  const item = { source: 'creative', creative_id: spot.id, widget: null, duration_ms: ITEM_MS } as const;
  const loop = await addPlaylist(test, test.admin, [item]);
  await publish(test, test.admin, loop.id);
  await assign(test, test.admin, loop.id, [identity.device_id]);
  const both = { by: await test.signIn('manager'), decider: test.admin };
  return {
    ...{ clock, test, identity },
    start: () => startVehicle(identity, ports),
    live: (more: CampaignPatch) =>
      addLiveCampaign(test, both, {
        ...{ creatives: [{ creative_id: spot.id, weight: 1 }], pacing: 'asap', goal_amount: 400, ...more },
      }),
    /** Nobody stays signed in for long. */
    read: async <T>(path: string) => (await call(test, await test.signIn('admin'), 'GET', path)).json<T>(),
    playsOf: ({ id }: Pick<Campaign, 'id'>) =>
      test.db
        .select()
        .from(plays)
        .where(and(eq(plays.campaign_id, id), eq(plays.device_id, identity.device_id))),
  };
}
const lossesOf = async ({ id }: Pick<Campaign, 'id'>) => {
  const { reasons, decisions } = await w.read<Losses>(`/api/campaigns/${id}/losses`);
  expect(reasons.reduce((sum, { n }) => sum + n, 0)).toBe(decisions);
  return Object.fromEntries(reasons.map(({ reason, n }) => [reason, n]));
};
const flightWith = (start: string, end: string): CampaignPatch => ({
  flights: [
    {
      ...{ starts_at: instant(NOW - HOUR_MS), ends_at: instant(NOW + 24 * HOUR_MS), sov_s_per_h: null },
      dayparts: [{ days: [1, 2, 3, 4, 5, 6, 7], start, end }],
    },
  ],
});

it('a campaign plays in its hours alone, and each time it did not is counted', async () => {
  const evening = await w.live({ name: 'Evening', ...flightWith('20:00', '22:00') });
  const until = await w.live({ name: 'Until ten past', ...flightWith('09:00', '15:10') });
  const stop = w.start();
  await w.clock.advance(21 * MINUTE_MS);
  await stop();
  expect(await w.playsOf(evening)).toEqual([]);
  const { daypart, ...others } = await lossesOf(evening);
  expect({ others, isCounted: (daypart ?? 0) > 50 }).toEqual({ others: {}, isCounted: true });
  const within = await w.playsOf(until);
  expect(within.length).toBeGreaterThan(5);
  expect(within.filter(({ started_at }) => started_at.getTime() >= NOW + 10 * MINUTE_MS)).toEqual([]);
  expect((await lossesOf(until))['chosen']).toBeGreaterThan(5);
  expect(await w.test.db.$count(plays)).toBeGreaterThan(within.length + 20);
});

it('a campaign with a goal plays under leases alone and never beyond them; a screen that stops gives them back and plays on later', async () => {
  const [goal, enough] = [30, 400];
  const soon = await w.live({ goal_amount: goal });
  const even = await w.live({ name: 'Even', goal_amount: enough, pacing: 'even' });
  const leasesOf = ({ id }: Campaign) =>
    w.test.db.select().from(leases).where(eq(leases.campaign_id, id)).orderBy(leases.id);
  let stop = w.start();
  await w.clock.advance(8 * MINUTE_MS);
  await stop();
  const [first] = await leasesOf(even);
  expect(first!.max_plays).toBeGreaterThan(1);
  expect([first!.reported, first!.returned]).toEqual([1, first!.max_plays - 1]);
  const before = await w.playsOf(soon);
  expect(before.length).toBeGreaterThan(0);
  stop = w.start();
  await w.clock.advance(40 * MINUTE_MS);
  await stop();
  const all = await w.playsOf(soon);
  expect(all.length).toBeGreaterThan(before.length);
  /** One that was cut short at the stop takes nothing of the goal. */
  expect(all.filter(({ result }) => result === 'completed').length).toBeLessThanOrEqual(goal);
  expect((await w.playsOf(even)).length).toBeGreaterThan(1);
  for (const campaign of [soon, even]) {
    const own = await w.playsOf(campaign);
    expect(own.filter(({ state, lease_id }) => state !== 'accepted' || lease_id === null)).toEqual([]);
    for (const { id, max_plays, returned, reported } of await leasesOf(campaign)) {
      expect(own.filter(({ lease_id }) => lease_id === id)).toHaveLength(reported);
      expect(reported).toBeLessThanOrEqual(max_plays - returned);
    }
  }
  const { delivered, outstanding } = await w.read<Campaign>(`/api/campaigns/${soon.id}`);
  expect(delivered + outstanding).toBeLessThanOrEqual(goal);
});

it('a campaign that is sold by place plays within it alone, and each play says where it was', async () => {
  const { lat, lng } = placeAt(w.identity.device_id, NOW + 4 * MINUTE_MS);
  const fence = { shape: 'circle', lat, lng, radius_m: 400 } as const;
  const campaign = await w.live({ targeting: targeting.parse({ fences: [fence] }) });
  const stop = w.start();
  await w.clock.advance(12 * MINUTE_MS);
  await stop();
  const there = await w.playsOf(campaign);
  expect(there.length).toBeGreaterThan(3);
  for (const { state, place_grade, record, started_at } of there) {
    expect([state, place_grade]).toEqual(['accepted', expect.stringMatching(/inside|edge/)]);
    const { fix } = record.geo!;
    expect(isInFence(fix!, fence)).toBe(true);
    const { at: _at, ...place } = placeAt(w.identity.device_id, started_at.getTime());
    expect(fix).toEqual({ ...place, age_s: 0 });
  }
  expect((await lossesOf(campaign))['place']).toBeGreaterThan(3);
});
