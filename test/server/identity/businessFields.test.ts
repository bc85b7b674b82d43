/** OPEN-ENT-08: the fields of design/contract.md §1, §2 and §4, written down by hand. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tenants } from '../../../server/db/schema.ts';
import { location, noHours, type Location } from '../../../shared/contract/fleet/location.ts';
import { subTenant, subTenantPatch, tenant } from '../../../shared/contract/identity/tenant.ts';
import { whiteLabel, whiteLabelPatch } from '../../../shared/contract/identity/whiteLabel.ts';
import { budget, budgetCreate } from '../../../shared/contract/sales/budget.ts';
import { call } from '../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../support/server/server.ts';

let test: TestServer;
let owner: TestServer['admin'];
beforeAll(async () => {
  test = await startTestServer();
  await test.db.update(tenants).set({ portal_business: true }).where(eq(tenants.id, test.tenant_id));
  owner = await test.signIn('owner');
});
afterAll(() => test.close());

const LOOK = 'app_name logo_light logo_dark primary accent mail_address domain player_splash';
/** The schema, and what a caller reads. */
const FIELDS: Record<string, [schema: { shape: object }, fields: string, path: string | null]> = {
  tenant: [
    tenant,
    'name slug kind parent_id plan_id country tz currency portal_business open_signup fee_pct limits dpa_signed_at status',
    null,
  ],
  'business profile': [
    tenant,
    'name country tax_id legal_address billing_address contact_email contact_phone',
    '/api/business/profile',
  ],
  'white label': [
    whiteLabel,
    `${LOOK} mail_name primary_dark accent_dark state published_version domain_state`,
    '/api/white-label',
  ],
  'sub-tenant': [subTenant, 'name slug kind country tz currency portal_business limits status', null],
  location: [location, 'name address lat lng radius_m hours tz venue external_id status', null],
  budget: [
    budget,
    'scope period amount_minor currency spent_minor reserved_minor alerts hard_cap state campaign_id',
    null,
  ],
};

describe('a field of the design', () => {
  it.each(Object.entries(FIELDS))(
    'OPEN-ENT-08 is there: those of a %s',
    async (_name, [schema, fields, path]) => {
      const missing = (there: object) => fields.split(/\s+/).filter(field => !(field in there));
      expect(missing(schema.shape)).toEqual([]);
      if (path !== null) expect(missing((await call(test, owner, 'GET', path)).json<object>())).toEqual([]);
    },
  );

  it('OPEN-ENT-08 is written where somebody may write it, and nothing else is', () => {
    const takes = (schema: { safeParse: (body: unknown) => { success: boolean } }, body: object) =>
      schema.safeParse(body).success;
    expect(LOOK.split(' ').filter(field => !(field in whiteLabelPatch.shape))).toEqual([]);
    for (const field of ['domain_state', 'published_version', 'state'])
      expect([field, takes(whiteLabelPatch, { [field]: null })]).toEqual([field, false]);
    for (const field of ['slug', 'status', 'used', 'parent_id'])
      expect([field, takes(subTenantPatch, { [field]: 'x' })]).toEqual([field, false]);
    const month = { name: 'November', scope: 'tenant', period: 'month', amount_minor: 500_000 };
    expect(takes(budgetCreate, month)).toBe(true);
    for (const more of [{ spent_minor: 1 }, { period: 'flight' }, { scope: 'campaign' }, { amount_minor: 0 }])
      expect([more, takes(budgetCreate, { ...month, ...more })]).toEqual([more, false]);
  });

  const PIER = { name: 'Pier', address: '', lat: 38.7, lng: -9.1, radius_m: 100, tz: 'Europe/Lisbon' };
  const make = (more: object) =>
    call(test, owner, 'POST', '/api/locations', { payload: { ...PIER, external_id: null, ...more } });
  it('OPEN-ENT-08 is kept: opening hours of the seven days and the venue of a location, whose number in OpenOOH 1.2 is found', async () => {
    const plain = (await make({})).json<Location>();
    expect(plain).toMatchObject({ hours: noHours(), venue: null });
    const shop = [
      { start: '08:00', end: '12:00' },
      { start: '14:00', end: '18:00' },
    ];
    const hours = [shop, shop, shop, shop, shop, [{ start: '22:00', end: '03:00' }], []];
    const change = { hours, venue: { openooh_1_1: '103' } };
    const path = `/api/locations/${plain.id}`;
    const changed = await call(test, owner, 'PATCH', path, { payload: change, version: 1 });
    const venue = { openooh_1_1: '103', openooh_1_2: '103' };
    expect(changed.json()).toMatchObject({ hours, venue, name: 'Pier' });
    /** What a change leaves out stays. */
    const named = await call(test, owner, 'PATCH', path, { payload: { name: 'Quay' }, version: 2 });
    expect(named.json()).toMatchObject({ hours, venue, name: 'Quay' });
  });
  it.each([
    ['six days', { hours: noHours().slice(1) }, 'hours'],
    ['no time', { hours: [[{ start: '8', end: '12:00' }], [], [], [], [], [], []] }, 'hours'],
    ['no venue of OpenOOH 1.1', { venue: { openooh_1_1: '99999' } }, 'venue'],
    ['a word', { venue: { openooh_1_1: 'taxi' } }, 'venue'],
  ])('OPEN-ENT-08 is refused with %s', async (_what, more, field) => {
    const answer = await make(more);
    const named = Object.keys(answer.json<{ details: object }>().details).map(key => key.split('.')[0]);
    expect([answer.statusCode, [...new Set(named)]]).toEqual([400, [field]]);
  });

  it('OPEN-ENT-08 limits a sub-tenant to what is left above it', async () => {
    const limits = { devices: 2, users: null, storage_gb: null };
    await test.db.update(tenants).set({ limits }).where(eq(tenants.id, test.tenant_id));
    const ask = (devices: number) =>
      call(test, owner, 'POST', '/api/sub-tenants', {
        payload: {
          ...{ name: 'Quay', slug: `q-${randomUUID().slice(0, 8)}`, kind: 'advertiser' },
          limits: { ...limits, devices },
        },
      });
    expect([(await ask(3)).statusCode, (await ask(2)).statusCode]).toEqual([422, 200]);
  });
});
