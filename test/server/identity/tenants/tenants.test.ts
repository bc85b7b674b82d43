import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manualClock } from '../../../support/clock.ts';
import {
  addPerson,
  eventsOf,
  newcomer,
  openBrowser,
  outcomeOf,
  platformOf,
  signInAs,
  type SignedIn,
} from '../../../support/server/people.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';
import { tenants } from '../../../../server/db/schema.ts';
import { TENANT_STATES, type Tenant } from '../../../../shared/contract/identity/tenant.ts';

const DAY_MS = 86_400_000;
const clock = manualClock();
let t: TestServer;
let staff: SignedIn;
let owner: SignedIn;
beforeAll(async () => {
  t = await startTestServer({ clock });
  staff = await newcomer(t, 'staff_admin');
  owner = await newcomer(t, 'owner');
});
afterAll(() => t.close());

let slugs = 0;
const make = (by: SignedIn, more: object = {}) =>
  by.call('POST', '/api/tenants', {
    payload: { name: 'A fleet', slug: `fleet-${++slugs}`, kind: 'fleet', ...more },
  });
const made = async (by: SignedIn, more?: object) => (await make(by, more)).json<Tenant>();
const url = (id: string, verb = '') => `/api/tenants/${id}${verb === '' ? '' : `/${verb}`}`;
/** The tenants that the look-up of the signed-in user names. */
const namedTo = async (by: SignedIn) =>
  (await by.call('GET', '/api/auth/me')).json<{ tenants: { id: string }[] }>().tenants.map(({ id }) => id);
const verb = (by: SignedIn, id: string, word: string) => by.call('POST', url(id, word));

describe('making a tenant', () => {
  it('ADMIN-13 gives staff one of its own, which begins active and is theirs to enter', async () => {
    const tenant = await made(staff, { country: 'DE', tz: 'Europe/Berlin', currency: 'EUR' });
    expect(tenant).toMatchObject({ status: 'active', parent_id: null, version: 1, created_by: staff.id });
    expect(tenant).toMatchObject({ tz: 'Europe/Berlin', open_signup: false, fee_pct: 0 });
    expect(outcomeOf(await staff.call('GET', '/api/users', { tenant: tenant.id }))).toEqual([200]);
    const [event] = await eventsOf(staff, 'action=tenants.post', tenant.id);
    expect(event).toMatchObject({ actor_id: staff.id, target_id: tenant.id });
  });

  it('ADMIN-13 gives an owner or admin sub-tenants of the one he acts in, and no others', async () => {
    const elsewhere = await t.addTenant('no-parent-of-his');
    for (const by of [owner, await newcomer(t, 'admin')]) {
      const refused = [
        await make(by),
        await make(by, { parent_id: elsewhere }),
        await make(by, { parent_id: await platformOf(t) }),
      ];
      for (const answer of refused)
        expect(answer.json()).toMatchObject({ details: { parent_id: [expect.any(String)] } });
      expect(await made(by, { parent_id: t.tenant_id })).toMatchObject({ parent_id: t.tenant_id });
    }
  });

  it('stops at three levels', async () => {
    const first = await made(staff);
    const second = await made(staff, { parent_id: first.id });
    const third = await made(staff, { parent_id: second.id });
    expect(third.parent_id).toBe(second.id);
    const fourth = await make(staff, { parent_id: third.id });
    expect(fourth.json()).toMatchObject({
      error: 'VALIDATION',
      details: { parent_id: [expect.any(String)] },
    });
  });

  it('never stands below the platform, a deleted or a missing tenant', async () => {
    const gone = await made(staff);
    await staff.call('DELETE', url(gone.id), { version: 1 });
    for (const parent_id of [await platformOf(t), gone.id, '00000000-0000-7000-8000-00000000abcd'])
      expect(outcomeOf(await make(staff, { parent_id }))).toEqual([400, 'VALIDATION']);
  });

  it('takes each short name once, also of two at once', async () => {
    const answers = await Promise.all([1, 2].map(() => make(staff, { slug: 'taken-once' })));
    expect(answers.map(answer => answer.statusCode).sort()).toEqual([200, 409]);
    expect(outcomeOf(await make(staff, { slug: 'taken-once' }))).toEqual([409, 'DUPLICATE']);
  });

  it.each([
    { kind: 'platform' },
    { slug: 'Not A Slug' },
    { slug: 'ab' },
    { tz: 'Mars/Olympus' },
    { currency: 'euro' },
    { status: 'active' },
    { fee_pct: 3 },
    { limits: { devices: 1, users: 1, storage_gb: 1 } },
    { id: '00000000-0000-7000-8000-00000000abcd' },
  ])('with %o is refused', async more => {
    const answer = await make(staff, more);
    expect(outcomeOf(answer)).toEqual([400, 'VALIDATION']);
    expect(answer.json<{ details: object }>().details).toHaveProperty(Object.keys(more)[0] ?? '');
  });

  it.each(['staff_support', 'manager', 'analyst', 'viewer', 'device_owner'] as const)(
    'ADMIN-13 is nothing for a %s',
    async role => {
      const by = await newcomer(t, role);
      expect(outcomeOf(await make(by, { parent_id: by.tenant_id }))).toEqual([403, 'FORBIDDEN']);
    },
  );
});

describe('changing a tenant', () => {
  const change = (by: SignedIn, id: string, payload: object, version?: number) =>
    by.call('PATCH', url(id), { payload, ...(version && { version }) });

  it('asks for the version that was read', async () => {
    const { id } = await made(staff);
    expect(outcomeOf(await change(staff, id, { name: 'X' }))).toEqual([428, 'VERSION_REQUIRED']);
    expect((await change(staff, id, { name: 'New' }, 1)).json()).toMatchObject({ name: 'New', version: 2 });
    const stale = await change(staff, id, { name: 'Old' }, 1);
    expect(stale.json()).toMatchObject({ error: 'VERSION_CONFLICT', details: { name: 'New', version: 2 } });
  });

  it('leaves fees and limits to staff, short name, kind and state to nobody', async () => {
    const limits = { devices: 5, users: 5, storage_gb: 5 };
    const version = (await owner.call('GET', url(t.tenant_id))).json<Tenant>().version;
    for (const payload of [{ fee_pct: 1 }, { limits }])
      expect(outcomeOf(await change(owner, t.tenant_id, payload, version))).toEqual([403, 'FORBIDDEN']);
    for (const payload of [
      { slug: 'other' },
      { kind: 'agency' },
      { status: 'archived' },
      { parent_id: null },
    ])
      expect(outcomeOf(await change(owner, t.tenant_id, payload, version))).toEqual([400, 'VALIDATION']);
    expect(outcomeOf(await change(owner, t.tenant_id, { portal_business: true }, version))).toEqual([200]);
    const bounded = await change(staff, t.tenant_id, { fee_pct: 7, limits }, version + 1);
    expect(bounded.json()).toMatchObject({ fee_pct: 7, limits });
  });

  it('is for the one acted in, where he is no staff', async () => {
    const other = await made(staff);
    expect(outcomeOf(await change(owner, other.id, { name: 'Mine' }, 1))).toEqual([403, 'TENANT_DENIED']);
    const platform = await platformOf(t);
    expect(outcomeOf(await change(owner, platform, { name: 'Mine' }, 1))).toEqual([404, 'NOT_FOUND']);
    const acting = { tenant: other.id, version: 1, payload: { name: 'Visited' } };
    expect(outcomeOf(await owner.call('PATCH', url(other.id), acting))).toEqual([403, 'FORBIDDEN']);
    const below = await made(staff, { parent_id: t.tenant_id });
    const theirs = { ...acting, tenant: below.id };
    expect(outcomeOf(await owner.call('PATCH', url(below.id), theirs))).toEqual([200]);
  });
});

/** By hand: which verb moves which state where; all else is refused. */
const MOVES: Record<string, Partial<Record<Tenant['status'], Tenant['status']>>> = {
  approve: { pending: 'active' },
  suspend: { active: 'suspended' },
  reactivate: { suspended: 'active' },
  archive: { active: 'archived', suspended: 'archived' },
};

describe('the states of a tenant', () => {
  it.each(Object.keys(MOVES))('%s moves as the contract says and no other way', async word => {
    for (const status of TENANT_STATES) {
      const { id } = await made(staff);
      await t.db.update(tenants).set({ status }).where(eq(tenants.id, id));
      const answer = await verb(staff, id, word);
      const to = MOVES[word]?.[status];
      if (to === undefined) expect(outcomeOf(answer)).toEqual([409, 'STATE']);
      else expect(answer.json()).toMatchObject({ status: to, version: 2 });
    }
  });

  it('are left to staff; the platform keeps its own', async () => {
    for (const word of [...Object.keys(MOVES), 'restore'])
      expect(outcomeOf(await verb(owner, t.tenant_id, word))).toEqual([403, 'FORBIDDEN']);
    expect(outcomeOf(await owner.call('DELETE', url(t.tenant_id), { version: 1 }))).toEqual([
      403,
      'FORBIDDEN',
    ]);
    const platform = await platformOf(t);
    for (const word of ['suspend', 'archive'])
      expect(outcomeOf(await verb(staff, platform, word))).toEqual([422, 'RULE']);
    expect(outcomeOf(await staff.call('DELETE', url(platform), { version: 1 }))).toEqual([422, 'RULE']);
  });

  const loop = (by: SignedIn, tenant?: string) =>
    by.call('POST', '/api/playlists', { payload: { name: 'Loop' }, ...(tenant && { tenant }) });

  it('after suspend its people read at home from the next request on, and do nothing elsewhere', async () => {
    const { id } = await made(staff);
    const other = await made(staff);
    const owner = await newcomer(t, 'owner', { tenant_id: id });
    const people = [owner, await newcomer(t, 'manager', { tenant_id: id })];
    for (const who of people) expect(outcomeOf(await loop(who))).toEqual([200]);
    expect(outcomeOf(await loop(owner, other.id))).toEqual([200]);
    await verb(staff, id, 'suspend');
    expect(await namedTo(owner)).toEqual([id]);
    for (const who of people) {
      expect(outcomeOf(await who.call('GET', '/api/playlists'))).toEqual([200]);
      expect(outcomeOf(await loop(who))).toEqual([409, 'STATE']);
      const own = { version: 1, payload: { locale: 'zh' } };
      expect(outcomeOf(await who.call('PATCH', '/api/auth/me', own))).toEqual([200]);
      expect(outcomeOf(await who.browser.refresh(who.tokens.refresh_token))).toEqual([200]);
      expect(outcomeOf(await openBrowser(t).signIn(who.email))).toEqual([200]);
    }
    const elsewhere = { tenant: other.id };
    expect(outcomeOf(await owner.call('GET', '/api/playlists', elsewhere))).toEqual([403, 'TENANT_DENIED']);
    expect(outcomeOf(await loop(owner, other.id))).toEqual([403, 'TENANT_DENIED']);
    /** Staff set right what has to be. */
    expect(outcomeOf(await loop(staff, id))).toEqual([200]);
    expect(outcomeOf(await verb(staff, id, 'reactivate'))).toEqual([200]);
    for (const who of people) expect(outcomeOf(await loop(who))).toEqual([200]);
    expect(outcomeOf(await loop(owner, other.id))).toEqual([200]);
  });

  it('archive ends all sessions of its people, and nobody of them signs in again', async () => {
    const { id } = await made(staff);
    const people = [
      await newcomer(t, 'owner', { tenant_id: id }),
      await newcomer(t, 'manager', { tenant_id: id }),
    ];
    await verb(staff, id, 'archive');
    for (const who of people) {
      expect(outcomeOf(await who.call('GET', '/api/playlists'))).toEqual([401, 'SESSION_REVOKED']);
      const refreshed = await who.browser.refresh(who.tokens.refresh_token);
      expect(outcomeOf(refreshed)).toEqual([401, 'SESSION_REVOKED']);
      expect(outcomeOf(await openBrowser(t).signIn(who.email))).toEqual([403, 'USER_INVALID']);
    }
    expect(outcomeOf(await staff.call('GET', '/api/playlists', { tenant: id }))).toEqual([200]);
  });
});

it('an archived tenant is named to staff alone as one to act in', async () => {
  const { id } = await made(staff);
  for (const by of [owner, staff]) expect(await namedTo(by)).toContain(id);
  await verb(staff, id, 'archive');
  expect(await namedTo(owner)).not.toContain(id);
  expect(await namedTo(owner)).toContain(t.tenant_id);
  expect(await namedTo(staff)).toContain(id);
});

describe('deleting a tenant', () => {
  it('waits until it is empty of people, screens and sub-tenants', async () => {
    const { id } = await made(staff);
    const below = await made(staff, { parent_id: id });
    const who = await addPerson(t, 'manager', { tenant_id: id });
    const remove = (version: number) => staff.call('DELETE', url(id), { version });
    const full = await remove(1);
    expect(full.json()).toMatchObject({ error: 'IN_USE', details: { users: 1, devices: 0 } });
    await staff.call('DELETE', `/api/users/${who.id}`, { tenant: id, version: 1 });
    expect(outcomeOf(await remove(1))).toEqual([409, 'IN_USE']);
    await staff.call('DELETE', url(below.id), { version: 1 });
    expect(outcomeOf(await remove(7))).toEqual([412, 'VERSION_CONFLICT']);
    expect((await remove(1)).statusCode).toBe(204);
    expect(outcomeOf(await staff.call('GET', '/api/users', { tenant: id }))).toEqual([403, 'TENANT_DENIED']);
    expect(outcomeOf(await remove(2))).toEqual([404, 'NOT_FOUND']);
  });

  it('can be undone for 30 days', async () => {
    const [one, two] = [await made(staff), await made(staff)];
    for (const { id } of [one, two]) await staff.call('DELETE', url(id), { version: 1 });
    expect((await verb(staff, one.id, 'restore')).json()).toMatchObject({
      deleted_at: null,
      status: 'active',
    });
    expect(outcomeOf(await verb(staff, one.id, 'restore'))).toEqual([409, 'STATE']);
    clock.jump(30 * DAY_MS + 1);
    const later = await signInAs(t, staff);
    expect(outcomeOf(await verb(later, two.id, 'restore'))).toEqual([409, 'STATE']);
  });
});
