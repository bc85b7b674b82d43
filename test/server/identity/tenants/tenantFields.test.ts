import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TENANT_KINDS, type Tenant } from '../../../../shared/contract/identity/tenant.ts';
import { tenants } from '../../../../server/db/schema.ts';
import { newcomer, outcomeOf, type SignedIn } from '../../../support/server/people.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';

let t: TestServer;
let staff: SignedIn;
let owner: SignedIn;
let row: Tenant;
beforeAll(async () => {
  t = await startTestServer();
  staff = await newcomer(t, 'staff_admin');
  owner = await newcomer(t, 'owner');
  row = await make({});
});
afterAll(() => t.close());

let slugs = 0;
const make = async (more: object) =>
  (
    await staff.call('POST', '/api/tenants', {
      payload: { name: 'Harbour Cabs', slug: `cabs-${++slugs}`, kind: 'fleet', ...more },
    })
  ).json<Tenant>();
const patch = async (id: string, payload: object) => {
  const { version } = (await staff.call('GET', `/api/tenants/${id}`)).json<Tenant>();
  return staff.call('PATCH', `/api/tenants/${id}`, { payload, version });
};

/** design/contract.md §1, written down by hand: what is taken and what is not. */
const FIELDS: Record<string, { good: unknown[]; bad: unknown[] }> = {
  name: { good: ['Harbour Cabs', 'H'], bad: ['', 'x'.repeat(121), 7] },
  country: { good: ['PT', null], bad: ['Portugal', 'pt'] },
  tz: { good: ['Europe/Lisbon', 'UTC'], bad: ['Atlantis/Nowhere', ''] },
  currency: { good: ['USD', 'EUR'], bad: ['EURO', ''] },
  legal_address: { good: ['Dock Road 4\n1000-001 Lisbon', ''], bad: ['x'.repeat(501), null] },
  billing_address: { good: ['PO box 9', ''], bad: ['x'.repeat(501)] },
  tax_id: { good: ['PT123456789', null], bad: ['x'.repeat(33), ''] },
  contact_email: { good: ['desk@cabs.example', null], bad: ['desk', ''] },
  contact_phone: { good: ['+351211234567', null], bad: ['0211234567', ''] },
  portal_business: { good: [true, false], bad: ['yes'] },
  open_signup: { good: [true, false], bad: [1] },
  fee_pct: { good: [0, 100], bad: [-1, 101, 2.5] },
  limits: {
    good: [{ devices: 5, users: null, storage_gb: 10 }],
    bad: [{ devices: -1, users: null, storage_gb: null }, { devices: 1 }, null],
  },
};

describe('a tenant', () => {
  it.each(Object.entries(FIELDS))(
    'OPEN-ENT-09 has the field %s of the design',
    async (field, { good, bad }) => {
      for (const value of good) {
        const answer = await patch(row.id, { [field]: value });
        expect([value, answer.statusCode, answer.json<Record<string, unknown>>()[field]]).toEqual([
          ...[value, 200, value],
        ]);
      }
      for (const value of bad) {
        const answer = await patch(row.id, { [field]: value });
        const named = Object.keys(answer.json<{ details: object }>().details).map(key => key.split('.')[0]);
        expect([value, answer.statusCode, [...new Set(named)]]).toEqual([value, 400, [field]]);
      }
    },
  );

  it('OPEN-ENT-09 is of one of five kinds, stands below another if it has a parent, and says when its DPA was accepted', async () => {
    expect(TENANT_KINDS).toEqual(['platform', 'network', 'advertiser', 'agency', 'fleet']);
    const below = await make({ parent_id: row.id, kind: 'agency' });
    expect(below).toMatchObject({ parent_id: row.id, kind: 'agency', status: 'active', dpa_signed_at: null });
    const slug = await staff.call('POST', '/api/tenants', {
      payload: { name: 'X', slug: 'A b', kind: 'fleet' },
    });
    expect(slug.json()).toMatchObject({ error: 'VALIDATION', details: { slug: [expect.any(String)] } });
  });

  it('OPEN-ENT-09 has a plan of the platform, whose limits it takes over; it sets none itself', async () => {
    const plan = await staff.call('POST', '/api/plans', {
      payload: {
        ...{ code: `fleet-${++slugs}`, name: 'Fleet', price_minor: 4_900, per_thousand_minor: 0 },
        ...{ currency: 'EUR', interval: 'month' },
        limits: { devices: 40, users: 12, storage_gb: 50, share_pct: 100 },
      },
    });
    const { id } = plan.json<{ id: string }>();
    const taken = await patch(row.id, { plan_id: id });
    expect(taken.json()).toMatchObject({
      plan_id: id,
      limits: { devices: 40, users: 12, storage_gb: 50 },
    });
    const more = { devices: 60, users: null, storage_gb: null };
    expect((await patch(row.id, { limits: more })).json()).toMatchObject({ plan_id: id, limits: more });
    expect((await patch(row.id, { plan_id: row.id })).json()).toMatchObject({
      details: { plan_id: ['A plan of the platform'] },
    });
    const own = await owner.call('GET', `/api/tenants/${t.tenant_id}`);
    const refused = await owner.call('PATCH', `/api/tenants/${t.tenant_id}`, {
      payload: { plan_id: id },
      version: own.json<Tenant>().version,
    });
    expect(outcomeOf(refused)).toEqual([403, 'FORBIDDEN']);
  });
});

it('OPEN-ENT-09 the public list gives id and name of tenants that take registrations, and nothing else', async () => {
  await t.db.update(tenants).set({ open_signup: false }).where(eq(tenants.id, row.id));
  const shut = await make({ name: 'Shut' });
  const open = await make({ name: 'Open', open_signup: true });
  const answer = await t.app.inject({ url: '/api/auth/tenants' });
  const items = answer.json<{ tenants: { id: string; name: string }[] }>().tenants;
  expect(items.find(({ id }) => id === open.id)).toEqual({ id: open.id, name: 'Open' });
  expect(items.map(({ id }) => id)).not.toContain(shut.id);
  for (const one of items) expect(Object.keys(one).sort()).toEqual(['id', 'name']);
});
