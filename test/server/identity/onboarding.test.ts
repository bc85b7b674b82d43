import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Onboarding } from '../../../shared/contract/identity/onboarding.ts';
import { creatives, invitations, playlists, tenants } from '../../../server/db/schema.ts';
import { ROLES, type Role } from '../../../shared/contract/wire/roles.ts';
import { makeScreen } from '../../support/device.ts';
import { call } from '../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../support/server/server.ts';
import { addCreative } from '../../support/server/upload.ts';

let test: TestServer;
beforeAll(async () => {
  test = await startTestServer();
});
afterAll(() => test.close());
type By = TestServer['admin'];
const read = async (by: By) => (await call(test, by, 'GET', '/api/onboarding')).json<Onboarding>();
const mark = (by: By, payload: object) => call(test, by, 'PATCH', '/api/onboarding', { payload });
const stateOf = (answer: Onboarding, name: string) => answer.steps.find(step => step.name === name)?.state;

it('OPEN-ONB-01 each role has the steps that it may take', async () => {
  const all = ['org', 'locale', 'device', 'upload', 'playlist', 'invite'];
  const expected: Record<Role, string[]> = {
    staff_super_admin: all,
    staff_admin: all,
    staff_support: ['locale', 'device'],
    owner: all,
    admin: all,
    manager: ['org', 'locale', 'device', 'upload', 'playlist'],
    analyst: ['locale'],
    viewer: ['locale'],
    device_owner: ['locale'],
  };
  const found: Partial<Record<Role, string[]>> = {};
  for (const role of ROLES) found[role] = (await read(await test.signIn(role))).steps.map(({ name }) => name);
  expect(found).toEqual(expected);
});

it('OPEN-ONB-01 a step is marked, left out and taken up again, by each for himself', async () => {
  const one = await test.signIn('manager');
  const other = await test.signIn('manager');
  await mark(one, { steps: { locale: 'done', upload: 'skipped' } });
  const marked = (await mark(one, { closed: true })).json<Onboarding>();
  expect([stateOf(marked, 'locale'), stateOf(marked, 'upload'), marked.closed]).toEqual([
    'done',
    'skipped',
    true,
  ]);
  expect(stateOf(await read(other), 'locale')).toBe('todo');
  await mark(one, { steps: { upload: 'todo' }, closed: false });
  expect(stateOf(await read(one), 'upload')).toBe('todo');
  expect((await read(one)).closed).toBe(false);
});

it('marks of two windows at the same time are both there', async () => {
  const manager = await test.signIn('manager');
  for (let round = 0; round < 5; round++) {
    await mark(manager, { steps: { locale: 'todo' }, closed: false });
    await Promise.all([mark(manager, { steps: { locale: 'done' } }), mark(manager, { closed: true })]);
    const both = await read(manager);
    expect([stateOf(both, 'locale'), both.closed]).toEqual(['done', true]);
  }
});

it('what the tenant has already is done, whoever did it; a mark does not undo it', async () => {
  const manager = await test.signIn('manager');
  expect(stateOf(await read(manager), 'device')).toBe('todo');
  await makeScreen(test).pair(test.admin);
  expect(stateOf(await read(manager), 'device')).toBe('done');
  await mark(manager, { steps: { device: 'todo' } });
  expect(stateOf(await read(manager), 'device')).toBe('done');
});

it('OPEN-ONB-01 organisation, upload, playlist and invitation are done by what the tenant has, and open again with its end', async () => {
  const owner = await test.signIn('owner', await test.addTenant('first-steps'));
  const states = async () =>
    Object.fromEntries((await read(owner)).steps.map(({ name, state }) => [name, state]));
  const all = {
    org: 'todo',
    locale: 'todo',
    device: 'todo',
    upload: 'todo',
    playlist: 'todo',
    invite: 'todo',
  };
  const { tenant_id } = owner;
  await test.db.update(tenants).set({ country: null }).where(eq(tenants.id, tenant_id));
  expect(await states()).toEqual(all);
  await test.db.update(tenants).set({ country: 'PT' }).where(eq(tenants.id, tenant_id));
  expect(await states()).toEqual({ ...all, org: 'done' });
  const payload = { email: 'asked@first.example', role: 'viewer', locale: 'en' };
  const { id } = (await call(test, owner, 'POST', '/api/invitations', { payload })).json<{ id: string }>();
  expect(await states()).toEqual({ ...all, org: 'done', invite: 'done' });
  await test.db.update(invitations).set({ state: 'revoked' }).where(eq(invitations.id, id));
  expect(await states()).toEqual({ ...all, org: 'done' });
  const { id: file } = await addCreative(test, owner);
  expect(await states()).toEqual({ ...all, org: 'done', upload: 'done' });
  await test.db.update(creatives).set({ deleted_at: new Date() }).where(eq(creatives.id, file));
  expect(await states()).toEqual({ ...all, org: 'done' });
  const made = await call(test, owner, 'POST', '/api/playlists', { payload: { name: 'Loop' } });
  const loop = eq(playlists.id, made.json<{ id: string }>().id);
  expect(await states()).toEqual({ ...all, org: 'done' });
  await test.db.update(playlists).set({ published_version: 1 }).where(loop);
  expect(await states()).toEqual({ ...all, org: 'done', playlist: 'done' });
  await test.db.update(playlists).set({ deleted_at: new Date() }).where(loop);
  expect(await states()).toEqual({ ...all, org: 'done' });
});

it('staff see how far the tenant is that they act in, and nothing to start in that of the platform', async () => {
  const platform = await test.addTenant('the-platform');
  await test.db.update(tenants).set({ kind: 'platform' }).where(eq(tenants.id, platform));
  const staff = await test.signIn('staff_super_admin', platform);
  expect((await read(staff)).steps).toEqual([]);
  const acting = {
    ...staff,
    headers: { ...staff.headers, 'x-tenant-id': await test.addTenant('a-customer') },
  };
  expect(stateOf(await read(acting), 'upload')).toBe('todo');
  const customer = await test.signIn('owner', acting.headers['x-tenant-id']);
  await addCreative(test, customer);
  expect(stateOf(await read(acting), 'upload')).toBe('done');
  const marked = (await mark(acting, { steps: { locale: 'done' } })).json<Onboarding>();
  expect(['upload', 'locale'].map(name => stateOf(marked, name))).toEqual(['done', 'done']);
  expect(stateOf(await read(customer), 'locale')).toBe('todo');
});

it('an unknown step or state is refused by its field', async () => {
  const manager = await test.signIn('manager');
  for (const payload of [
    { steps: { tour: 'done' } },
    { steps: { org: 'later' } },
    { closed: 'yes' },
    { user_id: manager.id },
  ])
    expect((await mark(manager, payload)).json()).toMatchObject({ error: 'VALIDATION' });
});
