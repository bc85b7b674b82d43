import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Device } from '../../../shared/contract/fleet/device.ts';
import type { DeviceGroup } from '../../../shared/contract/fleet/deviceGroup.ts';
import type { ScheduleDocument } from '../../../shared/contract/playout/manifest.ts';
import {
  MAX_ENTRIES,
  type PlanEntry,
  type PlanStretch,
  type ScheduleEntry,
} from '../../../shared/contract/playout/scheduleEntry.ts';
import { uuid7 } from '../../../shared/random.ts';
import { scheduleEntries } from '../../../server/db/schema.ts';
import { manualClock } from '../../support/clock.ts';
import { makeScreen, type Screen } from '../../support/device.ts';
import { addPlaylist, assign, call, publish } from '../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../support/server/server.ts';
import { addCreative } from '../../support/server/upload.ts';

/** Tuesday, 10:20 on the screen, which hangs in Berlin. */
const clock = manualClock(Date.parse('2026-11-24T09:20:00.000Z'));
const PATH = '/api/schedule-entries';
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];

let test: TestServer;
let by: TestServer['admin'];
let screen: Screen;
let group: DeviceGroup;
let creative_id: string;
/** Published, each of one item. */
let city: string;
let evening: string;
beforeAll(async () => {
  test = await startTestServer({ clock });
  by = await test.signIn('manager');
  screen = makeScreen(test);
  await screen.pair(by);
  creative_id = (await addCreative(test, by, 'picture.jpg')).id;
  city = await published('City loop');
  evening = await published('Evening loop');
  await assign(test, by, city, [screen.id]);
  group = (await post<DeviceGroup>('/api/device-groups', { name: 'Night shift' })).body;
  await patchScreen({ group_ids: [group.id] });
});
beforeEach(async () => {
  by = await test.signIn('manager');
  await test.db.delete(scheduleEntries);
});
afterAll(() => test.close());

async function post<T>(path: string, payload: object) {
  const reply = await call(test, by, 'POST', path, { payload });
  return { status: reply.statusCode, body: reply.json<T>() };
}
async function published(name: string): Promise<string> {
  const { id } = await addPlaylist(test, by, [{ creative_id, duration_ms: 8_000 }], name);
  await publish(test, by, id);
  return id;
}
const read = async <T>(path: string) => (await call(test, by, 'GET', path)).json<T>();
async function patchScreen(payload: object): Promise<void> {
  const { version } = await read<Device>(`/api/devices/${screen.id}`);
  const reply = await call(test, by, 'PATCH', `/api/devices/${screen.id}`, { payload, version });
  expect(reply.statusCode).toBe(200);
}
const add = async (more: object = {}) => {
  const { status, body } = await post<ScheduleEntry>(PATH, {
    device_id: screen.id,
    playlist_id: evening,
    ...more,
  });
  expect(status).toBe(200);
  return body;
};
const refused = async (more: object) => {
  const { status, body } = await post<{ error: string; details?: object }>(PATH, {
    ...{ device_id: screen.id, playlist_id: evening },
    ...more,
  });
  return { status, code: body.error, fields: Object.keys(body.details ?? {}) };
};
async function scheduleOnScreen(): Promise<ScheduleDocument['entries'] | null> {
  const { documents } = await screen.head();
  const sha256 = documents.find(({ kind }) => kind === 'schedule')?.sha256;
  if (sha256 === undefined) return null;
  return (await screen.call('GET', `/api/player/documents/${sha256}`)).json<ScheduleDocument>().entries;
}
const shaOf = ({ documents }: Pick<Awaited<ReturnType<Screen['head']>>, 'documents'>, wanted: string) =>
  documents.filter(({ kind }) => kind === wanted).map(({ sha256 }) => sha256);
interface Plan {
  tz: string;
  entries: PlanEntry[];
  stretches: PlanStretch[];
}
const plan = (query: object) =>
  read<Plan>(`${PATH}/plan?${new URLSearchParams(query as Record<string, string>)}`);

describe('an exception from the standing playlist', () => {
  it('reaches its screen with its playlist, follows each change, and leaves the standing one as it is', async () => {
    expect(await scheduleOnScreen()).toBeNull();
    const before = await screen.head();
    const made = await add({ dayparts: [{ days: EVERY_DAY, start: '18:00', end: '23:00' }], priority: 60 });
    expect(made).toMatchObject({ playlist_name: 'Evening loop', priority: 60, enabled: true, name: '' });
    const head = await screen.head();
    expect(head.version).toBeGreaterThan(before.version);
    expect(shaOf(head, 'playlist')).toEqual(shaOf(before, 'playlist'));
    const [scheduled = ''] = shaOf(head, 'scheduled');
    const playlist = (await screen.call('GET', `/api/player/documents/${scheduled}`)).json<object>();
    expect(playlist).toMatchObject({ kind: 'playlist', playlist_id: evening });
    expect(await scheduleOnScreen()).toEqual([
      { id: made.id, playlist_id: evening, dayparts: [{ days: EVERY_DAY, start: '18:00', end: '23:00' }] },
    ]);

    const patched = await call(test, by, 'PATCH', `${PATH}/${made.id}`, {
      payload: { valid_from: '2026-12-01', dayparts: [] },
      version: made.version,
    });
    expect(patched.statusCode).toBe(200);
    expect(await scheduleOnScreen()).toEqual([
      { id: made.id, playlist_id: evening, valid_from: '2026-12-01' },
    ]);
    const { version } = patched.json<ScheduleEntry>();
    await call(test, by, 'DELETE', `${PATH}/${made.id}`, { version });
    expect(await scheduleOnScreen()).toBeNull();
    await post(`${PATH}/${made.id}/restore`, {});
    expect(await scheduleOnScreen()).toHaveLength(1);
  });

  it('of a group reaches the screens that come to it, and leaves those that go', async () => {
    const { id } = await add({ device_id: null, group_id: group.id });
    expect(await scheduleOnScreen()).toEqual([{ id, playlist_id: evening }]);
    await patchScreen({ group_ids: [] });
    expect(await scheduleOnScreen()).toBeNull();
    await patchScreen({ group_ids: [group.id] });
    expect(await scheduleOnScreen()).toHaveLength(1);
  });

  it('stands before those of its groups; among them the higher priority, then the later made', async () => {
    const first = await add({ device_id: null, group_id: group.id, priority: 50 });
    await clock.advance(1_000);
    const later = await add({ device_id: null, group_id: group.id, priority: 50 });
    const higher = await add({ device_id: null, group_id: group.id, priority: 90 });
    const own = await add({ priority: 0 });
    const ids = (await scheduleOnScreen())?.map(({ id }) => id);
    expect(ids).toEqual([own.id, higher.id, later.id, first.id]);
  });

  it('gives screens a new head when its playlist is published anew, and is left out while it never was', async () => {
    const draft = (await addPlaylist(test, by, [{ creative_id, duration_ms: 8_000 }])).id;
    const entry = await add({ playlist_id: draft });
    expect(entry.is_unpublished).toBe(true);
    expect(await scheduleOnScreen()).toBeNull();
    await publish(test, by, draft);
    expect(await scheduleOnScreen()).toHaveLength(1);
  });

  it('is not sent once it is over, nor while it is switched off', async () => {
    await add({ valid_until: '2026-11-20' });
    await add({ enabled: false });
    expect(await scheduleOnScreen()).toBeNull();
  });

  it('keeps its playlist from being deleted until it is gone or over', async () => {
    const playlist_id = await published('Fair');
    const made = await add({ playlist_id, valid_until: '2026-11-30' });
    const { version } = await read<{ version: number }>(`/api/playlists/${playlist_id}`);
    const remove = () => call(test, by, 'DELETE', `/api/playlists/${playlist_id}`, { version });
    const kept = await remove();
    expect(kept.statusCode).toBe(409);
    expect(kept.json()).toMatchObject({
      ...{ error: 'IN_USE', details: { by: 'devices', used_in: [{ id: screen.id }] } },
    });
    await call(test, by, 'PATCH', `${PATH}/${made.id}`, {
      payload: { valid_until: '2026-11-20' },
      version: made.version,
    });
    expect((await remove()).statusCode).toBe(204);
  });

  it('is refused without exactly one owner, with one or a playlist that is not there, and with days the wrong way round', async () => {
    const none = '00000000-0000-7000-8000-00000000abcd';
    const wrong = { status: 400, code: 'VALIDATION' };
    expect(await refused({ device_id: null })).toMatchObject({ ...wrong, fields: ['device_id'] });
    expect(await refused({ group_id: group.id })).toMatchObject({ ...wrong, fields: ['device_id'] });
    expect(await refused({ device_id: none })).toMatchObject({ ...wrong, fields: ['device_id'] });
    expect(await refused({ device_id: null, group_id: none })).toMatchObject({
      ...wrong,
      fields: ['group_id'],
    });
    expect(await refused({ playlist_id: none })).toMatchObject({ ...wrong, fields: ['playlist_id'] });
    expect(await refused({ valid_from: '2026-12-02', valid_until: '2026-12-01' })).toMatchObject({
      ...wrong,
      fields: ['valid_until'],
    });
  });

  it('has at most a hundred beside it', async () => {
    const { tenant_id } = await add();
    const rows = Array.from({ length: MAX_ENTRIES - 1 }, () => ({
      ...{ tenant_id, device_id: screen.id, playlist_id: evening, dayparts: [], priority: 1 },
      id: uuid7(clock.now()),
    }));
    await test.db.insert(scheduleEntries).values(rows);
    expect(await refused({})).toMatchObject({ code: 'RULE' });
  });
});

describe('what plays here', () => {
  const evenings = [{ days: EVERY_DAY, start: '18:00', end: '23:00' }];

  it('is answered for a screen and a moment, with the reason and until when', async () => {
    const entry = await add({ device_id: null, group_id: group.id, dayparts: evenings });
    const { tz } = await read<Device>(`/api/devices/${screen.id}`);
    const [at] = (await plan({ device_id: screen.id, from: '2026-11-25T19:00:00.000Z' })).stretches;
    expect(tz).toBe('Europe/Berlin');
    expect(at).toMatchObject({
      ...{ reason: 'entry', entry_id: entry.id, playlist_id: evening, playlist_name: 'Evening loop' },
      ...{ group_name: 'Night shift', to: '2026-11-25T22:00:00.000Z' },
    });
    const [before] = (await plan({ device_id: screen.id, from: '2026-11-25T12:00:00.000Z' })).stretches;
    expect(before).toMatchObject({
      ...{ reason: 'screen', playlist_id: city, entry_id: null, to: '2026-11-25T17:00:00.000Z' },
    });
  });

  it('is answered for a range without a gap, for a screen of a group alone in the tenant’s zone', async () => {
    await add({ device_id: null, group_id: group.id, dayparts: evenings, valid_from: '2026-11-26' });
    const from = '2026-11-25T00:00:00.000Z';
    const { stretches, entries } = await plan({ group_id: group.id, from, to: '2026-11-28T00:00:00.000Z' });
    expect(stretches.map(one => [one.from.slice(8, 13), one.reason])).toEqual([
      ['25T00', 'nothing'],
      ['26T18', 'entry'],
      ['26T23', 'nothing'],
      ['27T18', 'entry'],
      ['27T23', 'nothing'],
    ]);
    expect(entries).toMatchObject([{ level: 1, owner_name: 'Night shift' }]);
    expect(
      stretches.every(({ to }, i) => to === (stretches[i + 1]?.from ?? '2026-11-28T00:00:00.000Z')),
    ).toBe(true);
  });

  it('names a range that is empty, too long or too far', async () => {
    const planAnswer = (query: object) =>
      read<{ error: string; details: object }>(
        `${PATH}/plan?${new URLSearchParams({ device_id: screen.id, ...query })}`,
      );
    const from = '2026-11-25T00:00:00.000Z';
    expect(await planAnswer({ from, to: from })).toMatchObject({
      error: 'VALIDATION',
      details: { to: [expect.any(String)] },
    });
    expect(await planAnswer({ from, to: '2026-12-26T01:00:00.000Z' })).toMatchObject({
      details: { to: [expect.any(String)] },
    });
    expect(await planAnswer({ from: '2030-01-01T00:00:00.000Z' })).toMatchObject({
      details: { from: [expect.any(String)] },
    });
    expect((await planAnswer({ from, group_id: group.id })).error).toBe('VALIDATION');
  });

  it('stands at the screen in the list while an exception holds', async () => {
    const heldException = async () => (await read<Device>(`/api/devices/${screen.id}`)).exception;
    expect(await heldException()).toBeUndefined();
    const entry = await add({ dayparts: [{ days: [2], start: '10:00', end: '11:00' }] });
    expect(await heldException()).toEqual({
      ...{ entry_id: entry.id, playlist_id: evening, playlist_name: 'Evening loop' },
      until: '2026-11-24T10:00:00.000Z',
    });
  });
});
