import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { localAt } from '../../../shared/playout/rights.ts';
import { dayStart } from '../../../shared/i18n/format.ts';
import { seededUnit } from '../../../shared/random.ts';
import { devices, incidents, leases, playlists, plays } from '../../../server/db/schema.ts';
import { seedDemo } from '../../../server/demo/seed.ts';
import { dayOffOf } from '../../../server/demo/vehicles/history.ts';
import { ridesOn } from '../../../server/demo/vehicles/rides.ts';
import { startVehicles, vehiclePorts } from '../../../server/demo/vehicles/start.ts';
import { pairVehicle } from '../../../server/demo/vehicles/pair.ts';
import { startVehicle } from '../../../server/demo/vehicles/vehicle.ts';
import { startTestServer } from '../../support/server/server.ts';
import { drivingClock } from './driving.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 10, 20, 15);
const TZ = 'Europe/Lisbon';
const FLEET = 6;
/** On Wednesdays and Thursdays they play another list from 19:00 on. */
const NIGHT_CABS = ['Cab 0099', 'Cab 0765'];
const EVENING_MS = 19 * 3_600_000;

it('thirty days of the demo are at most 30,000 plays, in rides that do not overlap, none on the day off', () => {
  let items = 0;
  for (let vehicle = 0; vehicle < FLEET; vehicle++) {
    const random = seededUnit(vehicle + 1);
    for (let day = 0; day < 30; day++) {
      const midnight = Date.parse(dayStart('2026-10-20', TZ, day));
      const rides = ridesOn(midnight, dayOffOf(vehicle), random);
      if (new Date(midnight + DAY_MS / 2).getUTCDay() === dayOffOf(vehicle)) expect(rides).toEqual([]);
      for (const [i, { start, end }] of rides.entries()) {
        expect(start).toBeGreaterThanOrEqual(i === 0 ? midnight : (rides[i - 1]?.end ?? 0));
        items += Math.ceil((end - start) / 8_000);
      }
    }
  }
  expect(items).toBeGreaterThan(15_000);
  expect(items).toBeLessThanOrEqual(30_000);
});

it('the demo has a past that its own ledger believes and its schedule allows, and screens that play on from there', async () => {
  const { clock, counted } = drivingClock(NOW);
  const test = await startTestServer({ clock, config: { demo: 'on' } });
  await seedDemo(test.server, test.network, 2);

  const past = await test.db.select().from(plays);
  expect(past.length).toBeGreaterThan(200);
  expect(past.filter(({ state }) => state !== 'accepted')).toEqual([]);
  expect(Math.min(...past.map(row => row.started_at.getTime()))).toBeGreaterThan(NOW - 2 * DAY_MS);
  expect(past.every(row => row.received_at >= row.started_at && row.received_at.getTime() <= NOW)).toBe(true);
  const fleet = await test.db.select().from(devices);
  const [evenings] = await test.db
    .select()
    .from(playlists)
    .where(eq(playlists.name, 'Night market evenings'));
  const ofNight = fleet.filter(({ name }) => NIGHT_CABS.includes(name)).map(({ id }) => id);
  const isEvening = ({ started_at }: { started_at: Date }) =>
    localAt(started_at.getTime(), TZ) % DAY_MS >= EVENING_MS;
  const evening = past.filter(row => ofNight.includes(row.device_id) && isEvening(row) && !row.campaign_id);
  expect(new Set(evening.map(({ playlist_id }) => playlist_id))).toEqual(new Set([evenings!.id]));
  expect(await test.db.select().from(incidents)).toMatchObject([{ kind: 'offline', state: 'open' }]);

  const stop = startVehicles(counted(test), test.server);
  await clock.advance(6 * MINUTE_MS);
  await test.network.sightings.flush();
  await stop();
  const seen = (await test.db.select().from(devices)).map(row => row.last_seen_at?.getTime() ?? 0);
  expect(seen.filter(at => at > NOW + 5 * MINUTE_MS)).toHaveLength(FLEET - 1);
  const all = await test.db.select().from(plays);
  expect(all.length).toBeGreaterThan(past.length + 50);
  expect(all.filter(({ state }) => state !== 'accepted')).toEqual([]);
  const sold = all.filter(row => row.campaign_id !== null && row.started_at.getTime() >= NOW);
  expect(sold.length).toBeGreaterThan(0);
  expect(sold.filter(({ lease_id }) => lease_id === null)).toEqual([]);
  /** Whoever asks first leaves the others theirs. */
  const granted = await test.db.select().from(leases);
  expect(new Set(granted.map(({ device_id }) => device_id)).size).toBe(FLEET - 1);
  expect(new Set(all.map(row => `${row.device_id} ${row.epoch} ${row.seq}`)).size).toBe(all.length);
  await test.close();
});

it('a simulated screen pairs like any other, and stops asking once it was retired', async () => {
  const { clock, counted } = drivingClock(NOW);
  const test = await startTestServer({ clock });
  const ports = vehiclePorts(counted(test), test.server);
  const made = { name: 'Simulated 0001', headers: test.admin.headers, app_version: ports.app_version };
  const stop = startVehicle(await pairVehicle(ports, made), ports);
  const screen = async () => {
    await test.network.sightings.flush();
    const [row] = await test.db.select().from(devices);
    return { ...row, seen: row?.last_seen_at?.getTime() ?? 0 };
  };
  await clock.advance(MINUTE_MS);
  const { id, version, seen, state } = await screen();
  expect({ state, isSeen: seen > NOW }).toEqual({ state: 'active', isSeen: true });
  const answer = await test.app.inject({
    method: 'POST',
    url: `/api/devices/${id}/retire`,
    headers: { ...test.admin.headers, 'if-match': `"${version}"` },
    payload: {},
  });
  expect(answer.statusCode).toBe(200);
  await clock.advance(5 * MINUTE_MS);
  await stop();
  expect((await screen()).seen).toBe(seen);
  await test.close();
});
