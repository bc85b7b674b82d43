import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditDetails, auditEvents, devices } from '../../../../server/db/schema.ts';
import { uuid7 } from '../../../../shared/random.ts';
import { makeScreen, type Screen } from '../../../support/device.ts';
import { addPlaylist, call } from '../../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';

let test: TestServer;
let screens: Screen[];
beforeAll(async () => {
  test = await startTestServer();
  screens = [];
  for (const name of ['Cab 1', 'Cab 2', 'Van 1']) {
    const screen = makeScreen(test);
    await screen.pair(test.admin, { name });
    screens.push(screen);
  }
});
afterAll(() => test.close());

interface Answer {
  ok: string[];
  failed: { id: string; name: string | null; error: string }[];
}
const change = async (body: object) => {
  const answer = await call(test, test.admin, 'POST', '/api/devices/changes', { payload: body });
  return { status: answer.statusCode, ...answer.json<Answer & { details: object }>() };
};
const ids = () => screens.map(({ id }) => id);
const rows = () => test.db.select().from(devices).orderBy(devices.name);
const versionOf = async (screen: Screen) => (await screen.head()).version;

describe('many screens at once', () => {
  it('get a playlist, and the manifests of those alone change', async () => {
    const playlist = await addPlaylist(test, test.admin, [], 'Night loop');
    const before = await Promise.all(screens.map(versionOf));
    const answer = await change({ filter: { q: 'Cab' }, change: { playlist_id: playlist.id } });
    expect(answer).toMatchObject({ status: 200, ok: ids().slice(0, 2), failed: [] });
    expect((await rows()).map(row => row.playlist_id)).toEqual([playlist.id, playlist.id, null]);
    const after = await Promise.all(screens.map(versionOf));
    expect(after.map((version, nth) => version - before[nth]!)).toEqual([1, 1, 0]);
  });

  it('gain and lose tags, whatever each had before, and never more than twenty', async () => {
    await change({ device_ids: ids(), change: { add_tags: ['airport', 'night'] } });
    await change({ device_ids: [ids()[2]], change: { add_tags: ['van'], remove_tags: ['night'] } });
    expect((await rows()).map(({ tags }) => tags)).toEqual([
      ['airport', 'night'],
      ['airport', 'night'],
      ['airport', 'van'],
    ]);
    const many = Array.from({ length: 20 }, (_, n) => `line ${n}`);
    expect(await change({ device_ids: [ids()[2]], change: { add_tags: many } })).toMatchObject({
      ok: [],
      failed: [{ id: ids()[2], name: 'Van 1', error: 'RULE' }],
    });
  });

  it('keep their other tags in their order, and lose the last one', async () => {
    const [first, second] = ids();
    await test.db
      .update(devices)
      .set({ tags: ['pier', 'night'] })
      .where(eq(devices.id, first!));
    await test.db.update(devices).set({ tags: [] }).where(eq(devices.id, second!));
    const both = { device_ids: [first, second] };
    await change({ ...both, change: { add_tags: ["o'clock", 'pier', 'late'], remove_tags: ['night'] } });
    expect((await rows()).slice(0, 2).map(({ tags }) => tags)).toEqual([
      ['pier', "o'clock", 'late'],
      ["o'clock", 'pier', 'late'],
    ]);
    await change({ ...both, change: { remove_tags: ['pier', "o'clock", 'late'] } });
    expect((await rows()).slice(0, 2).map(({ tags }) => tags)).toEqual([[], []]);
  });

  it('are found by the group of the filter, for a command too', async () => {
    const made = await call(test, test.admin, 'POST', '/api/device-groups', { payload: { name: 'Islands' } });
    const { id: group_id } = made.json<{ id: string }>();
    await change({ device_ids: ids().slice(0, 2), change: { add_groups: [group_id] } });
    const [before] = await rows();
    const filter = { group_id };
    expect(await change({ filter, change: { location_id: null } })).toMatchObject({ ok: ids().slice(0, 2) });
    const command = { kind: 'identify', params: {} };
    const payload = { filter, command };
    const sent = await call(test, test.admin, 'POST', '/api/device-commands', { payload });
    expect(sent.json()).toMatchObject({ ok: ids().slice(0, 2), failed: [] });
    const [after] = await rows();
    expect(after!.version - before!.version).toBe(1);
    expect(after!.manifest_version).toBe(before!.manifest_version);
  });

  it('of another tenant are neither changed nor referred to', async () => {
    const far = await test.signIn('admin', await test.addTenant('far'));
    const before = await rows();
    const payload = { device_ids: ids(), change: { retire: true } };
    const answer = await call(test, far, 'POST', '/api/devices/changes', { payload });
    expect(answer.json()).toEqual({
      ok: [],
      failed: ids().map(id => ({ id, name: null, error: 'NOT_FOUND' })),
    });
    const theirs = await call(test, far, 'POST', '/api/device-groups', { payload: { name: 'Far' } });
    const { id: group_id } = theirs.json<{ id: string }>();
    expect((await change({ device_ids: ids(), change: { add_groups: [group_id] } })).details).toHaveProperty(
      'group_ids',
    );
    const owner = await test.signIn('device_owner', far.tenant_id);
    const wrong = { owner_user_id: owner.id };
    expect((await change({ device_ids: ids(), change: wrong })).details).toHaveProperty('owner_user_id');
    expect(await rows()).toEqual(before);
  });

  it('are one entry of the audit log, which names those that were changed', async () => {
    await change({ device_ids: [ids()[0], uuid7(2)], change: { add_tags: ['quay'] } });
    const [entry] = await test.db
      .select({ detail: auditDetails.detail })
      .from(auditEvents)
      .innerJoin(auditDetails, eq(auditDetails.event_id, auditEvents.id))
      .where(eq(auditEvents.action, 'devices.changes'))
      .orderBy(desc(auditEvents.seq))
      .limit(1);
    expect(entry!.detail).toMatchObject({
      diff: { add_tags: { after: ['quay'] }, screens: { after: ['Cab 1'] } },
    });
  });

  it('get an owner who is one', async () => {
    const owner = await test.signIn('device_owner');
    expect(await change({ device_ids: ids(), change: { owner_user_id: owner.id } })).toMatchObject({
      ok: ids(),
    });
    const viewer = await test.signIn('viewer');
    const refused = await change({ device_ids: ids(), change: { owner_user_id: viewer.id } });
    expect(refused).toMatchObject({
      status: 400,
      details: { owner_user_id: ['There is no such device owner.'] },
    });
    expect((await rows()).every(row => row.owner_user_id === owner.id)).toBe(true);
  });

  it.each([
    ['nothing', {}],
    ['retirement with something else', { retire: true, add_tags: ['x'] }],
    ['an unknown field', { name: 'One name for all' }],
    ['a playlist of nobody', { playlist_id: uuid7(0) }],
    ['more tags than there may be', { add_tags: Array.from({ length: 21 }, (_, n) => `t${n}`) }],
  ])('are not changed by %s', async (_what, wrong) => {
    const before = await rows();
    expect((await change({ device_ids: ids(), change: wrong })).status).toBe(400);
    expect(await rows()).toEqual(before);
  });

  it('are retired together; who is not there or was retired before is named', async () => {
    const nobody = uuid7(1);
    expect(await change({ device_ids: ids().slice(0, 2), change: { retire: true } })).toMatchObject({
      ok: ids().slice(0, 2),
    });
    expect((await screens[0]!.call('GET', '/api/player/manifest')).statusCode).toBe(403);
    expect((await screens[2]!.call('GET', '/api/player/manifest')).statusCode).toBe(200);
    const again = await change({ device_ids: [...ids(), nobody], change: { location_id: null } });
    expect(again.ok).toEqual([ids()[2]]);
    expect(again.failed).toEqual([
      { id: ids()[0], name: 'Cab 1', error: 'STATE' },
      { id: ids()[1], name: 'Cab 2', error: 'STATE' },
      { id: nobody, name: null, error: 'NOT_FOUND' },
    ]);
    const [gone] = await test.db.select().from(devices).where(eq(devices.id, ids()[0]!));
    expect(gone).toMatchObject({ state: 'retired', playlist_id: null });
  });
});
