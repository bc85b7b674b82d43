import type { InjectOptions } from 'fastify';
import { expect, it } from 'vitest';
import { dayStart } from '../../../shared/i18n/format.ts';
import { seededUnit } from '../../../shared/random.ts';
import { devices, incidents, plays } from '../../../server/db/schema.ts';
import { seedDemo } from '../../../server/demo/seed.ts';
import { dayOffOf } from '../../../server/demo/vehicles/history.ts';
import { ridesOn } from '../../../server/demo/vehicles/rides.ts';
import { startVehicles, vehiclePorts } from '../../../server/demo/vehicles/start.ts';
import { pairVehicle } from '../../../server/demo/vehicles/pair.ts';
import { startVehicle } from '../../../server/demo/vehicles/vehicle.ts';
import { manualClock } from '../../support/clock.ts';
import { startTestServer, type TestServer } from '../../support/server/server.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 10, 20, 15);
const TZ = 'Europe/Lisbon';
const FLEET = 6;

/** Calls of vehicles that have no answer yet. */
let open = 0;
const TURNS = 40;
/** One that waits for the clock itself must not be waited for. */
const MOST_TURNS = 5_000;
/** Timers of the server and of the vehicles share this clock, and a call needs turns of the real one: on a busy machine more. */
const settle = async () => {
  for (let turn = 0; turn < TURNS || (open > 0 && turn < MOST_TURNS); turn++)
    await new Promise<void>(done => setImmediate(done));
};
function counted({ app }: TestServer): TestServer['app'] {
  const inject = async (options: InjectOptions) => {
    open++;
    try {
      return await app.inject(options);
    } finally {
      open--;
    }
  };
  return Object.assign(Object.create(app) as TestServer['app'], { inject });
}

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

it('the demo has a past that its own ledger believes, and screens that play on from there', async () => {
  const clock = manualClock(NOW, settle);
  const test = await startTestServer({ clock, config: { demo: 'on' } });
  await seedDemo(test.server, test.network, 2);

  const past = await test.db.select().from(plays);
  expect(past.length).toBeGreaterThan(200);
  expect(past.filter(({ state }) => state !== 'accepted')).toEqual([]);
  expect(Math.min(...past.map(row => row.started_at.getTime()))).toBeGreaterThan(NOW - 2 * DAY_MS);
  expect(past.every(row => row.received_at >= row.started_at && row.received_at.getTime() <= NOW)).toBe(true);
  expect(await test.db.select().from(incidents)).toMatchObject([{ kind: 'offline', state: 'open' }]);

  const stop = startVehicles(counted(test), test.server);
  await clock.advance(6 * MINUTE_MS);
  await test.network.sightings.flush();
  stop();
  const seen = (await test.db.select().from(devices)).map(row => row.last_seen_at?.getTime() ?? 0);
  expect(seen.filter(at => at > NOW + 5 * MINUTE_MS)).toHaveLength(FLEET - 1);
  const all = await test.db.select().from(plays);
  expect(all.length).toBeGreaterThan(past.length + 50);
  expect(all.filter(({ state }) => state !== 'accepted')).toEqual([]);
  expect(new Set(all.map(row => `${row.device_id} ${row.epoch} ${row.seq}`)).size).toBe(all.length);
  await test.close();
});

it('a simulated screen pairs like any other, and stops asking once it was retired', async () => {
  const clock = manualClock(NOW, settle);
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
  stop();
  expect((await screen()).seen).toBe(seen);
  await test.close();
});
