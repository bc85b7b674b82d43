import { uuid7 } from '../../../shared/random.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { endpoints } from '../../support/contract.ts';
import { allows } from '../../../shared/contract/wire/access.ts';
import { ROLES, isStaff, type Role } from '../../../shared/contract/wire/roles.ts';
import { makeScreen, type Screen } from '../../support/device.ts';
import { addPlaylist, call, publish } from '../../support/server/playlist.ts';
import { slideInput } from '../../support/slides.ts';
import { startTestServer, type TestServer } from '../../support/server/server.ts';
import { addCreative } from '../../support/server/upload.ts';

/** Roles that may act in their own tenant alone. */
const CONFINED: readonly Role[] = ROLES.filter(
  role => !isStaff(role) && role !== 'admin' && role !== 'owner',
);
/** Refused before the row is looked for: it needs a second tenant to act in. */
const IN_TWO_TENANTS: readonly string[] = ['/api/playlists/:id/copy'];
/** A body that would be taken, where one is needed. */
const BODIES: Record<string, object> = {
  '/api/creatives/:id/duplicate': { name: 'A copy' },
  '/api/creatives/:id/replace': { creative_id: '00000000-0000-7000-8000-00000000000f' },
  '/api/creatives/:id/slide': slideInput('headline'),
  '/api/devices/:id/commands': { kind: 'identify', params: {} },
  '/api/playlists/:id/items': { items: [] },
  '/api/playlists/:id/assign': { device_ids: [] },
  '/api/playlists/:id/revert': { version: 1 },
  '/api/playlists/:id/preview': { items: [] },
  '/api/playlists/:id/copy': { tenant_id: uuid7(1) },
  '/api/media/:id/replace': { creative_id: uuid7(1) },
  '/api/media/:id/make-creative': { name: 'Ours' },
};

let test: TestServer;
let ids: Record<string, string>;
let theirs: Screen;
beforeAll(async () => {
  test = await startTestServer();
  const tenant = await test.addTenant('other-fleet');
  const them = await test.signIn('manager', tenant);
  theirs = makeScreen(test);
  await theirs.pair(them, { name: 'Their cab' });
  const creative = await addCreative(test, them, 'picture.webp');
  const playlist = await addPlaylist(
    test,
    them,
    [{ creative_id: creative.id, duration_ms: 5_000 }],
    'Their loop',
  );
  await publish(test, them, playlist.id);
  const ledger = theirs.ledger();
  await theirs.send([await ledger.play({ id: creative.id, sha256: creative.asset.sha256 })]);
  ids = {
    '/api/devices': theirs.id,
    '/api/creatives': creative.id,
    '/api/playlists': playlist.id,
    '/api/media': creative.asset.id,
  };
});
afterAll(() => test.close());

const rows = endpoints.filter(
  endpoint =>
    endpoint.access.who === 'user' && endpoint.path.includes('/:id') && !endpoint.path.includes('sessions'),
);
const lists = ['/api/devices', '/api/creatives', '/api/playlists', '/api/programmatic/plays'];

it.each(CONFINED)('S1 a %s cannot read, change, count or detect a row of another tenant', async role => {
  const by = await test.signIn(role);
  let tried = 0;
  for (const endpoint of rows) {
    const base = Object.keys(ids).find(path => endpoint.path.startsWith(path));
    if (base === undefined || endpoint.access.who !== 'user') continue;
    const url = endpoint.path
      .replace(':id', ids[base] ?? '')
      .replace(':key_id', theirs.key.key_id)
      .replace(':version', '1');
    const payload =
      endpoint.method === 'GET' || endpoint.method === 'DELETE'
        ? {}
        : { payload: BODIES[endpoint.path] ?? {} };
    const answer = await call(test, by, endpoint.method, url, { ...payload, version: 1 });
    const { area, level } = endpoint.access;
    const expected = allows(role, area, level) && !IN_TWO_TENANTS.includes(endpoint.path) ? 404 : 403;
    expect([endpoint.method, endpoint.path, answer.statusCode]).toEqual([
      endpoint.method,
      endpoint.path,
      expected,
    ]);
    expect(answer.body).not.toContain('Their');
    tried++;
  }
  expect(tried).toBeGreaterThan(15);
  for (const path of lists) {
    const answer = await call(test, by, 'GET', path);
    if (answer.statusCode === 200) expect(answer.json<{ items: unknown[] }>().items).toEqual([]);
    else expect(answer.statusCode).toBe(403);
  }
});

it('nothing of theirs was changed by trying', async () => {
  expect((await theirs.head()).version).toBe(1);
});

it('a playlist takes no creative and no screen of another tenant', async () => {
  const by = await test.signIn('manager');
  const playlist = await addPlaylist(test, by, []);
  const items = [{ creative_id: ids['/api/creatives'], duration_ms: 5_000 }];
  const put = await call(test, by, 'PUT', `/api/playlists/${playlist.id}/items`, {
    payload: { items },
    version: playlist.version,
  });
  expect(put.statusCode).toBe(400);
  const assigned = await call(test, by, 'POST', `/api/playlists/${playlist.id}/assign`, {
    payload: { device_ids: [theirs.id] },
  });
  expect(assigned.statusCode).toBe(400);
  const mine = makeScreen(test);
  const device = await mine.pair(by);
  const patched = await call(test, by, 'PATCH', `/api/devices/${device.id}`, {
    payload: { playlist_id: ids['/api/playlists'] },
    version: device.version,
  });
  expect(patched.statusCode).toBe(400);
});

it('the filters of plays do not reach into another tenant', async () => {
  const by = await test.signIn('manager');
  for (const query of [`device_id=${theirs.id}`, `creative_id=${ids['/api/creatives']}`]) {
    const listed = await call(test, by, 'GET', `/api/programmatic/plays?${query}`);
    expect(listed.json()).toMatchObject({ items: [] });
    const sums = await call(test, by, 'GET', `/api/programmatic/plays/summary?${query}`);
    expect(sums.json()).toMatchObject({ plays: 0, screens: 0 });
    const exported = await call(test, by, 'GET', `/api/programmatic/plays/export?${query}`);
    expect(exported.body.trimEnd().split('\r\n')).toHaveLength(1);
  }
});
