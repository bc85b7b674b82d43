/** A tenant that invoices, with a campaign whose plays are put straight into the log. */
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { campaigns, plays, tenants } from '../../../../server/db/schema.ts';
import type { Invoice, InvoiceDetail } from '../../../../shared/contract/sales/billing/invoice.ts';
import { targeting } from '../../../../shared/contract/sales/campaign.ts';
import { SETTLED_MS } from '../../../../server/proof/analytics/rollUp.ts';
import { instant } from '../../../../shared/clock.ts';
import { isoDate } from '../../../../shared/i18n/format.ts';
import { uuid7 } from '../../../../shared/random.ts';
import { makeScreen } from '../../../support/device.ts';
import { call } from '../../../support/server/playlist.ts';
import type { TestServer } from '../../../support/server/server.ts';

export type User = TestServer['admin'];
const DAY_MS = 86_400_000;
export const MARCH = { period_from: '2026-03-01', period_to: '2026-03-31' };

type CampaignFields = Partial<typeof campaigns.$inferInsert>;
export async function addSoldCampaign(
  { db }: Pick<TestServer, 'db'>,
  tenant_id: string,
  more: CampaignFields = {},
): Promise<string> {
  const id = uuid7(Date.now());
  const [from, to] = [Date.UTC(2026, 1, 1), Date.UTC(2026, 11, 1)];
  await db.insert(campaigns).values({
    ...{ id, tenant_id, state: 'live', name: 'Harbour week', advertiser: 'Harbour Coffee', note: '' },
    ...{ tz: 'UTC', goal: 'plays', goal_amount: 1_000, starts_at: new Date(from), ends_at: new Date(to) },
    flights: [
      { id: uuid7(from), starts_at: instant(from), ends_at: instant(to), dayparts: [], sov_s_per_h: null },
    ],
    ...{ targeting: targeting.parse({}), creatives: [], class: 'standard', pacing: 'even' },
    ...{ bid_micros: 12_345_678, ...more },
  });
  return id;
}

export async function billingWorld(test: TestServer, currency = 'EUR') {
  const tenant_id = await test.addTenant(`billing-${uuid7(Date.now()).slice(-8)}`);
  const known = { currency, country: 'PT', tax_id: 'PT501234567', tz: 'UTC' };
  await test.db.update(tenants).set(known).where(eq(tenants.id, tenant_id));
  const admin = await test.signIn('admin', tenant_id);
  const screen = makeScreen(test);
  await screen.pair(admin, { name: 'Cab 7001' });
  let seq = 0;

  const post = (url: string, payload: object = {}) => call(test, admin, 'POST', url, { payload });
  const ok = async <T>(url: string, payload: object = {}): Promise<T> => {
    const answer = await post(url, payload);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<T>();
  };
  const campaign = (more: CampaignFields = {}) => addSoldCampaign(test, tenant_id, more);
  /** Plays of a campaign in a day of March. */
  async function play(
    campaign_id: string,
    n: number,
    { day = 5, ...more }: Partial<typeof plays.$inferInsert> & { day?: number } = {},
  ): Promise<void> {
    if (n === 0) return;
    const at = Date.UTC(2026, 2, day, 8);
    await test.db.insert(plays).values(
      Array.from({ length: n }, (_, nth) => ({
        ...{ play_id: uuid7(at), tenant_id, device_id: screen.id, epoch: screen.id, seq: ++seq },
        ...{ creative_id: screen.id, campaign_id, result: 'completed', state: 'accepted' },
        ...{ started_at: new Date(at + nth * 10_000), duration_ms: 8_000, expected_ms: 8_000 },
        ...{
          completion: 1,
          visible_share: 1,
          record_hash: 'f'.repeat(64),
          record: { zone: 'full' } as never,
        },
        ...{ batch_id: screen.id, received_at: new Date(test.server.clock.now() - SETTLED_MS - 1), ...more },
      })),
    );
  }
  const draft = (more: object = {}) =>
    ok<InvoiceDetail>('/api/invoices', { customer_name: 'Harbour Coffee', ...MARCH, tax_pct: 19, ...more });
  const act = (id: string, verb: string, payload: object = {}) =>
    post(`/api/invoices/${id}/${verb}`, payload);
  const send = (id: string) => ok<InvoiceDetail>(`/api/invoices/${id}/send`);
  const read = async (id: string) =>
    (await call(test, admin, 'GET', `/api/invoices/${id}`)).json<InvoiceDetail>();
  const change = async ({ id, version }: Pick<Invoice, 'id' | 'version'>, payload: object) =>
    call(test, admin, 'PATCH', `/api/invoices/${id}`, { payload, version });
  const today = () => isoDate(test.server.clock.now(), 'UTC');
  const pay = (invoice_id: string, amount_minor: number, more: object = {}) =>
    post('/api/payments', { invoice_id, amount_minor, method: 'bank', paid_on: today(), ...more });
  /** With one line by hand. */
  async function byHand(unit_minor: number, tax_pct = 0): Promise<InvoiceDetail> {
    const made = await draft({ customer_name: 'Walk-in', from_plays: false, from_contracts: false });
    const lines = [{ text: 'Design of a spot', qty: 1, unit_minor, tax_pct }];
    return (await change(made, { lines, customer_country: 'DE' })).json<InvoiceDetail>();
  }
  return {
    ...{ tenant_id, admin, screen, post, ok, campaign, play, draft, act, send, read, change, pay, byHand },
    dayMs: DAY_MS,
  };
}
export type BillingWorld = Awaited<ReturnType<typeof billingWorld>>;
