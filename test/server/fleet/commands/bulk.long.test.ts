import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { devices } from '../../../../server/db/schema.ts';
import { MAX_NAMED_DEVICES } from '../../../../shared/contract/fleet/deviceChanges.ts';
import { uuid7 } from '../../../../shared/random.ts';
import { manualClock } from '../../../support/clock.ts';
import { makeScreen, type Screen } from '../../../support/device.ts';
import { call } from '../../../support/server/playlist.ts';
import { said } from '../../../support/reported.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';

const MINUTE_MS = 60_000;
const clock = manualClock(Date.now());
let test: TestServer;
let admin: TestServer['admin'];
let screen: Screen;
beforeAll(async () => {
  test = await startTestServer({ clock });
});
beforeEach(async () => {
  await clock.advance(MINUTE_MS);
  admin = await test.signIn('admin');
  screen = makeScreen(test);
  await screen.pair(admin, { name: `Cab ${clock.now()}` });
});
afterAll(() => test.close());

const post = (url: string, payload: object = {}) => call(test, admin, 'POST', url, { payload });
const beat = async (on: Screen) =>
  (await on.call('POST', '/api/player/heartbeat', said())).json<{
    commands?: { id: string; kind: string; params: object }[];
  }>();
const tell = (id: string, body: object, on: Screen) => on.call('POST', `/api/player/commands/${id}`, body);

describe('the same asked of many', () => {
  const all = (path: string) => `/api/device-commands${path}`;
  interface Sent {
    batch_id: string;
    ok: string[];
    failed: object[];
  }
  const IDENTIFY = { kind: 'identify', params: {} };
  async function fleet(name: string, screens: number) {
    const made: Screen[] = [];
    for (let n = 0; n < screens; n++) {
      const one = makeScreen(test);
      await one.pair(admin, { name: `${name} ${n}` });
      made.push(one);
    }
    return made;
  }
  const states = async (batch_id: string) =>
    (await call(test, admin, 'GET', all(`?batch_id=${batch_id}&limit=1`))).json<{
      facets: { state: Record<string, number> };
    }>().facets.state;

  it('names those it could not ask, and asks each once', async () => {
    const [other] = (await fleet('Retired', 1)) as [Screen];
    await post(`/api/devices/${other.id}/retire`);
    const nobody = uuid7(clock.now());
    const answer = await post(all(''), {
      device_ids: [screen.id, screen.id, other.id, nobody],
      command: IDENTIFY,
    });
    expect(answer.json()).toMatchObject({
      ok: [screen.id],
      failed: [
        { id: other.id, error: 'STATE' },
        { id: nobody, error: 'NOT_FOUND' },
      ],
    });
    expect((await beat(screen)).commands).toHaveLength(1);
  });

  it('reaches all a filter names, says before who is deaf to it, and never another tenant’s', async () => {
    const name = `Harbour ${clock.now()}`;
    const [, held, gone] = await fleet(name, 5);
    await test.db.update(devices).set({ state: 'suspended' }).where(eq(devices.id, held!.id));
    await test.db.update(devices).set({ state: 'unpaired' }).where(eq(devices.id, gone!.id));
    const q = encodeURIComponent(name);
    const expected = {
      takes: 3,
      refused: [
        { state: 'unpaired', count: 1, names: [`${name} 2`] },
        { state: 'suspended', count: 1, names: [`${name} 1`] },
      ],
    };
    expect((await call(test, admin, 'GET', all(`/reach?q=${q}`))).json()).toEqual(expected);
    const sent = (await post(all(''), { filter: { q: name }, command: IDENTIFY })).json<Sent>();
    expect([sent.ok.length, sent.failed.length]).toEqual([3, 2]);
    const by = await test.signIn('admin', await test.addTenant(`far-${clock.now()}`));
    const foreign = await call(test, by, 'GET', all(`/reach?device_ids=${screen.id}`));
    expect(foreign.json()).toEqual({ takes: 0, refused: [] });
    const cancel = await call(test, by, 'POST', all(`/batches/${sent.batch_id}/cancel`), { payload: {} });
    expect(cancel.statusCode).toBe(404);
  });

  it('is counted by state while it goes on, and what waits is taken back together', async () => {
    const [first, second] = (await fleet(`Tram ${clock.now()}`, 4)) as [Screen, Screen, Screen, Screen];
    const { batch_id, ok } = (
      await post(all(''), { filter: { q: `Tram ${clock.now()}` }, command: IDENTIFY })
    ).json<Sent>();
    expect(await states(batch_id)).toEqual({ queued: 4 });
    await beat(first);
    const [taken] = (await beat(second)).commands!;
    await tell(taken!.id, { state: 'accepted' }, second);
    expect(await states(batch_id)).toEqual({ queued: 2, delivered: 1, accepted: 1 });
    expect((await post(all(`/batches/${batch_id}/cancel`))).json()).toEqual({ cancelled: 3 });
    expect(await states(batch_id)).toEqual({ accepted: 1, cancelled: 3 });
    expect((await beat(first)).commands ?? []).toEqual([]);
    await tell(taken!.id, { state: 'done' }, second);
    expect((await post(all(`/batches/${batch_id}/cancel`))).json()).toEqual({ cancelled: 0 });
    expect(ok).toHaveLength(4);
  });

  it('is refused where it names nobody clearly, or too many', async () => {
    const many = Array.from({ length: MAX_NAMED_DEVICES + 1 }, () => screen.id);
    for (const named of [
      {},
      { device_ids: [] },
      { device_ids: many },
      { device_ids: [screen.id], filter: {} },
    ])
      expect((await post(all(''), { ...named, command: IDENTIFY })).statusCode).toBe(400);
    const reload = await post(all(''), { device_ids: [screen.id], command: { kind: 'explode', params: {} } });
    expect(reload.statusCode).toBe(400);
  });
});
