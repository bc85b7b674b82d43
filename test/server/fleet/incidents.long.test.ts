import { describe, expect, it } from 'vitest';
import { instant } from '../../../shared/clock.ts';
import type { Reported } from '../../../shared/contract/fleet/device.ts';
import type { Incident } from '../../../shared/contract/fleet/incident.ts';
import { uuid7 } from '../../../shared/random.ts';
import { groupIncidents } from '../../../server/fleet/incidents/grouping.ts';
import { detectIncidents } from '../../../server/fleet/incidents/watch.ts';
import { manualClock } from '../../support/clock.ts';
import { makeScreen, type Screen } from '../../support/device.ts';
import { call } from '../../support/server/playlist.ts';
import { said } from '../../support/reported.ts';
import { startTestServer, type TestServer } from '../../support/server/server.ts';

const MINUTE_MS = 60_000;

/** A separate server per test, so that only this test's screens are silent. */
async function fleet(screens: number) {
  const clock = manualClock(Date.now());
  const test: TestServer = await startTestServer({ clock });
  const { admin } = test;
  const all: Screen[] = [];
  for (let n = 1; n <= screens; n++) {
    const screen = makeScreen(test);
    await screen.pair(admin, { name: `Cab ${n}` });
    all.push(screen);
  }
  const beat = (screen: Screen, fields: Partial<Reported> = {}) =>
    screen.call('POST', '/api/player/heartbeat', said(fields));
  const list = async (query = '') => {
    const { headers } = await test.signIn('admin');
    const answer = await call(test, { headers }, 'GET', `/api/incidents${query}`);
    return answer.json<{ items: Incident[]; total: number }>();
  };
  /** Minute by minute; these go on calling. What the server does by its clock is done here and waited for. */
  async function pass(minutes: number, well: readonly Screen[] = []) {
    for (let n = 0; n < minutes; n++) {
      for (const screen of well) await beat(screen);
      await clock.advance(MINUTE_MS);
      await test.network.sightings.flush();
      await detectIncidents(test.server);
    }
  }
  return { test, clock, all, beat, list, pass, admin };
}
const eventually = <T>(read: () => Promise<T>) => expect.poll(read, { timeout: 10_000 });

describe('a screen that falls silent', () => {
  it('ADMIN-19 is an incident after ten minutes, which closes when it is back; one never seen is none', async () => {
    const { test, all, beat, list, pass } = await fleet(3);
    const [cab, other] = all as [Screen, Screen, Screen];
    await beat(cab);
    await beat(other);
    await pass(9, [other]);
    expect((await list()).total).toBe(0);
    await pass(3, [other]);
    await eventually(async () => (await list()).items).toMatchObject([
      { kind: 'offline', state: 'open', device_count: 1, devices: [{ id: cab.id, name: 'Cab 1' }] },
    ]);
    const of = async (screen: Screen, more = '') => (await list(`?device_id=${screen.id}${more}`)).total;
    expect([await of(cab), await of(other), await of(cab, '&status=closed')]).toEqual([1, 0, 0]);
    await pass(2, [cab, other]);
    await eventually(async () => (await list()).items[0]?.state).toBe('closed');
    expect(await of(cab, '&status=closed')).toBe(1);
    expect((await list()).items[0]?.closed_at).not.toBeNull();
    await test.close();
  });

  it('is one incident for all where five go at once, and it closes with the last that is back', async () => {
    const { test, all, beat, list, pass } = await fleet(7);
    for (const screen of all) await beat(screen);
    const [first, ...rest] = all as [Screen, ...Screen[]];
    await pass(2, rest);
    await pass(10);
    await eventually(async () => (await list()).items.map(one => one.device_count)).toEqual([7]);
    await pass(2, rest);
    expect((await list()).items[0]?.state).toBe('open');
    await pass(2, [first, ...rest]);
    await eventually(async () => (await list()).items[0]?.state).toBe('closed');
    await test.close();
  });

  it('is not told of again when somebody has closed the incident while it is still away', async () => {
    const { test, all, beat, list, pass } = await fleet(1);
    await beat(all[0]!);
    await pass(12);
    await eventually(async () => (await list()).total).toBe(1);
    const { headers } = await test.signIn('admin');
    const [one] = (await list()).items;
    const ack = await call(test, { headers }, 'POST', `/api/incidents/${one?.id}/ack`, { payload: {} });
    expect(ack.json()).toMatchObject({ state: 'acked', acked_by: expect.any(String) as string });
    const again = await call(test, { headers }, 'POST', `/api/incidents/${one?.id}/ack`, { payload: {} });
    expect(again.statusCode).toBe(409);
    const closed = await call(test, { headers }, 'POST', `/api/incidents/${one?.id}/close`, { payload: {} });
    expect(closed.json()).toMatchObject({ state: 'closed' });
    await pass(3);
    expect((await list()).items.map(row => row.state)).toEqual(['closed']);
    await test.close();
  });
});

it('a server that was away itself hears who is there before it says that anybody is silent', async () => {
  const { test, clock, all, beat, list } = await fleet(1);
  await beat(all[0]!);
  await test.network.sightings.flush();
  clock.jump(60 * MINUTE_MS);
  for (let n = 0; n < 9; n++) await clock.advance(MINUTE_MS);
  expect((await list()).total).toBe(0);
  await eventually(async () => {
    await clock.advance(MINUTE_MS);
    return (await list()).total;
  }).toBe(1);
  await test.close();
});

it('a wrong clock and a full storage are told of, and end when they are right again', async () => {
  const { test, all, beat, list, pass } = await fleet(2);
  const [slow, full] = all as [Screen, Screen];
  await pass(10);
  await beat(slow, { clock: { offset_ms: -6 * MINUTE_MS, quality: 'B' } });
  await beat(full, { storage: { used: 97, quota: 100, persisted: true } });
  await pass(1);
  await eventually(async () =>
    (await list('?sort=kind')).items.map(one => [one.kind, one.devices[0]?.name]),
  ).toEqual([
    ['clock', 'Cab 1'],
    ['storage', 'Cab 2'],
  ]);
  await pass(2, all);
  await eventually(async () => (await list('?status=open')).total).toBe(0);
  await test.close();
});

describe('what a player noticed', () => {
  it('is taken once however often it is sent, and joins what is open of its kind', async () => {
    const { test, clock, all, list } = await fleet(1);
    const screen = all[0]!;
    const note = (kind: string) => ({
      id: uuid7(clock.now()),
      kind,
      at: instant(clock.now()),
      detail: 'seen',
    });
    const notes = [note('storage_loss'), note('playback')];
    const send = (sent: object[]) => screen.call('POST', '/api/player/incidents', { notes: sent });
    for (let n = 0; n < 2; n++)
      expect((await send(notes)).json()).toEqual({ taken: notes.map(one => one.id) });
    expect((await list()).total).toBe(2);
    await send([note('playback')]);
    const { items } = await list('?kind=playback');
    expect(items).toMatchObject([{ detail: 'seen', device_count: 1 }]);
    expect((await send(Array.from({ length: 21 }, () => note('playback')))).statusCode).toBe(400);
    expect((await send([])).statusCode).toBe(400);
    await test.close();
  });
});

it('each report of a driver or a rider stands for itself, and none hides another', async () => {
  const { test, clock, all, list } = await fleet(1);
  const [screen] = all as [Screen];
  const note = (detail: string) => ({
    ...{ id: uuid7(clock.now()), kind: 'report', at: instant(clock.now()) },
    detail,
  });
  const details = ['Driver: unsafe ad, c1 Harbour', 'Driver: fault, sound', 'Rider: ad, c1 Harbour'];
  const notes = details.map(note);
  const send = () => screen.call('POST', '/api/player/incidents', { notes });
  expect((await send()).statusCode).toBe(200);
  expect((await send()).statusCode).toBe(200);
  const { items } = await list();
  expect(items.map(({ kind, state, detail }) => `${kind} ${state} ${detail}`).sort()).toEqual(
    details.map(detail => `report open ${detail}`).sort(),
  );
  await test.close();
});

it('five make one, fewer stay apart, and one that somebody looks after takes others in but goes nowhere', () => {
  const recent = (id: string, screens: number, isAcked = false) => ({ id, screens, isAcked });
  expect(groupIncidents(4, [])).toEqual({ targetId: null, isGrouped: false, merged: [] });
  expect(groupIncidents(5, [])).toEqual({ targetId: null, isGrouped: true, merged: [] });
  expect(groupIncidents(2, [recent('a', 1), recent('b', 2)])).toEqual({
    targetId: 'b',
    isGrouped: true,
    merged: ['a'],
  });
  expect(groupIncidents(2, [recent('a', 1, true), recent('b', 2), recent('c', 1, true)])).toEqual({
    targetId: 'a',
    isGrouped: true,
    merged: ['b'],
  });
});
