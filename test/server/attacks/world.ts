/** A server with data: two tenants with a row in every table, and a valid request for each write of the contract. */
import { eq } from 'drizzle-orm';
import type { Role } from '../../../shared/contract/wire/roles.ts';
import { uuid7 } from '../../../shared/random.ts';
import { locations, plays, savedViews, tenants, users } from '../../../server/db/schema.ts';
import { addAsked } from '../access/tenantRows.ts';
import { makeScreen } from '../../support/device.ts';
import { addPlaylist, assign, publish } from '../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../support/server/server.ts';
import { addBilling } from '../../support/server/rows/sales/billingRows.ts';
import { addDisputes } from '../../support/server/rows/programmatic/disputeRows.ts';
import { addBudgets } from '../../support/server/rows/sales/budgetRows.ts';
import { addEarnings } from '../../support/server/rows/sales/earningRows.ts';
import { addContracts } from '../../support/server/rows/sales/contractRows.ts';
import { addWhiteLabel } from '../../support/server/rows/whiteLabelRows.ts';
import { addEntrances } from '../../support/server/rows/entranceRows.ts';
import { addContentItems } from '../../support/server/content/items.ts';
import { addCampaignRows } from '../../support/server/rows/sales/campaignRows.ts';
import { addLease } from '../../support/server/rows/sales/leaseRows.ts';
import { addTester } from '../../support/server/rows/programmatic/testerRows.ts';
import { addListings } from '../../support/server/rows/sales/listingRows.ts';
import { addPlayerConfig } from '../../support/server/rows/playerConfigRows.ts';
import { addAlertRows } from '../../support/server/rows/alertRows.ts';
import { addAuctions } from '../../support/server/rows/programmatic/auctionRows.ts';
import { addPartners } from '../../support/server/rows/programmatic/partnerRows.ts';
import { addReports } from '../../support/server/rows/reportRows.ts';
import { addRoot } from '../../support/server/rows/rootRows.ts';
import { addSchedule } from '../../support/server/rows/scheduleRows.ts';
import { addMigrations } from '../../support/server/rows/migrationRows.ts';
import { addRequests } from '../../support/server/rows/complianceRows.ts';
import { addBankAccount } from '../../support/server/rows/sales/bankAccountRows.ts';
import { addTickets } from '../../support/server/rows/ticketRows.ts';
import { addSubmissions } from '../../support/server/rows/submissionRows.ts';
import { addValidations } from '../../support/server/rows/validationRows.ts';
import { addCreative } from '../../support/server/upload.ts';

export const OTHER = 'Their-canary';
export const PLACE = {
  name: 'Airport, arrivals',
  address: 'Alameda das Comunidades',
  lat: 38.7742,
  lng: -9.1342,
  radius_m: 400,
  tz: 'Europe/Lisbon',
  external_id: null,
};

type By = Awaited<ReturnType<TestServer['signIn']>>;

async function fill(test: TestServer, by: By, name: string) {
  const screen = makeScreen(test);
  await screen.pair(by, { name: `${name} cab` });
  const creative = await addCreative(test, by, 'picture.webp');
  const items = [{ creative_id: creative.id, duration_ms: 5_000 }];
  const playlist = await addPlaylist(test, by, items, `${name} loop`);
  await publish(test, by, playlist.id);
  await assign(test, by, playlist.id, [screen.id]);
  await screen.send([await screen.ledger().play({ id: creative.id, sha256: creative.asset.sha256 })]);
  const made = await test.app.inject({
    method: 'POST',
    url: '/api/users',
    headers: by.headers,
    payload: {
      email: `${name}-${uuid7(Date.now())}@test.example`.toLowerCase(),
      role: 'viewer',
      first_name: name,
    },
  });
  if (made.statusCode !== 200) throw new Error(`no user was made: ${made.body}`);
  const user = made.json<{ id: string; email: string; tenant_id: string }>();
  const [pending, location] = [uuid7(Date.now()), uuid7(Date.now())];
  const { tenant_id } = user;
  const waits = { role: 'viewer', status: 'pending_approval' } as const;
  await test.db.insert(users).values({ ...waits, id: pending, tenant_id, email: `${pending}@test.example` });
  await test.db.insert(locations).values({ ...PLACE, id: location, tenant_id });
  const view = { resource: 'devices', name, query: '', id: uuid7(Date.now()), user_id: user.id, tenant_id };
  await test.db.insert(savedViews).values(view);
  const asked = await addAsked(test, { tenant_id, device_id: screen.id });
  const submissions = await addSubmissions(test, { like: creative.id, user_id: by.id });
  const tickets = await addTickets(test, { tenant_id, user_id: by.id });
  const migrations = await addMigrations(test, { tenant_id, user_id: by.id });
  const requests = await addRequests(test, { tenant_id, user_id: by.id, leaving: user.id });
  const contracts = await addContracts(test, { tenant_id, party: by.id });
  const billing = await addBilling(test, tenant_id);
  await addBankAccount(test, tenant_id);
  const budgets = await addBudgets(test, tenant_id);
  const earnings = await addEarnings(test, { tenant_id, device_id: screen.id });
  const validations = await addValidations(test, { like: creative.id });
  const content = await addContentItems(test, tenant_id);
  const listings = await addListings(test, tenant_id);
  const partners = await addPartners(test, {
    ...{ tenant_id, creative_id: creative.id, playlist_id: playlist.id },
  });
  const [invoice_id, partner_id] = [billing.invoices.open, partners.partner.active];
  const disputes = await addDisputes(test, { tenant_id, invoice_id, partner_id });
  const tester = await addTester(test, tenant_id);
  const auctions = await addAuctions(test, { tenant_id, device_id: screen.id, hasHeld: true });
  const reports = await addReports(test, tenant_id);
  const campaigns = await addCampaignRows(test, tenant_id, creative.id);
  await addWhiteLabel(test, tenant_id);
  await addRoot(test, tenant_id);
  const [rooted] = await test.db.select().from(plays).where(eq(plays.tenant_id, tenant_id));
  await addLease(test, { tenant_id, campaign_id: campaigns.live, device_id: screen.id });
  const { qr, weather } = await addPlayerConfig(test, tenant_id, { screen, creative });
  const schedule = await addSchedule(test, tenant_id, { device_id: screen.id, playlist_id: playlist.id });
  const alerts = await addAlertRows(test, tenant_id);
  const entrances = await addEntrances(test, tenant_id, { role: 'viewer', created_by: user.id });
  const more = {
    alerts,
    entrances,
    location,
    submissions,
    tickets,
    requests,
    migrations,
    contracts,
    billing,
    budgets,
    disputes,
    earnings,
    validations,
    content,
    listings,
    partners,
    tester,
    auctions,
    reports,
    campaigns,
    qr,
    weather,
    schedule,
  };
  const play = rooted?.play_id ?? '';
  return { screen, creative, playlist, play, user, pending, ...more, ...asked };
}

export async function makeWorld() {
  const test = await startTestServer();
  const { db } = test;
  const other_tenant = await test.addTenant('other-fleet');
  await db.update(tenants).set({ name: OTHER }).where(eq(tenants.id, other_tenant));
  const them = await test.signIn('owner', other_tenant);
  const owner = await test.signIn('owner');
  const ours = await fill(test, owner, 'Our');
  const theirs = await fill(test, them, OTHER);
  const [platform] = await db.select().from(tenants).where(eq(tenants.slug, 'platform'));
  const staff = await test.signIn('staff_super_admin', platform?.id);
  const root = { ...staff, headers: { ...staff.headers, 'x-tenant-id': test.tenant_id } };

  const addUser = async (status: 'active' | 'pending_approval' | 'suspended', role: Role = 'viewer') => {
    const id = uuid7(Date.now());
    const email = `made-${id}@test.example`;
    const deleted_at = null;
    await db.insert(users).values({ id, tenant_id: test.tenant_id, email, role, status, deleted_at });
    return { id, version: 1 };
  };
  const addCustomer = async (status: 'pending' | 'active' | 'suspended') => {
    const id = uuid7(Date.now());
    await db.insert(tenants).values({ id, name: 'Customer', slug: `c-${id}`, kind: 'fleet', status });
    return { id, version: 1 };
  };
  const post = async <T>(url: string, payload: object = {}) => {
    const answer = await test.app.inject({ method: 'POST', url, payload, headers: root.headers });
    if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}: ${answer.body}`);
    return answer.json<T>();
  };
  const newPlaylist = (isFull = false) =>
    addPlaylist(
      test,
      root,
      isFull ? [{ creative_id: ours.creative.id, duration_ms: 5_000 }] : [],
      'Made loop',
    );
  const remove = async (url: string, version: number) => {
    const headers = { ...root.headers, 'if-match': `"${version}"` };
    const answer = await test.app.inject({ method: 'DELETE', url, headers });
    if (answer.statusCode !== 204) throw new Error(`${url} answered ${answer.statusCode}: ${answer.body}`);
  };

  return {
    test,
    other_tenant,
    owner,
    them,
    ours,
    theirs,
    root,
    addUser,
    addCustomer,
    newPlaylist,
    post,
    remove,
    platform_id: platform?.id ?? '',
  };
}
export type World = Awaited<ReturnType<typeof makeWorld>>;
