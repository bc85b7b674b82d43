import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manualClock } from '../../support/clock.ts';
import {
  addPerson,
  eventsOf,
  freshEmail,
  newcomer,
  openBrowser,
  outcomeOf,
  signInAs,
  type SignedIn,
} from '../../support/server/people.ts';
import { startTestServer, type TestServer } from '../../support/server/server.ts';
import { users } from '../../../server/db/schema.ts';
import type { User } from '../../../shared/contract/identity/auth.ts';

const DAY_MS = 86_400_000;
const clock = manualClock();
let t: TestServer;
let admin: SignedIn;
beforeAll(async () => {
  t = await startTestServer({ clock });
  admin = await newcomer(t, 'admin');
  await addPerson(t, 'owner');
});
afterAll(() => t.close());

const url = ({ id }: { id: string }, verb = '') => `/api/users/${id}${verb === '' ? '' : `/${verb}`}`;
const FIELDS = [
  ...['id', 'tenant_id', 'created_at', 'updated_at', 'created_by', 'version', 'deleted_at'],
  ...['email', 'first_name', 'last_name', 'role', 'status', 'locale', 'tz', 'is_signatory', 'prefs'],
  ...['last_login_at', 'must_change_password'],
];

describe('a user record', () => {
  it('OPEN-USER-01 has the fields of the contract and no other', async () => {
    const other = await addPerson(t, 'manager');
    const read = (await admin.call('GET', url(other))).json<User>();
    const me = (await admin.call('GET', '/api/auth/me')).json<{ user: User }>().user;
    const list = (await admin.call('GET', '/api/users?limit=100')).json<{ items: User[] }>().items;
    for (const user of [read, me, ...list]) expect(Object.keys(user).sort()).toEqual([...FIELDS].sort());
    expect(me.prefs).toEqual({ theme: 'system', density: 'comfortable', shortcuts: true });
  });

  it('TENANT-08 TENANT-09 TENANT-10 carries tenant_id, role and status, which one may be waiting for approval', async () => {
    const other = await addPerson(t, 'analyst');
    const waiting = await addPerson(t, 'viewer', { status: 'pending_approval' });
    expect((await admin.call('GET', '/api/auth/me')).json()).toMatchObject({
      user: { tenant_id: t.tenant_id, role: 'admin', status: 'active' },
    });
    expect((await admin.call('GET', url(other))).json()).toMatchObject({
      tenant_id: t.tenant_id,
      role: 'analyst',
      status: 'active',
    });
    expect((await admin.call('GET', url(waiting))).json()).toMatchObject({ status: 'pending_approval' });
  });

  it('AMBIG-USER-01 says pending_approval in the registration, the record, the filter and the facet', async () => {
    const email = freshEmail('waiting');
    const payload = { email, password: 'Wayside-test-1', first_name: 'A', last_name: 'B' };
    const registered = await openBrowser(t).post('/api/auth/register', payload);
    expect(registered.json()).toMatchObject({ user: { status: 'pending_approval' } });
    const list = await admin.call('GET', '/api/users?status=pending_approval&limit=100');
    const { items, facets } = list.json<{ items: User[]; facets: { status: Record<string, number> } }>();
    expect(items.map(user => user.email)).toContain(email);
    expect(new Set(items.map(user => user.status))).toEqual(new Set(['pending_approval']));
    expect(facets.status['pending_approval']).toBe(items.length);
    expect(outcomeOf(await admin.call('GET', '/api/users?status=pending'))).toEqual([400, 'VALIDATION']);
  });
});

describe('making a user', () => {
  it('sends a link by which he sets his first password; without it nobody signs in', async () => {
    const email = freshEmail('new');
    const payload = {
      email: ` ${email.toUpperCase()}`,
      role: 'manager',
      first_name: 'New',
      tz: 'Asia/Tokyo',
    };
    const made = (await admin.call('POST', '/api/users', { payload })).json<User>();
    expect(made).toMatchObject({ email, role: 'manager', status: 'active', tenant_id: t.tenant_id });
    expect(made).toMatchObject({ created_by: admin.id, version: 1, tz: 'Asia/Tokyo' });
    const { signIn, post } = openBrowser(t);
    expect(outcomeOf(await signIn(email))).toEqual([401, 'INVALID_CREDENTIALS']);
    const message = t.emails.find(one => one.to === email);
    const token = /#reset=([\w-]+)/.exec(message?.text ?? '')?.[1];
    await post('/api/auth/reset', { token, newPassword: 'First-of-mine-1' });
    expect(outcomeOf(await signIn(email, 'First-of-mine-1'))).toEqual([200]);
  });

  it('is refused for an address that has an account, here or in another tenant', async () => {
    const elsewhere = await addPerson(t, 'viewer', { tenant_id: await t.addTenant('users-elsewhere') });
    for (const { email } of [admin, elsewhere]) {
      const made = await admin.call('POST', '/api/users', { payload: { email, role: 'viewer' } });
      expect(outcomeOf(made)).toEqual([409, 'USER_EXISTS']);
    }
  });

  it.each([
    { tenant_id: '00000000-0000-7000-8000-000000000001' },
    { status: 'active' },
    { password: 'Wayside-test-1' },
    { password_hash: 'x' },
    { is_signatory: true },
    { role: 'root' },
    { email: 'abc' },
    { tz: 'Mars/Olympus' },
  ])('with %o is refused', async more => {
    const payload = { email: freshEmail(), role: 'viewer', ...more };
    const made = await admin.call('POST', '/api/users', { payload });
    expect(outcomeOf(made)).toEqual([400, 'VALIDATION']);
    expect(made.json<{ details: object }>().details).toHaveProperty(Object.keys(more)[0] ?? '');
  });
});

describe('changing a user', () => {
  it('asks for the version that was read, and shows the row where another was quicker', async () => {
    const other = await addPerson(t, 'manager');
    const change = (first_name: string, version?: number) =>
      admin.call('PATCH', url(other), { payload: { first_name }, ...(version && { version }) });
    expect(outcomeOf(await change('None'))).toEqual([428, 'VERSION_REQUIRED']);
    expect((await change('First', 1)).json()).toMatchObject({ first_name: 'First', version: 2 });
    const stale = await change('Second', 1);
    expect(outcomeOf(stale)).toEqual([412, 'VERSION_CONFLICT']);
    expect(stale.json()).toMatchObject({ details: { id: other.id, first_name: 'First', version: 2 } });
    expect(stale.body).not.toContain('argon2');
    const [a, b] = await Promise.all([change('A', 2), change('B', 2)]);
    expect([a.statusCode, b.statusCode].sort()).toEqual([200, 412]);
  });

  it('of role is felt by his next request', async () => {
    const other = await newcomer(t, 'manager');
    const make = () => other.call('POST', '/api/playlists', { payload: { name: 'Mine' } });
    expect(outcomeOf(await make())).toEqual([200]);
    const patch = { version: 1, payload: { role: 'viewer' } };
    expect(outcomeOf(await admin.call('PATCH', url(other), patch))).toEqual([200]);
    expect(outcomeOf(await make())).toEqual([403, 'FORBIDDEN']);
  });

  it('is not sent to a suspended one’s sessions: they end, and do not come back', async () => {
    const other = await newcomer(t, 'manager');
    const me = () => other.call('GET', '/api/auth/me');
    expect((await admin.call('POST', url(other, 'suspend'))).json()).toMatchObject({ status: 'suspended' });
    expect(outcomeOf(await me())).toEqual([401, 'SESSION_REVOKED']);
    const refresh = () => other.browser.refresh(other.tokens.refresh_token);
    expect(outcomeOf(await refresh())).toEqual([401, 'SESSION_REVOKED']);
    expect(outcomeOf(await admin.call('POST', url(other, 'suspend')))).toEqual([409, 'STATE']);
    expect((await admin.call('POST', url(other, 'reactivate'))).json()).toMatchObject({ status: 'active' });
    expect(outcomeOf(await me())).toEqual([401, 'SESSION_REVOKED']);
    expect(outcomeOf(await refresh())).toEqual([401, 'SESSION_REVOKED']);
    expect(outcomeOf(await (await signInAs(t, other)).call('GET', '/api/auth/me'))).toEqual([200]);
  });

  it('signs him out everywhere and leaves the account as it is', async () => {
    const other = await newcomer(t, 'manager');
    const second = await signInAs(t, other);
    expect(outcomeOf(await admin.call('POST', url(other, 'sign-out')))).toEqual([200]);
    for (const session of [other, second])
      expect(outcomeOf(await session.call('GET', '/api/auth/me'))).toEqual([401, 'SESSION_REVOKED']);
    expect(outcomeOf(await other.browser.signIn(other.email))).toEqual([200]);
  });
});

describe('a removed user', () => {
  it('is out at once and out of sight, and comes back suspended within 30 days', async () => {
    const other = await newcomer(t, 'analyst');
    expect(outcomeOf(await admin.call('DELETE', url(other)))).toEqual([428, 'VERSION_REQUIRED']);
    expect(outcomeOf(await admin.call('DELETE', url(other), { version: 9 }))).toEqual([
      412,
      'VERSION_CONFLICT',
    ]);
    expect((await admin.call('DELETE', url(other), { version: 1 })).statusCode).toBe(204);
    expect(outcomeOf(await other.call('GET', '/api/auth/me'))).toEqual([401, 'SESSION_REVOKED']);
    expect(outcomeOf(await other.browser.signIn(other.email))).toEqual([401, 'INVALID_CREDENTIALS']);
    const ids = async (query: string) =>
      (await admin.call('GET', `/api/users?limit=100${query}`))
        .json<{ items: User[] }>()
        .items.map(one => one.id);
    expect(await ids('')).not.toContain(other.id);
    expect(await ids('&deleted=1')).toContain(other.id);
    for (const verb of ['suspend', 'reactivate', 'reset-password'])
      expect(outcomeOf(await admin.call('POST', url(other, verb)))).toEqual([409, 'STATE']);
    expect(outcomeOf(await admin.call('PATCH', url(other), { version: 2 }))).toEqual([404, 'NOT_FOUND']);

    const back = await admin.call('POST', url(other, 'restore'));
    expect(back.json()).toMatchObject({ status: 'suspended', deleted_at: null });
    expect(outcomeOf(await admin.call('POST', url(other, 'restore')))).toEqual([409, 'STATE']);
  });

  it('stays gone after 30 days', async () => {
    const other = await addPerson(t, 'analyst', { status: 'deactivated', deleted_at: new Date(clock.now()) });
    clock.jump(30 * DAY_MS + 1);
    admin = await signInAs(t, admin);
    expect(outcomeOf(await admin.call('POST', url(other, 'restore')))).toEqual([409, 'STATE']);
    const [row] = await t.db.select().from(users).where(eq(users.id, other.id));
    expect(row?.status).toBe('deactivated');
  });
});

describe('what is done to users', () => {
  it('is written down once each, with who, whom and what changed, and without secrets', async () => {
    const other = await addPerson(t, 'manager');
    await admin.call('PATCH', url(other), { version: 1, payload: { role: 'analyst' } });
    await admin.call('POST', url(other, 'suspend'));
    await admin.call('POST', url(other, 'reactivate'));
    await admin.call('POST', url(other, 'reset-password'));
    await admin.call('POST', url(other, 'reset-second-factor'));
    await admin.call('POST', url(other, 'sign-out'));
    const events = (await eventsOf(admin, `target_id=${other.id}`)).reverse();
    expect(events.map(event => event.action)).toEqual([
      ...['users.patch', 'users.suspend', 'users.reactivate', 'users.reset-password'],
      ...['users.reset-second-factor', 'users.sign-out'],
    ]);
    expect(new Set(events.map(event => event.actor_id))).toEqual(new Set([admin.id]));
    expect(events[0]?.detail?.diff).toEqual({ role: { before: 'manager', after: 'analyst' } });
    expect(JSON.stringify(events)).not.toContain('argon2');
  });

  it('is not written down where it was refused', async () => {
    const other = await addPerson(t, 'owner');
    await admin.call('POST', url(other, 'suspend'));
    await admin.call('PATCH', url(other), { version: 7, payload: { first_name: 'No' } });
    expect(await eventsOf(admin, `target_id=${other.id}`)).toEqual([]);
  });
});
