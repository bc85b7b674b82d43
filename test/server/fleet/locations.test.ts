import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Location } from '../../../shared/contract/fleet/location.ts';
import { call } from '../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../support/server/server.ts';

let test: TestServer;
beforeAll(async () => (test = await startTestServer()));
afterAll(() => test.close());

const PIER = {
  name: 'Pier 3',
  address: 'Quay 1',
  lat: 38.7,
  lng: -9.13,
  radius_m: 100,
  tz: 'Europe/Lisbon',
  external_id: null,
};

it('BIZ-04 locations are made, read and changed by those of their tenant alone', async () => {
  const manager = await test.signIn('manager');
  const stranger = await test.signIn('manager', await test.addTenant('other-fleet'));
  const made = await call(test, manager, 'POST', '/api/locations', { payload: PIER });
  const { id, version } = made.json<Location>();
  const path = `/api/locations/${id}`;
  const listed = async (by: TestServer['admin']) =>
    (await call(test, by, 'GET', '/api/locations')).json<{ items: Location[] }>().items.map(one => one.id);
  expect([await listed(manager), await listed(stranger)]).toEqual([[id], []]);
  const change = { payload: { name: 'Pier 4' }, version };
  for (const [method, input] of [
    ['GET', {}],
    ['PATCH', change],
    ['DELETE', { version }],
  ] as const)
    expect((await call(test, stranger, method, path, input)).statusCode).toBe(404);
  expect((await call(test, manager, 'PATCH', path, change)).json()).toMatchObject({ name: 'Pier 4' });
});
