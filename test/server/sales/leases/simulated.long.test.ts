/** Days of screens on the real server beside the simulator's, worked out from its answer before they begin. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { simulateDay, type SimulatedDocuments } from '../../../../console/playout/simulator/day.ts';
import { pairVehicle } from '../../../../server/demo/vehicles/pair.ts';
import { vehiclePorts } from '../../../../server/demo/vehicles/start.ts';
import { advanceCampaigns } from '../../../../server/sales/campaigns/advance.ts';
import { campaigns } from '../../../../server/db/schema.ts';
import { instant } from '../../../../shared/clock.ts';
import type { Device } from '../../../../shared/contract/fleet/device.ts';
import { targeting, type CampaignPatch } from '../../../../shared/contract/sales/campaign.ts';
import { LEASES_MS } from '../../../../shared/playout/leases/interval.ts';
import { manualClock } from '../../../support/clock.ts';
import { addLiveCampaign } from '../../../support/server/rows/sales/campaigns.ts';
import { addPlaylist, assign, call, publish } from '../../../support/server/playlist.ts';
import { startTestServer } from '../../../support/server/server.ts';
import { addCreative } from '../../../support/server/upload.ts';
import { DAY_MS } from '../world.ts';
import { HOUR_MS } from './fleet.ts';
import { makeVehicle, type Vehicle } from './vehicles.ts';

const BEATS_MS = HOUR_MS / 2;
/** Long enough that turns and leases come round many times. */
const SPOT_MS = 30_000;
const PART_H = 5;

const clock = manualClock(Date.parse('2026-11-24T00:00:00.000Z'));
let test: Awaited<ReturnType<typeof startTestServer>>;
let screens: { id: string; vehicle: Vehicle }[];
let creative_id: string;
beforeAll(async () => {
  test = await startTestServer({ clock });
  const spot = await addCreative(test, test.admin);
  creative_id = spot.id;
  await call(test, test.admin, 'PATCH', `/api/creatives/${spot.id}`, {
    payload: { duration_ms: SPOT_MS },
    version: spot.version,
  });
  const ports = vehiclePorts(test.app, test.server);
  screens = [];
  for (const name of ['Taxi 1', 'Taxi 2']) {
    const made = { name, headers: test.admin.headers, app_version: ports.app_version };
    const identity = await pairVehicle(ports, made);
    const id = identity.device_id;
    const device = (await call(test, test.admin, 'GET', `/api/devices/${id}`)).json<Device>();
    await call(test, test.admin, 'PATCH', `/api/devices/${id}`, {
      payload: { metered: 'metered' },
      version: device.version,
    });
    screens.push({ id, vehicle: makeVehicle(identity, ports) });
    await clock.advance(2_000);
  }
  const picture = { source: 'creative', creative_id: spot.id, widget: null, duration_ms: SPOT_MS } as const;
  const loop = await addPlaylist(test, test.admin, [picture], 'Night and day');
  await publish(test, test.admin, loop.id);
  await assign(
    test,
    test.admin,
    loop.id,
    screens.map(({ id }) => id),
  );
  await beat();
  /** By then their own plays say what they can show, and how soon they report it. */
  await drive(screens, 3);
});
afterAll(() => test.close());

async function beat() {
  for (const { vehicle } of screens) await vehicle.beat();
}
const advance = () =>
  advanceCampaigns(test.server, error => {
    throw error;
  });
/** Screens with a link, for so many hours. */
async function drive(chosen: typeof screens, hours: number) {
  const until = clock.now() + hours * HOUR_MS;
  let beatAt = clock.now();
  while (clock.now() < until) {
    await clock.advance(LEASES_MS.metered);
    for (const { vehicle } of chosen) {
      await vehicle.playUntil(clock.now());
      await vehicle.synchronize();
    }
    if (clock.now() < beatAt) continue;
    beatAt = clock.now() + BEATS_MS;
    await beat();
    await advance();
  }
}

/** The same day by the simulator, of one of them, from what the server answers before it begins. */
async function simulated({ id }: { id: string }, hours: number) {
  test.admin = await test.signIn('admin');
  const answer = await call(test, test.admin, 'GET', `/api/devices/${id}/documents`);
  const documents = answer.json<SimulatedDocuments>();
  const from = clock.now();
  const day = { from, to: from + hours * HOUR_MS, place: null, track: null, rides: [], weights: null };
  const { totals } = [...simulateDay(documents, day)].at(-1)!;
  return { playsOf: (campaign_id: string) => totals.get(campaign_id)?.plays ?? 0 };
}

async function begin(more: CampaignPatch) {
  await test.db.update(campaigns).set({ state: 'ended' });
  test.admin = await test.signIn('admin');
  const by = await test.signIn('manager');
  const now = clock.now();
  const flight = {
    starts_at: instant(now),
    ends_at: instant(now + 5 * DAY_MS),
    dayparts: [],
    sov_s_per_h: null,
  };
  const made = await addLiveCampaign(
    test,
    { by, decider: test.admin },
    { creatives: [{ creative_id, weight: 1 }], flights: [flight], ...more },
  );
  await advance();
  await beat();
  return made;
}
/** A play that goes on while a screen asks is reported a call later here and there; turns of the loop began before the day. */
const FEW = 3;

/** By the least it plays: what a budget of the day leaves is for this day and not for all that follow. */
it.each<[string, CampaignPatch, number, number?]>([
  ['an even goal that one screen has to itself', { goal_amount: 1_500 }, 1],
  ['a goal of a few plays a day', { goal_amount: 150 }, 1],
  ['a goal as fast as it can', { goal_amount: 400, pacing: 'asap' }, 1],
  ['a plan that leans forward', { goal_amount: 1_500, pacing: 'front' }, 1],
  ['an even goal that two screens share', { goal_amount: 1_500 }, 2],
  ['a budget of 240 plays a day', { goal_amount: 9_000, bid_micros: 100_000_000, daily_minor: 2_400 }, 1, 45],
])(
  'a screen plays %s as often as the simulator said, within a few plays',
  async (_what, more, n, least = 5) => {
    const chosen = screens.slice(0, n);
    const to = targeting.parse({ device_ids: chosen.map(({ id }) => id) });
    const { id } = await begin({ ...more, targeting: to });
    const day = await simulated(chosen[0]!, PART_H);
    const before = chosen.map(({ vehicle }) => vehicle.playsByCampaign.get(id) ?? 0);
    await drive(chosen, PART_H);
    const played = chosen.map(({ vehicle }, i) => (vehicle.playsByCampaign.get(id) ?? 0) - before[i]!);
    expect(played[0]).toBeGreaterThan(least);
    for (const plays of played) expect(Math.abs(day.playsOf(id) - plays)).toBeLessThanOrEqual(FEW);
  },
  200_000,
);
