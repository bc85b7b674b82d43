import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { budgets, devices, tenants } from '../../../../server/db/schema.ts';
import type { SubTenant, TenantLimits } from '../../../../shared/contract/identity/tenant.ts';
import {
  addPerson,
  freshEmail,
  newcomer,
  outcomeOf,
  platformOf,
  type SignedIn,
} from '../../../support/server/people.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';

let t: TestServer;
let staff: SignedIn;
beforeAll(async () => {
  t = await startTestServer();
  staff = await newcomer(t, 'staff_admin', { tenant_id: await platformOf(t) });
});
afterAll(() => t.close());

type Limits = SubTenant['limits'];
const NO_LIMITS: Limits = { devices: null, users: null, storage_gb: null };
type SignedInOwner = Awaited<ReturnType<TestServer['signIn']>>;

let above: { id: string; owner: SignedInOwner };
async function tenantWith(limits: Partial<Limits>, parent_id: string | null = null) {
  const id = await t.addTenant(`above-${randomUUID().slice(0, 8)}`);
  await t.db
    .update(tenants)
    .set({ limits: { ...NO_LIMITS, ...limits }, parent_id })
    .where(eq(tenants.id, id));
  return { id, owner: await t.signIn('owner', id) };
}
beforeEach(async () => {
  above = await tenantWith({ devices: 10, users: 5, storage_gb: 20 });
});

interface Options {
  payload?: object;
  version?: number;
  owner?: SignedInOwner;
}
const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, options: Options = {}) => {
  const { payload = {}, version, owner = above.owner } = options;
  return t.app.inject({
    method,
    url: `/api/sub-tenants${path}`,
    headers: {
      ...owner.headers,
      ...(method !== 'GET' && { 'idempotency-key': randomUUID() }),
      ...(version !== undefined && { 'if-match': `"${version}"` }),
    },
    ...(method !== 'GET' && method !== 'DELETE' && { payload }),
  });
};
const slug = () => `s-${randomUUID().slice(0, 8)}`;
const give = (limits: Limits | undefined, owner = above.owner) =>
  call('POST', '', { payload: { name: 'Harbour', slug: slug(), kind: 'advertiser', limits }, owner });
const made = async (limits?: Limits, owner = above.owner) => {
  const answer = await give(limits, owner);
  expect(answer.statusCode).toBe(200);
  return answer.json<SubTenant>();
};
const limitsOf = async (owner = above.owner) =>
  (await call('GET', '/limits', { owner })).json<TenantLimits>();

describe('BIZ-06 sub-tenants', () => {
  it('are made, changed, suspended, reactivated, archived, deleted and restored by the tenant above', async () => {
    const row = await made({ devices: 3, users: 2, storage_gb: 5 });
    expect(row).toMatchObject({ status: 'active', used: { devices: 0, users: 0, storage_gb: 0 } });
    const patched = await call('PATCH', `/${row.id}`, { payload: { name: 'Quay' }, version: row.version });
    expect(patched.json()).toMatchObject({ name: 'Quay', limits: row.limits });
    const stale = await call('PATCH', `/${row.id}`, { payload: { name: 'Old' }, version: row.version });
    expect(stale.json()).toMatchObject({ error: 'VERSION_CONFLICT', details: patched.json<SubTenant>() });

    const there = await t.signIn('owner', row.id);
    const writes = () =>
      t.app.inject({
        method: 'POST',
        url: '/api/users',
        headers: { ...there.headers, 'idempotency-key': randomUUID() },
        payload: { email: freshEmail(), role: 'viewer' },
      });
    expect((await call('POST', `/${row.id}/suspend`)).json()).toMatchObject({ status: 'suspended' });
    expect((await writes()).statusCode).toBe(409);
    expect((await call('POST', `/${row.id}/reactivate`)).json()).toMatchObject({ status: 'active' });
    expect((await writes()).statusCode).toBe(200);
    expect((await call('POST', `/${row.id}/archive`)).json()).toMatchObject({ status: 'archived' });
    expect((await call('POST', `/${row.id}/reactivate`)).json()).toMatchObject({ error: 'STATE' });

    const other = await made();
    expect((await call('DELETE', `/${other.id}`, { version: other.version })).statusCode).toBe(204);
    expect((await call('POST', `/${other.id}/restore`)).json()).toMatchObject({ deleted_at: null });
  });

  it('get what is left above them and no more, and give it back when they are archived or deleted', async () => {
    /** The owner is one of five people. */
    expect((await limitsOf()).users).toEqual({ limit: 5, used: 1, allotted: 0, left: 4 });
    const row = await made({ devices: 6, users: 2, storage_gb: 5 });
    expect((await limitsOf()).devices).toEqual({ limit: 10, used: 0, allotted: 6, left: 4 });
    const over = await give({ devices: 5, users: 0, storage_gb: 0 });
    expect(over.json()).toMatchObject({ error: 'RULE', details: { because: 'devices_left', left: 4 } });
    expect((await give({ ...NO_LIMITS, devices: 0, users: 0 })).json()).toMatchObject({
      details: { because: 'storage_gb_left', left: 15 },
    });
    const change = (limits: Limits, version: number) =>
      call('PATCH', `/${row.id}`, { payload: { limits }, version });
    const more = await change({ devices: 10, users: 2, storage_gb: 5 }, row.version);
    expect(more.json()).toMatchObject({ limits: { devices: 10 } });
    expect((await change({ devices: 11, users: 2, storage_gb: 5 }, row.version + 1)).json()).toMatchObject({
      details: { because: 'devices_left', left: 10 },
    });
    await call('POST', `/${row.id}/archive`);
    expect((await limitsOf()).devices.left).toBe(10);

    const second = await made({ devices: 10, users: 0, storage_gb: 0 });
    await call('DELETE', `/${second.id}`, { version: second.version });
    const third = await made({ devices: 4, users: 0, storage_gb: 0 });
    expect((await call('POST', `/${second.id}/restore`)).json()).toMatchObject({
      details: { because: 'devices_left', left: 6 },
    });
    await call('POST', `/${third.id}/archive`);
    expect((await call('POST', `/${second.id}/restore`)).statusCode).toBe(200);
    expect((await limitsOf()).devices.left).toBe(0);
  });

  it('of many that are made at once get together no more than is left', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => give({ devices: 4, users: 0, storage_gb: 0 })),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(2);
    expect((await limitsOf()).devices).toMatchObject({ allotted: 8, left: 2 });
  });

  it('may have nothing without being given it, where the tenant above is limited', async () => {
    expect((await made()).limits).toEqual({ devices: 0, users: 0, storage_gb: 0 });
    const free = await tenantWith({ users: 5 });
    expect((await made(undefined, free.owner)).limits).toEqual({ devices: null, users: 0, storage_gb: null });
    /** The other way to make one gives no more. */
    const admin = await t.signIn('admin', above.id);
    const answer = await t.app.inject({
      method: 'POST',
      url: '/api/tenants',
      headers: { ...admin.headers, 'idempotency-key': randomUUID() },
      payload: { name: 'Beside', slug: slug(), kind: 'fleet', parent_id: above.id },
    });
    expect(answer.json()).toMatchObject({ limits: { devices: 0, users: 0, storage_gb: 0 } });
  });

  it('leave the tenant above what it has not given away', async () => {
    const row = await made({ devices: 0, users: 4, storage_gb: 0 });
    const add = (headers: Record<string, string>) =>
      t.app.inject({
        method: 'POST',
        url: '/api/users',
        headers: { ...headers, 'idempotency-key': randomUUID() },
        payload: { email: freshEmail(), role: 'viewer' },
      });
    expect(outcomeOf(await add(above.owner.headers))).toEqual([422, 'RULE']);
    await addPerson(t, 'viewer', { tenant_id: row.id });
    await addPerson(t, 'viewer', { tenant_id: row.id });
    const less = { devices: 0, users: 1, storage_gb: 0 };
    expect(
      (await call('PATCH', `/${row.id}`, { payload: { limits: less }, version: 1 })).json(),
    ).toMatchObject({
      details: { because: 'limits_in_use', used: 2 },
    });
    const enough = { ...less, users: 2 };
    expect((await call('PATCH', `/${row.id}`, { payload: { limits: enough }, version: 1 })).statusCode).toBe(
      200,
    );
    expect(outcomeOf(await add(above.owner.headers))).toEqual([200]);
  });

  it('hold to the same when staff changes their limits', async () => {
    const row = await made({ devices: 4, users: 0, storage_gb: 0 });
    const set = (devices: number, version: number) =>
      staff.call('PATCH', `/api/tenants/${row.id}`, {
        payload: { limits: { devices, users: 0, storage_gb: 0 } },
        version,
      });
    expect(outcomeOf(await set(11, 1))).toEqual([422, 'RULE']);
    expect(outcomeOf(await set(9, 1))).toEqual([200]);
    expect((await limitsOf()).devices).toMatchObject({ allotted: 9, left: 1 });
  });

  it('have a limit of what they use as soon as the tenant above them has one', async () => {
    const high = await tenantWith({});
    const middle = await tenantWith({}, high.id);
    const low = await tenantWith({}, middle.id);
    const cab = (n: number) => ({ id: randomUUID(), tenant_id: low.id, name: `Cab ${n}` });
    await t.db.insert(devices).values([1, 2, 3].map(cab));
    const limit = async (max: number) => {
      const url = `/api/tenants/${high.id}`;
      const { version } = (await staff.call('GET', url)).json<{ version: number }>();
      return staff.call('PATCH', url, { payload: { limits: { ...NO_LIMITS, devices: max } }, version });
    };
    expect((await limit(2)).json()).toMatchObject({ details: { because: 'limits_in_use', used: 3 } });
    expect((await limitsOf(low.owner)).devices.limit).toBe(null);
    expect((await limit(5)).statusCode).toBe(200);
    expect((await limitsOf(low.owner)).devices).toMatchObject({ limit: 3, left: 0 });
    expect((await limitsOf(middle.owner)).devices).toMatchObject({ limit: 3, allotted: 3, left: 0 });
    expect((await limitsOf(high.owner)).devices).toMatchObject({ limit: 5, allotted: 3, left: 2 });
  });

  it('keep their currency once there is money in it', async () => {
    const row = await made();
    const change = (currency: string, version: number) =>
      call('PATCH', `/${row.id}`, { payload: { currency }, version });
    expect((await change('CHF', row.version)).statusCode).toBe(200);
    const cap = {
      name: 'Spring',
      scope: 'tenant' as const,
      period: 'month' as const,
      currency: 'CHF',
      hard_cap: false,
    };
    await t.db.insert(budgets).values({ ...cap, amount_minor: 10_000, id: randomUUID(), tenant_id: row.id });
    const refused = (await change('EUR', row.version + 1)).json<{ details: object }>();
    expect(Object.keys(refused.details)).toEqual(['currency']);
  });

  it('stand at most two levels below the highest, and never below the platform', async () => {
    const below = await tenantWith({}, above.id);
    const lowest = await made(undefined, below.owner);
    const there = await t.signIn('owner', lowest.id);
    expect((await give(undefined, there)).json()).toMatchObject({ error: 'RULE' });
    const root = await t.signIn('staff_admin', await platformOf(t));
    expect((await give(undefined, root)).json()).toMatchObject({ error: 'RULE' });
  });

  it('are seen by the tenant right above them alone, as figures and not as rows', async () => {
    const row = await made({ devices: 1, users: 1, storage_gb: 1 });
    const person = await addPerson(t, 'viewer', { tenant_id: row.id });
    const list = await call('GET', '');
    expect(list.json<{ items: SubTenant[] }>().items.map(({ id }) => id)).toEqual([row.id]);
    expect(list.json<{ items: SubTenant[] }>().items[0]?.used.users).toBe(1);
    expect(list.body).not.toContain(person.id);

    const stranger = await tenantWith({});
    const below = await t.signIn('owner', row.id);
    for (const owner of [stranger.owner, below]) {
      expect((await call('GET', '', { owner })).json()).toMatchObject({ total: 0 });
      expect((await call('GET', `/${row.id}`, { owner })).statusCode).toBe(404);
      expect((await call('POST', `/${row.id}/suspend`, { owner })).statusCode).toBe(404);
      expect((await call('PATCH', `/${row.id}`, { owner, payload: {}, version: 1 })).statusCode).toBe(404);
    }
    for (const role of ['admin', 'manager', 'viewer', 'device_owner'] as const)
      expect((await call('GET', '', { owner: await t.signIn(role, above.id) })).statusCode).toBe(403);
  });

  it('are left to their own people by an owner from elsewhere', async () => {
    const row = await made();
    const stranger = await tenantWith({});
    const crossing = { ...stranger.owner, headers: { ...stranger.owner.headers, 'x-tenant-id': above.id } };
    expect((await call('POST', `/${row.id}/suspend`, { owner: crossing })).json()).toMatchObject({
      error: 'FORBIDDEN',
    });
  });

  it('hold the limits above them: what was given is not taken back from above', async () => {
    await made({ devices: 8, users: 2, storage_gb: 5 });
    const asStaff = async (devices: number) => {
      const url = `/api/tenants/${above.id}`;
      const { version } = (await staff.call('GET', url)).json<{ version: number }>();
      return staff.call('PATCH', url, {
        version,
        payload: { limits: { devices, users: 5, storage_gb: 20 } },
      });
    };
    expect((await asStaff(7)).json()).toMatchObject({
      ...{ error: 'RULE', details: { because: 'limits_in_use', kind: 'devices', used: 8 } },
    });
    expect((await asStaff(8)).statusCode).toBe(200);
  });
});
