import { eq } from 'drizzle-orm';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addPerson, newcomer, outcomeOf, platformOf, type SignedIn } from '../../../support/server/people.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';
import { metadata, TUS } from '../../../support/server/upload.ts';
import { playlists, tenants, users } from '../../../../server/db/schema.ts';
import { ROLES, type Role } from '../../../../shared/contract/wire/roles.ts';

type Place = 'platform' | 'home' | 'child' | 'grandchild' | 'foreign' | 'cousin';
const EVERYWHERE: readonly Place[] = ['platform', 'home', 'child', 'grandchild', 'foreign', 'cousin'];
const CUSTOMERS: readonly Place[] = ['home', 'child', 'grandchild', 'foreign', 'cousin'];
const OWN_TREE: readonly Place[] = ['home', 'child', 'grandchild'];

/** Where each role acts, by hand. Staff are at home at the platform, all others in `home`. */
const ACTS: Record<'spec' | 'strict', Record<Role, readonly Place[]>> = {
  spec: {
    staff_super_admin: EVERYWHERE,
    staff_admin: EVERYWHERE,
    staff_support: ['platform'],
    owner: CUSTOMERS,
    admin: CUSTOMERS,
    manager: ['home'],
    analyst: ['home'],
    viewer: ['home'],
    device_owner: ['home'],
  },
  strict: {
    staff_super_admin: EVERYWHERE,
    staff_admin: EVERYWHERE,
    staff_support: ['platform'],
    owner: OWN_TREE,
    admin: OWN_TREE,
    manager: ['home'],
    analyst: ['home'],
    viewer: ['home'],
    device_owner: ['home'],
  },
};
/** One call of each kind, of which the console lets none go to a tenant that is not his. */
const CALLS: Record<string, InjectOptions> = {
  'a read': { method: 'GET', url: '/api/playlists' },
  'a write': { method: 'POST', url: '/api/playlists', payload: { name: 'Loop' } },
  'a write that had waited': {
    ...{ method: 'POST', url: '/api/playlists', payload: { name: 'Later loop' } },
    headers: { 'idempotency-key': '00000000-0000-4000-8000-000000000019' },
  },
  'an upload': {
    ...{ method: 'POST', url: '/api/uploads' },
    headers: { ...TUS, 'upload-length': '1', 'upload-metadata': metadata({ filename: '1.png' }) },
  },
  'an export': { method: 'GET', url: '/api/playlists/export' },
  'a stream': { method: 'GET', url: '/api/devices/live' },
};
const LISTS: readonly Role[] = ['staff_super_admin', 'staff_admin', 'staff_support', 'owner', 'admin'];

describe.each(['spec', 'strict'] as const)('TENANT_ACCESS=%s', tenantAccess => {
  let t: TestServer;
  let places: Record<Place, string>;
  const people = {} as Record<Role, SignedIn>;
  beforeAll(async () => {
    t = await startTestServer({ config: { tenantAccess } });
    const below = async (slug: string, parent_id: string) => {
      const id = await t.addTenant(slug);
      await t.db.update(tenants).set({ parent_id }).where(eq(tenants.id, id));
      return id;
    };
    const foreign = await t.addTenant('foreign');
    const child = await below('child', t.tenant_id);
    places = {
      platform: await platformOf(t),
      home: t.tenant_id,
      child,
      grandchild: await below('grandchild', child),
      foreign,
      cousin: await below('cousin', foreign),
    };
    const gone = await below('gone', t.tenant_id);
    await t.db.update(tenants).set({ deleted_at: new Date() }).where(eq(tenants.id, gone));
    for (const role of ROLES) people[role] = await newcomer(t, role);
  });
  afterAll(() => t.close());

  const nameOf = (id: string) => EVERYWHERE.find(place => places[place] === id);
  const sorted = (names: readonly (string | undefined)[]) => [...names].sort();

  it.each(ROLES)(
    'OPEN-TENANT-01 AMBIG-TENANT-02 lets a %s act where its row says, by X-Tenant-Id and nothing else',
    async role => {
      const acts: Place[] = [];
      for (const place of EVERYWHERE) {
        const answer = await people[role].call('GET', '/api/auth/me', { tenant: places[place] });
        if (answer.statusCode === 200) acts.push(place);
        else expect(outcomeOf(answer)).toEqual([403, 'TENANT_DENIED']);
      }
      expect(acts).toEqual(ACTS[tenantAccess][role]);
      const swapped = await people[role].call('GET', `/api/auth/me?tenant_id=${places.foreign}`);
      expect(swapped.json()).toMatchObject({ user: { tenant_id: people[role].tenant_id } });
    },
  );

  it.each(Object.entries(CALLS))(
    'AMBIG-TENANT-02 decides by itself of %s, and lets it through at home',
    async (_what, call) => {
      const { manager } = people;
      const sendTo = async (place: 'home' | 'foreign') =>
        t.app.inject({
          ...call,
          headers: {
            ...call.headers,
            authorization: `Bearer ${manager.tokens.access_token}`,
            'x-tenant-id': places[place],
          },
        });
      expect(outcomeOf(await sendTo('foreign'))).toEqual([403, 'TENANT_DENIED']);
      expect(await t.db.select().from(playlists).where(eq(playlists.tenant_id, places.foreign))).toEqual([]);
      expect((await sendTo('home')).statusCode).toBeLessThan(300);
    },
  );

  it.each(ROLES)('lists to a %s the tenants it may act in', async role => {
    const answer = await people[role].call('GET', '/api/tenants?limit=100');
    if (!LISTS.includes(role)) {
      expect(outcomeOf(answer)).toEqual([403, 'FORBIDDEN']);
      return;
    }
    const { items, total } = answer.json<{ items: { id: string }[]; total: number }>();
    expect(sorted(items.map(one => nameOf(one.id)))).toEqual(sorted(ACTS[tenantAccess][role]));
    expect(total).toBe(items.length);
  });

  it.each(ROLES)('reads to a %s one of them, and no other', async role => {
    const seen: Place[] = [];
    for (const place of EVERYWHERE) {
      const answer = await people[role].call('GET', `/api/tenants/${places[place]}`);
      if (answer.statusCode === 200) seen.push(place);
      else expect(outcomeOf(answer)[0]).toBe(LISTS.includes(role) ? 404 : 403);
    }
    expect(seen).toEqual(LISTS.includes(role) ? ACTS[tenantAccess][role] : []);
  });

  it.each(ROLES)('tells a %s of itself the customers it may act in', async role => {
    const me = (await people[role].call('GET', '/api/auth/me')).json<{ tenants: { id: string }[] }>();
    const customers = ACTS[tenantAccess][role].filter(place => place !== 'platform');
    expect(sorted(me.tenants.map(one => nameOf(one.id)))).toEqual(sorted(customers));
  });

  it.each(['', 'home', 'null', '*', "' or 1=1 --", '00000000-0000-7000-8000-00000000ffff'])(
    'takes no X-Tenant-Id like %j',
    async tenant => {
      for (const role of ['staff_super_admin', 'owner', 'viewer'] as const)
        expect(outcomeOf(await people[role].call('GET', '/api/auth/me', { tenant }))).toEqual([
          403,
          'TENANT_DENIED',
        ]);
    },
  );

  it('says the same of a tenant that is deleted, foreign or missing', async () => {
    const [gone] = await t.db.select().from(tenants).where(eq(tenants.slug, 'gone'));
    const missing = '00000000-0000-7000-8000-00000000ffff';
    const asked = tenantAccess === 'spec' ? [gone?.id, missing] : [gone?.id, missing, places.foreign];
    const strip = (body: string, id = '') => body.replaceAll(id, '');
    const bodies = [];
    for (const tenant of asked) {
      const answer = await people.owner.call('GET', '/api/users', { tenant });
      bodies.push(strip(answer.body, tenant));
    }
    expect(new Set(bodies).size).toBe(1);
  });

  it('moves a user with his tenant: where he is sent he is at home from the next request on', async () => {
    const who = await newcomer(t, 'viewer');
    await t.db.update(users).set({ tenant_id: places.foreign }).where(eq(users.id, who.id));
    expect(outcomeOf(await who.call('GET', '/api/creatives', { tenant: places.home }))).toEqual([
      403,
      'TENANT_DENIED',
    ]);
    expect(outcomeOf(await who.call('GET', '/api/creatives'))).toEqual([200]);
  });

  it('keeps staff at the platform', async () => {
    const payload = { email: 'stray@test.example', role: 'staff_support' };
    const made = await people.staff_super_admin.call('POST', '/api/users', { tenant: places.home, payload });
    expect(outcomeOf(made)).toEqual([400, 'VALIDATION']);
    const manager = await addPerson(t, 'manager');
    const patch = { tenant: places.home, version: 1, payload: { role: 'staff_support' } };
    const promoted = await people.staff_super_admin.call('PATCH', `/api/users/${manager.id}`, patch);
    expect(outcomeOf(promoted)).toEqual([400, 'VALIDATION']);
  });
});
