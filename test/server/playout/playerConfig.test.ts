import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Answer } from '../../../shared/contract/wire/endpoint.ts';
import type { ConfigDocument } from '../../../shared/contract/playout/manifest.ts';
import type { pacingPage } from '../../../shared/contract/playout/playerConfig.ts';
import { DEFAULT_PACING, DEFAULT_WEIGHTS } from '../../../shared/contract/playout/playerValues.ts';
import { playerConfigs, playerConfigVersions } from '../../../server/db/schema.ts';
import { manualClock } from '../../support/clock.ts';
import { makeScreen, type Screen } from '../../support/device.ts';
import { call } from '../../support/server/playlist.ts';
import { CONFIG_CHANGES } from '../../support/server/rows/playerConfigRows.ts';
import { startTestServer, type TestServer } from '../../support/server/server.ts';

const clock = manualClock(Date.parse('2026-11-24T08:00:00.000Z'));
let test: TestServer;
let by: TestServer['admin'];
let screen: Screen;
let other: Screen;
beforeAll(async () => {
  test = await startTestServer({ clock });
  by = await test.signIn('manager');
  [screen, other] = [makeScreen(test), makeScreen(test)];
  await screen.pair(by, { name: 'Cab 7' });
  await other.pair(by);
});
beforeEach(async () => {
  by = await test.signIn('admin');
  await test.db.delete(playerConfigVersions);
  await test.db.delete(playerConfigs);
});
afterAll(() => test.close());

type Page = Answer<typeof pacingPage.read>;
const path = (page: string, scope = '') => `/api/player-config/${page}${scope && `?${scope}`}`;
const read = async (page: string, scope = '') =>
  (await call(test, by, 'GET', path(page, scope))).json<Page>();
async function write(method: 'PATCH' | 'POST', page: string, scope: string, payload: object, verb = '') {
  const { version } = await read(page, scope);
  const [address, query] = path(page, scope).split('?');
  const url = `${address}${verb}${query === undefined ? '' : `?${query}`}`;
  return call(test, by, method, url, { payload, version });
}
const change = (page: string, payload: object, scope = '') => write('PATCH', page, scope, payload);
const publish = (page: string, scope = '') => write('POST', page, scope, {}, '/publish');
const rollBack = (page: string, scope = '') => write('POST', page, scope, {}, '/rollback');
async function give(page: string, payload: object, scope = '') {
  await change(page, payload, scope);
  const answer = await publish(page, scope);
  expect([answer.statusCode, answer.body]).toEqual([200, answer.body]);
}
/** What the present head of a screen names. */
async function settingsOf(one: Screen) {
  const head = await one.head();
  const sha256 = head.documents.find(({ kind }) => kind === 'config')?.sha256 ?? '';
  const document = (await one.call('GET', `/api/player/documents/${sha256}`)).json<ConfigDocument>();
  return { version: head.version, ...document };
}
const groupOf = async (name: string, more: object = {}) =>
  (await call(test, by, 'POST', '/api/device-groups', { payload: { name, ...more } })).json<{ id: string }>()
    .id;
async function join(one: Screen, group_ids: string[]) {
  const { version } = (await call(test, by, 'GET', `/api/devices/${one.id}`)).json<{ version: number }>();
  await call(test, by, 'PATCH', `/api/devices/${one.id}`, { payload: { group_ids }, version });
}

describe('what a draft brings', () => {
  const SIGNED = {
    ...{
      mode: 'aggregate',
      legal_basis: 'Consent',
      dpia_ref: 'DPIA-7',
      notice: { en: 'Counted', zh: '统计' },
    },
  };
  it('is what screens get once it is published, also where fields that belong together are left empty', async () => {
    await give('age-gender', { ...SIGNED, k_min: 30, retention_d: 1 });
    const group = `group_id=${await groupOf('Harbour')}`;
    await give('age-gender', { ...SIGNED, k_min: 40, retention_d: 1 }, group);
    await change('age-gender', { k_min: null, retention_d: null }, group);
    const { upcoming } = await read('age-gender', group);
    expect(upcoming).toMatchObject({ k_min: { value: 10 }, retention_d: { value: 7 } });
    await publish('age-gender', group);
    expect((await read('age-gender', group)).effective).toEqual(upcoming);
  });

  it('holds on screens from the first publication on, even one that sets nothing', async () => {
    await change('pacing', { loop_s: 120 });
    expect(await read('pacing')).toMatchObject({ is_in_force: false });
    await publish('pacing');
    await give('pacing', { loop_s: null });
    await change('pacing', { loop_s: 300 });
    expect(await read('pacing')).toMatchObject({ is_in_force: true, upcoming: { loop_s: { value: 300 } } });
  });
});

describe('the weights of content', () => {
  it('PCFG-01 reach a screen when they are published, and go back to what was published before', async () => {
    expect(await read('weights')).toMatchObject({
      ...{ version: 1, published: null, is_changed: false, draft: { ads: null, jobs: null } },
      effective: { ads: { value: 50, origin: 'default' } },
    });
    const mix = { ...DEFAULT_WEIGHTS, ads: 30, house: 30 };
    expect((await change('weights', mix)).statusCode).toBe(200);
    expect((await settingsOf(screen)).weights).toBeUndefined();
    const before = (await settingsOf(screen)).version;
    expect((await publish('weights')).statusCode).toBe(200);
    expect(await settingsOf(screen)).toMatchObject({ weights: mix, version: before + 1 });
    await give('weights', { ads: 20, house: 40 });
    expect((await settingsOf(screen)).weights).toMatchObject({ ads: 20, house: 40 });
    expect(await read('weights')).toMatchObject({ published_version: 2, can_roll_back: true });
    await rollBack('weights');
    expect((await settingsOf(screen)).weights).toEqual(mix);
    expect(await read('weights')).toMatchObject({
      ...{ published_version: 1, can_roll_back: false, is_changed: true },
      draft: { ads: 20 },
    });
    await publish('weights');
    await rollBack('weights');
    expect((await settingsOf(screen)).weights).toEqual(mix);
  });

  it('are published once by all who do so at once, and the others learn that somebody was before them', async () => {
    await change('pacing', { min_item_s: 7 });
    const { version } = await read('pacing');
    const answers = await Promise.all(
      Array.from({ length: 6 }, () =>
        call(test, by, 'POST', `${path('pacing')}/publish`, { payload: {}, version }),
      ),
    );
    const codes = answers.map(({ statusCode }) => statusCode).sort();
    expect(codes).toEqual([200, 412, 412, 412, 412, 412]);
  });

  it('are a whole of 100, or nothing of it is published', async () => {
    const { version } = await settingsOf(screen);
    await change('weights', { ...DEFAULT_WEIGHTS, ads: 51 });
    expect((await publish('weights')).json()).toMatchObject({ error: 'VALIDATION' });
    await change('weights', { ads: 50, jobs: null });
    expect((await publish('weights')).json()).toMatchObject({ details: { jobs: ['Required'] } });
    expect((await settingsOf(screen)).version).toBe(version);
    for (const body of [{ ads: 101 }, { ads: -1 }, { ads: 1.5 }, { tv: 1 }])
      expect((await change('weights', body)).statusCode).toBe(400);
  });
});

describe('pacing', () => {
  it('PCFG-02 reaches a screen when it is published', async () => {
    await give('pacing', { loop_s: 300, catch_up_factor: 2 });
    const { loop_s, catch_up_factor, ...rest } = (await read('pacing')).draft;
    expect([loop_s, catch_up_factor]).toEqual([300, 2]);
    expect(new Set(Object.values(rest))).toEqual(new Set([null]));
    expect((await settingsOf(screen)).pacing).toEqual({ ...DEFAULT_PACING, loop_s: 300, catch_up_factor: 2 });
    for (const body of [{ loop_s: 29 }, { catch_up_factor: 3.1 }, { min_item_s: 2 }, { idle_s: 4 }])
      expect((await change('pacing', body)).statusCode).toBe(400);
  });

  it('of a screen stands before that of its groups, and theirs before the tenant’s, each value by itself', async () => {
    const city = await groupOf('City');
    const harbour = await groupOf('Harbour', { parent_id: city });
    await join(screen, [harbour]);
    await give('pacing', { loop_s: 300, idle_s: 10 });
    await give('pacing', { loop_s: 400, min_item_s: 5 }, `group_id=${city}`);
    await give('pacing', { min_item_s: 6 }, `group_id=${harbour}`);
    const untouched = (await settingsOf(other)).version;
    await give('pacing', { per_advertiser_gap_s: 90 }, `device_id=${screen.id}`);
    expect((await settingsOf(screen)).pacing).toMatchObject({
      ...{ loop_s: 400, idle_s: 10, min_item_s: 6, per_advertiser_gap_s: 90 },
    });
    expect(await settingsOf(other)).toMatchObject({
      version: untouched,
      pacing: { loop_s: 300, min_item_s: 3 },
    });
    const { effective, inherited } = await read('pacing', `device_id=${screen.id}`);
    expect(effective).toMatchObject({
      loop_s: { value: 400, origin: 'group', name: 'City' },
      min_item_s: { value: 6, origin: 'group', name: 'Harbour' },
      idle_s: { value: 10, origin: 'tenant', name: null },
      per_advertiser_gap_s: { value: 90, origin: 'device', name: 'Cab 7' },
      catch_up_factor: { value: 1.5, origin: 'default', name: null },
    });
    expect(inherited.per_advertiser_gap_s).toEqual({ value: 0, origin: 'default', name: null });
    await give('pacing', { per_advertiser_gap_s: null }, `device_id=${screen.id}`);
    expect((await settingsOf(screen)).pacing).toMatchObject({ per_advertiser_gap_s: 0 });
    await join(screen, []);
    expect((await settingsOf(screen)).pacing).toMatchObject({ loop_s: 300, min_item_s: 3 });
  });

  it('is changed by whoever has seen it as it stands, of one tenant alone', async () => {
    await change('pacing', { loop_s: 300 });
    const late = { payload: { loop_s: 400 }, version: 1 };
    const refused = await call(test, by, 'PATCH', path('pacing'), late);
    expect(refused.json()).toMatchObject({ error: 'VERSION_CONFLICT', details: { draft: { loop_s: 300 } } });
    const stranger = await test.addTenant('pacing-others');
    by = await test.signIn('admin', stranger);
    expect((await read('pacing')).draft.loop_s).toBeNull();
    const foreign = await call(test, by, 'GET', path('pacing', `device_id=${screen.id}`));
    expect(foreign.statusCode).toBe(404);
  });

  it('is not published twice, and what was never published has nothing to go back to', async () => {
    expect((await publish('pacing')).json()).toMatchObject({ error: 'STATE' });
    await give('pacing', { loop_s: 300 });
    expect((await publish('pacing')).json()).toMatchObject({ error: 'STATE' });
    expect((await rollBack('pacing')).json()).toMatchObject({ error: 'STATE' });
  });
});

describe('the estimation of the audience', () => {
  it('PCFG-05 is off until its checklist is signed, and reaches a screen then', async () => {
    expect((await settingsOf(screen)).audience).toBeUndefined();
    const { legal_basis, ...incomplete } = CONFIG_CHANGES['age-gender'];
    await change('age-gender', { ...incomplete, notice: { en: 'We count.', zh: '' } });
    expect((await publish('age-gender')).json()).toMatchObject({
      details: { legal_basis: ['Required'], notice: ['Required'] },
    });
    await give('age-gender', { legal_basis, notice: CONFIG_CHANGES['age-gender']['notice'] });
    expect((await settingsOf(screen)).audience).toEqual({
      ...{ mode: 'count_only', k_min: 20, buckets: ['under_18', '18_34', '35_54', 'over_54'] },
      notice: CONFIG_CHANGES['age-gender']['notice'],
    });
    const { email } = (await call(test, by, 'GET', '/api/auth/me')).json<{ user: { email: string } }>().user;
    expect(await read('age-gender')).toMatchObject({
      published_by: email,
      published_at: '2026-11-24T08:00:00.000Z',
    });
    await give('age-gender', { mode: 'aggregate', buckets: ['18_34', '35_54'] });
    expect((await settingsOf(screen)).audience).toMatchObject({ buckets: ['18_34', '35_54'] });
    for (const buckets of [['unknown'], ['18_34', '18_34', '18_34', '18_34', '18_34'], '18_34'])
      expect((await change('age-gender', { buckets })).statusCode).toBe(400);
    await give('age-gender', { mode: 'off' });
    expect((await settingsOf(screen)).audience).toBeUndefined();
  });

  it('OPEN-PCFG-01 reports no group of fewer than ten people where nothing else is set', async () => {
    const { k_min: _k_min, ...others } = CONFIG_CHANGES['age-gender'];
    await give('age-gender', others);
    expect((await settingsOf(screen)).audience).toMatchObject({ mode: 'count_only', k_min: 10 });
  });

  it('is not a manager’s to see', async () => {
    by = await test.signIn('manager');
    expect((await call(test, by, 'GET', path('age-gender'))).statusCode).toBe(403);
  });
});
