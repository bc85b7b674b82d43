/** An agency with two customers below it: of one of them everything, from the contract to what its driver is paid; of the other, nothing of it. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { campaigns, tenants, users } from '../../../../server/db/schema.ts';
import { calculateEarnings } from '../../../../server/sales/earnings/monthly.ts';
import type { Lease, PulledLeases } from '../../../../shared/contract/playout/lease.ts';
import type { InvoiceLine } from '../../../../shared/contract/sales/billing/invoiceLine.ts';
import type { Role } from '../../../../shared/contract/wire/roles.ts';
import { manualClock } from '../../../support/clock.ts';
import { makeScreen, type Screen } from '../../../support/device.ts';
import { addLiveCampaign } from '../../../support/server/rows/sales/campaigns.ts';
import { call } from '../../../support/server/playlist.ts';
import { startTestServer, TEST_PASSWORD, type TestServer } from '../../../support/server/server.ts';
import { addCreative } from '../../../support/server/upload.ts';
import { contractWorld } from '../contracts/world.ts';
import { makePlaysUnder } from '../leases/playsUnder.ts';

type User = TestServer['admin'];
const PEOPLE = ['owner', 'admin', 'manager', 'viewer', 'device_owner'] as const satisfies readonly Role[];
type Person = (typeof PEOPLE)[number];
const clock = manualClock(Date.parse('2026-10-12T09:00:00.000Z'));
/** Ten cents a play. */
const BID_MICROS = 100_000_000;
const FEE_PCT = 30;

let test: TestServer;
let agency: User;
let harbour: Customer;
let station: Customer;
beforeAll(async () => {
  test = await startTestServer({ clock });
  agency = await test.signIn('owner');
  harbour = await addCustomer('harbour-cabs');
  station = await addCustomer('station-cabs');
});
afterAll(() => test.close());

/** Nobody stays signed in for weeks. */
async function signedIn(user: User): Promise<User> {
  const answer = await test.app.inject({
    ...{ method: 'POST', url: '/api/auth/login' },
    payload: { email: user.email, password: TEST_PASSWORD },
  });
  expect(answer.statusCode, answer.body).toBe(200);
  const { tokens } = answer.json<{ tokens: { access_token: string } }>();
  return { ...user, headers: { ...user.headers, authorization: `Bearer ${tokens.access_token}` } };
}
async function ok<T>(by: User, method: 'GET' | 'POST' | 'PUT', url: string, payload?: object): Promise<T> {
  const more = method === 'PUT' ? { version: 0 } : {};
  const answer = await call(test, by, method, url, { ...(payload && { payload }), ...more });
  expect([url, answer.statusCode], answer.body).toEqual([url, 200]);
  return answer.json<T>();
}
async function changeOf(by: User, url: string, payload: object): Promise<void> {
  const { version } = await ok<{ version: number }>(by, 'GET', url);
  expect((await call(test, by, 'PATCH', url, { payload, version })).statusCode).toBe(200);
}

interface Customer {
  tenant_id: string;
  as: (who: Person) => Promise<User>;
  id: (who: Person) => string;
  screen: Screen;
}
async function addCustomer(slug: string): Promise<Customer> {
  const { id: tenant_id } = await ok<{ id: string }>(agency, 'POST', '/api/sub-tenants', {
    ...{ name: slug, slug, kind: 'fleet', country: 'PT', tz: 'Europe/Lisbon', currency: 'EUR' },
    portal_business: true,
  });
  const seller = { tax_id: 'PT501234567', fee_pct: FEE_PCT };
  await test.db.update(tenants).set(seller).where(eq(tenants.id, tenant_id));
  const people = new Map<Person, User>();
  for (const who of PEOPLE) people.set(who, await test.signIn(who, tenant_id));
  const idOf = (who: Person) => people.get(who)!.id;
  await test.db
    .update(users)
    .set({ is_signatory: true })
    .where(eq(users.id, idOf('viewer')));
  const admin = people.get('admin')!;
  const screen = makeScreen(test);
  await screen.pair(admin, { name: `Cab of ${slug}` });
  await changeOf(admin, `/api/devices/${screen.id}`, { owner_user_id: idOf('device_owner') });
  return { tenant_id, id: idOf, as: who => signedIn(people.get(who)!), screen };
}
const goTo = (at: string) => clock.jump(Date.parse(at) - clock.now());

interface Made {
  contract: string;
  budget: string;
  campaign: string;
  invoice: string;
  dispute: string;
  earning: string;
  payout: string;
}
/** The whole business of a customer, in the order in which it happens. */
async function doBusiness({ tenant_id, as, id, screen }: Customer, plays: number): Promise<Made> {
  const contracts = contractWorld(() => test);
  const contract = await contracts.active(
    { admin: await as('admin'), signatory: await as('viewer') },
    {
      ...{ starts: '2026-10-12', ends: '2026-12-31', value_minor: 30_000 },
      parties: [{ name: 'Harbour Coffee', user_id: id('viewer') }],
    },
  );
  expect(contract.state).toBe('active');
  const budget = await ok<{ id: string }>(await as('admin'), 'POST', '/api/budgets', {
    ...{ name: 'Autumn', scope: 'tenant', period: 'month', amount_minor: 1_000, hard_cap: true },
  });

  const [seller, admin] = [await as('manager'), await as('admin')];
  const spot = await addCreative(test, admin);
  const campaign = await addLiveCampaign(
    test,
    { by: seller, decider: admin },
    {
      ...{ creatives: [{ creative_id: spot.id, weight: 10 }], pacing: 'asap', goal_amount: 100 },
      ...{ tz: 'Europe/Lisbon', bid_micros: BID_MICROS },
    },
  );
  const pulled = await screen.call('POST', '/api/player/leases/pull', { held: [], returned: [] });
  const [lease] = pulled.json<PulledLeases>().leases as [Lease];
  const playsUnder = makePlaysUnder(() => ({ clock, spot }));
  expect(await playsUnder(screen, lease, plays)).toEqual(Array(plays).fill('accepted'));
  expect(await ok<object>(seller, 'GET', `/api/campaigns/${campaign.id}`)).toMatchObject({
    delivered: plays,
  });
  expect(await ok<object>(admin, 'GET', `/api/budgets/${budget.id}`)).toMatchObject({
    spent_minor: plays * 10,
  });

  goTo('2026-11-02T09:00:00.000Z');
  const books = await as('admin');
  const draft = await ok<Invoice>(books, 'POST', '/api/invoices', {
    ...{ customer_name: 'Harbour Coffee', period_from: '2026-10-01', period_to: '2026-10-31', tax_pct: 23 },
  });
  const invoice = await ok<Invoice>(books, 'POST', `/api/invoices/${draft.id}/send`);
  const line = invoice.lines.find(({ evidence }) => evidence?.campaign_id === campaign.id)!;
  expect(line).toMatchObject({ qty: plays, net_minor: plays * 10 });
  expect(invoice.lines.map(({ kind }) => kind).sort()).toEqual(['contract', 'plays']);
  const behind = await ok<{ items: object[] }>(
    books,
    'GET',
    `/api/programmatic/plays?campaign_id=${campaign.id}`,
  );
  expect(behind.items).toHaveLength(plays);

  const disputes = '/api/programmatic/disputes';
  const dispute = await ok<{ id: string }>(books, 'POST', disputes, {
    ...{ invoice_id: invoice.id, line_id: line.id, kind: 'wrong_place', claimed_minor: 10 },
    claim: 'One of the plays was shown in the depot.',
  });
  for (const text of ['Please send the trips.', 'The trips are in the file.'])
    await ok(books, 'POST', `${disputes}/${dispute.id}/evidence`, { text });
  await ok(books, 'POST', `${disputes}/${dispute.id}/decide`, {
    ...{ decision: 'accepted', reason: 'The fix shows the depot.' },
  });
  const credited = await ok<Invoice>(books, 'GET', `/api/invoices/${invoice.id}`);
  expect(credited.credit_notes).toMatchObject([{ subtotal_minor: 10, tax_minor: 2 }]);
  expect(credited.left_minor).toBe(invoice.total_minor - 12);

  await ok(await as('device_owner'), 'PUT', '/api/owner/payout-account', {
    ...{ holder: 'Owner of the cab', number: 'PT50 0002 0123 1234 5678 9015 4', bank: 'Banco do Tejo' },
  });
  goTo('2026-11-10T09:00:00.000Z');
  await calculateEarnings(test.server, error => expect.unreachable(String(error)));
  const clerk = await as('admin');
  const { items } = await ok<{ items: { id: string; net_minor: number }[] }>(
    clerk,
    'GET',
    '/api/earnings?period=2026-10',
  );
  const earning = items[0]!;
  await ok(clerk, 'POST', `/api/earnings/${earning.id}/approve`, {});
  const payout = await ok<{ id: string; amount_minor: number }>(clerk, 'POST', '/api/payouts', {
    owner_user_id: id('device_owner'),
  });
  expect(payout.amount_minor).toBe(earning.net_minor);
  await ok(clerk, 'POST', `/api/payouts/${payout.id}/start`, {});
  await ok(clerk, 'POST', `/api/payouts/${payout.id}/pay`, { reference: 'T-1' });
  expect(await test.db.$count(campaigns, eq(campaigns.tenant_id, tenant_id))).toBe(1);
  return {
    ...{ contract: contract.id, budget: budget.id, campaign: campaign.id, invoice: invoice.id },
    ...{ dispute: dispute.id, earning: earning.id, payout: payout.id },
  };
}
interface Invoice {
  id: string;
  lines: InvoiceLine[];
  total_minor: number;
  left_minor: number;
  credit_notes: object[];
}

describe('an agency', () => {
  let made: Made;
  it('has a customer whose contract is signed, whose campaign is paid out of a budget, invoiced with its plays and credited after a dispute, and whose driver is paid', async () => {
    made = await doBusiness(harbour, 5);
    const driver = await harbour.as('device_owner');
    const paid = await ok<{ items: { id: string; state: string }[] }>(driver, 'GET', '/api/owner/payouts');
    expect(paid.items).toMatchObject([{ id: made.payout, state: 'paid' }]);
  });

  const pathsOf = ({ contract, budget, campaign, invoice, dispute, earning, payout }: Made) => [
    ...[`/api/contracts/${contract}`, `/api/own-contracts/${contract}`, `/api/budgets/${budget}`],
    ...[`/api/campaigns/${campaign}`, `/api/invoices/${invoice}`, `/api/programmatic/disputes/${dispute}`],
    ...[`/api/earnings/${earning}`, `/api/payouts/${payout}`, `/api/owner/earnings/${earning}`],
  ];
  const listOf = (path: string) => path.slice(0, path.lastIndexOf('/'));

  it('sees with its other customer, and all who work there, nothing of that one on any list or page', async () => {
    const ids = Object.values<string>({ ...made });
    const strangers = [
      ...(await Promise.all(PEOPLE.map(async who => [who, await station.as(who)] as const))),
      ['agency', await signedIn(agency)] as const,
    ];
    for (const [who, stranger] of strangers)
      for (const path of pathsOf(made)) {
        const page = await call(test, stranger, 'GET', path);
        expect([who, path, [403, 404].includes(page.statusCode)]).toEqual([who, path, true]);
        const list = await call(test, stranger, 'GET', listOf(path));
        expect([200, 403], `${who} ${listOf(path)}`).toContain(list.statusCode);
        for (const id of ids) expect(list.body.includes(id), `${who} ${listOf(path)}`).toBe(false);
      }
  });

  it('has customers whose staff see all of it, whose advertiser and whose driver only what is theirs', async () => {
    const reach = async (who: Person) => {
      const user = await harbour.as(who);
      const open: string[] = [];
      for (const path of pathsOf(made))
        if ((await call(test, user, 'GET', path)).statusCode === 200) open.push(listOf(path));
      return open;
    };
    const driver = ['/api/campaigns', '/api/earnings', '/api/payouts', '/api/owner/earnings'];
    expect(await reach('device_owner')).toEqual(driver);
    const staff = await reach('admin');
    expect(staff).toEqual(expect.arrayContaining(['/api/contracts', '/api/invoices', '/api/payouts']));
    const advertiser = await reach('viewer');
    expect(advertiser).toContain('/api/own-contracts');
    for (const path of ['/api/payouts', '/api/earnings', '/api/owner/earnings'])
      expect(advertiser).not.toContain(path);
  });
});
