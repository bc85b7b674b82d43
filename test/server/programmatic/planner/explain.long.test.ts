import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  adapters,
  auctions,
  deals,
  devices,
  inventoryMappings,
  locations,
  partners,
  placements,
  tenants,
} from '../../../../server/db/schema.ts';
import type { explainDeal } from '../../../../shared/contract/programmatic/deal.ts';
import type { Answer } from '../../../../shared/contract/wire/endpoint.ts';
import { uuid7 } from '../../../../shared/random.ts';
import { call } from '../../../support/server/playlist.ts';
import { dealOf, ids, partner, plan, test, usePlannerWorld } from './world.ts';

usePlannerWorld();

interface PmpRequest {
  imp: { pmp?: { deals: { id: string }[] } }[];
}
let deal: ReturnType<typeof dealOf>;
beforeEach(async () => {
  deal = dealOf(ids.fast, { deal_code: 'WHY' });
  await test.db.insert(deals).values(deal);
  partner.state.answer = () => ({ status: 204 });
});
afterEach(async () => {
  await test.db.delete(deals);
  await test.db.delete(adapters);
  await test.db
    .update(partners)
    .set({ ...{ state: 'active', suspended_by: null, regions: [], kind: 'openrtb_dsp' }, max_lead_s: 3_600 });
  await test.db
    .update(devices)
    .set({ ...{ state: 'active', location_id: null }, last_seen_at: new Date(test.server.clock.now()) });
  await test.db.update(tenants).set({ status: 'active', country: null });
  await test.db.update(inventoryMappings).set({ state: 'mapped' });
  await test.db.update(placements).set({ listing_id: null });
});

const explained = async () => {
  const answer = await call(test, test.admin, 'GET', `/api/programmatic/deals/${deal.id}/explain`);
  return answer.json<Answer<typeof explainDeal>>();
};
/** Whether a round of the planner sends the deal. */
async function isSent(): Promise<boolean> {
  partner.requests.length = 0;
  await test.db.delete(auctions);
  await plan();
  return partner.requests.some(({ body }) =>
    (JSON.parse(body) as PmpRequest).imp.some(({ pmp }) => pmp?.deals.some(({ id }) => id === 'WHY')),
  );
}

it('explains a deal that the planner sends as eligible', async () => {
  expect(await isSent()).toBe(true);
  const answer = await explained();
  expect(answer.checks.filter(({ passed }) => !passed)).toEqual([]);
  expect(answer).toMatchObject({ is_eligible: true, screens_left_out: [] });
});

const killSwitch = (scope: 'partner' | 'tenant' | 'all') => async () => {
  const payload = { scope, partner_id: scope === 'partner' ? ids.fast : null };
  const by = scope === 'all' ? await test.signIn('staff_super_admin') : test.admin;
  const answer = await call(test, by, 'POST', '/api/programmatic/partners/kill-switch', { payload });
  expect(answer.statusCode).toBe(200);
};
const setPartner = (set: Partial<typeof partners.$inferInsert>) => () =>
  test.db.update(partners).set(set).where(eq(partners.id, ids.fast));
const setDevice = (set: Partial<typeof devices.$inferInsert>) => () => test.db.update(devices).set(set);
const setDeal = (set: Partial<typeof deals.$inferInsert>) => () => test.db.update(deals).set(set);
const setTenant = (set: Partial<typeof tenants.$inferInsert>) => () =>
  test.db.update(tenants).set(set).where(eq(tenants.id, test.tenant_id));

it.each<[string, () => Promise<unknown>, { check: string; reason: string; found?: string | null }]>([
  ['the kill switch of its partner', killSwitch('partner'), { check: 'partner', reason: 'kill_switch' }],
  ['the kill switch of the account', killSwitch('tenant'), { check: 'partner', reason: 'kill_switch' }],
  ['the kill switch of all accounts', killSwitch('all'), { check: 'partner', reason: 'kill_switch' }],
  [
    'a partner that is paused',
    setPartner({ state: 'paused' }),
    { check: 'partner', reason: 'partner_state', found: 'paused' },
  ],
  [
    'a partner that is asked in no auction',
    setPartner({ kind: 'ssp_pull' }),
    { check: 'partner', reason: 'partner_kind' },
  ],
  [
    'a partner that buys in other countries',
    async () => {
      await setTenant({ country: 'PT' })();
      await setPartner({ regions: ['DE'] })();
    },
    { check: 'region', reason: 'region', found: 'PT' },
  ],
  [
    'an account whose country nobody has named',
    setPartner({ regions: ['DE'] }),
    { check: 'region', reason: 'region', found: null },
  ],
  ['a partner that buys at once alone', setPartner({ max_lead_s: 1 }), { check: 'time', reason: 'lead' }],
  [
    'an account that is suspended',
    setTenant({ status: 'suspended' }),
    { check: 'account', reason: 'account_state' },
  ],
  ['a deal that is paused', setDeal({ state: 'paused' }), { check: 'state', reason: 'deal_state' }],
  [
    'a deal that ends before the next spot',
    () => setDeal({ ends_at: new Date(test.server.clock.now() + 60_000) })(),
    { check: 'time', reason: 'after' },
  ],
  [
    'a floor in a currency that its screens are not sold in',
    setDeal({ floor: { mode: 'cpm', amount_micros: 1, currency: 'GBP' } }),
    { check: 'floor', reason: 'partner_currency' },
  ],
  [
    'screens that are suspended',
    setDevice({ state: 'suspended' }),
    { check: 'screens', reason: 'no_screen' },
  ],
])('names %s, which keeps the deal out of requests', async (_what, hinder, expected) => {
  await hinder();
  expect(await isSent()).toBe(false);
  const { is_eligible, checks } = await explained();
  expect(is_eligible).toBe(false);
  expect(checks.filter(({ passed }) => !passed)).toContainEqual(expect.objectContaining(expected));
});

it('names the breaker that was opened by hand, and how much one holds back by itself', async () => {
  const row = { tenant_id: test.tenant_id, partner_id: ids.fast, state: 'open' as const };
  const at = new Date(test.server.clock.now());
  const of = { ...row, id: uuid7(at.getTime()), changed_at: at, updated_at: at };
  await test.db.insert(adapters).values({ ...of, mode: 'open', unhealth: 0 });
  expect(await isSent()).toBe(false);
  const checkOf = async () => (await explained()).checks.find(({ check }) => check === 'calls');
  expect(await checkOf()).toMatchObject({ passed: false, reason: 'breaker', count: 100 });
  await test.db.update(adapters).set({ mode: 'auto', unhealth: 0.6 });
  expect(await checkOf()).toMatchObject({ passed: true, reason: null, count: 45 });
});

it.each<[string, () => Promise<unknown>, string]>([
  ['suspended', setDevice({ state: 'suspended' }), 'screen_state'],
  [
    'silent for longer than is usual for them',
    () => setDevice({ last_seen_at: new Date(test.server.clock.now() - 3 * 3_600_000) })(),
    'unheard',
  ],
  ['no longer mapped', () => test.db.update(inventoryMappings).set({ state: 'disabled' }), 'unmapped'],
  [
    'not in the inventory of the deal',
    () => setDeal({ inventory: { placement_ids: [], tags: ['x'], venue_ids: [], geo: [], media: [] } })(),
    'inventory',
  ],
])('counts the screens that are %s', async (_what, hinder, reason) => {
  await hinder();
  expect(await isSent()).toBe(false);
  expect((await explained()).screens_left_out).toEqual([{ reason, count: 1 }]);
});

it('takes a screen that stands to be where its location is', async () => {
  const place = { lat: 38.7, lng: -9.14 };
  const id = uuid7(test.server.clock.now());
  const common = { id, tenant_id: test.tenant_id, name: 'Harbour hall', tz: 'UTC' };
  await test.db.insert(locations).values({ ...common, ...place, radius_m: 50 });
  await setDevice({ location_id: id })();
  const geo = [{ ...place, shape: 'circle' as const, radius_m: 500 }];
  await setDeal({ inventory: { placement_ids: [], tags: [], venue_ids: [], geo, media: [] } })();
  expect(await isSent()).toBe(true);
  expect((await explained()).is_eligible).toBe(true);
});
