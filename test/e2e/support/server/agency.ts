/** An agency with two customers below it, made by the calls that pages make: people of each, and a screen of the first. */
import { setTimeout } from 'node:timers/promises';
import type { Creative } from '../../../../shared/contract/content/creative.ts';
import type { Lease, PulledLeases } from '../../../../shared/contract/playout/lease.ts';
import type { Campaign } from '../../../../shared/contract/sales/campaign.ts';
import { makeScreen, type Screen, type Verdicts } from '../../../support/device.ts';
import type { TestServer } from '../../../support/server/server.ts';
import { Api, OWN_PASSWORD } from './api.ts';

const ITEM_MS = 10_000;
const PEOPLE = ['admin', 'viewer', 'device_owner'] as const;
type Person = (typeof PEOPLE)[number];
export interface Customer {
  tenant_id: string;
  email: Record<Person, string>;
  id: Record<Person, string>;
}
export interface Agency {
  tenant_id: string;
  owner: string;
  customers: readonly [Customer, Customer];
}
interface Row {
  id: string;
  version: number;
}

/** Registered, and approved in this tenant. */
async function addPerson(staff: Api, who: { email: string; role: string; tenant_id: string }) {
  const { email, ...approval } = who;
  const { user } = await staff.call<{ user: Row }>('POST', '/api/auth/register', {
    ...{ email, password: OWN_PASSWORD },
  });
  await staff.call('POST', `/api/users/${user.id}/approve`, approval);
  return user.id;
}

async function addCustomer(staff: Api, owner: Api, name: string): Promise<Customer> {
  const slug = name.toLowerCase().replaceAll(' ', '-');
  const made = await owner.call<Row>('POST', '/api/sub-tenants', {
    ...{ name, slug, kind: 'fleet', country: 'PT', tz: 'Europe/Lisbon', currency: 'EUR' },
    portal_business: true,
  });
  const terms = { tax_id: 'PT501234567', fee_pct: 30, contact_email: `office@${slug}.example` };
  await staff.call('PATCH', `/api/tenants/${made.id}`, terms, made.version);
  const customer = { tenant_id: made.id, email: {}, id: {} } as Customer;
  for (const role of PEOPLE) {
    customer.email[role] = `${role.replace('_', '-')}@${slug}.example`;
    customer.id[role] = await addPerson(staff, {
      ...{ email: customer.email[role], role, tenant_id: made.id },
    });
  }
  const admin = await new Api(owner.origin).enterIn(made.id, customer.email.admin);
  const path = `/api/users/${customer.id.viewer}`;
  const { version } = await admin.call<Row>('GET', path);
  await admin.call('PATCH', path, { is_signatory: true }, version);
  return customer;
}

export async function startAgency(staff: Api, names: readonly [string, string]): Promise<Agency> {
  const { id: tenant_id } = await staff.call<Row>('POST', '/api/tenants', {
    ...{ name: 'Atlantic Media', slug: 'atlantic-media', kind: 'agency', portal_business: true },
    ...{ country: 'PT', tz: 'Europe/Lisbon', currency: 'EUR' },
  });
  const email = 'owner@atlantic-media.example';
  await addPerson(staff, { email, role: 'owner', tenant_id });
  const owner = await new Api(staff.origin).enterIn(tenant_id, email);
  const first = await addCustomer(staff, owner, names[0]);
  return { tenant_id, owner: email, customers: [first, await addCustomer(staff, owner, names[1])] };
}

/** A screen that signs as every screen does, over the network. */
function screenAt(origin: string): Screen {
  const inject = async (sent: {
    method: string;
    url: string;
    payload?: string;
    headers: Record<string, string>;
  }) => {
    const { host: _host, ...headers } = sent.headers;
    const answer = await fetch(`${origin}${sent.url}`, {
      ...{ method: sent.method, headers },
      ...(sent.payload !== undefined && { body: sent.payload }),
    });
    const body = await answer.text();
    return { statusCode: answer.status, body, json: () => JSON.parse(body) as unknown };
  };
  const server = { clock: { now: () => Date.now() } };
  return makeScreen({ app: { inject }, server } as unknown as TestServer, undefined, origin);
}
export async function addScreen(
  admin: Api,
  { name, owner_user_id }: { name: string; owner_user_id: string },
): Promise<Screen> {
  const screen = screenAt(admin.origin);
  const { code } = await screen.askCode();
  const { id, version } = await admin.call<Row>('POST', '/api/devices/pair', { code, name });
  screen.is(id);
  await admin.call('PATCH', `/api/devices/${id}`, { owner_user_id }, version);
  return screen;
}

/** Plays one after another under the lease that the screen is granted; the verdicts on them. */
export async function playUnderLease(
  screen: Screen,
  { campaign, creative, plays }: { campaign: Campaign; creative: Creative; plays: number },
): Promise<string[]> {
  let lease: Lease | undefined;
  while (!lease) {
    const pulled = await screen.call('POST', '/api/player/leases/pull', { held: [], returned: [] });
    lease = pulled.json<PulledLeases>().leases.find(({ campaign_id }) => campaign_id === campaign.id);
    if (!lease) await setTimeout(250);
  }
  const ledger = screen.ledger();
  const start = Date.now();
  const records = [];
  for (let nth = 0; nth < plays; nth++)
    records.push(
      await ledger.play(
        { id: creative.id, sha256: creative.asset.sha256 },
        {
          ...{ campaign_id: campaign.id, lease_id: lease.id },
          started_wall_ms: start + nth * ITEM_MS,
        },
      ),
    );
  const answer = await screen.send(records);
  return answer.json<Verdicts>().verdicts.map(({ verdict }) => verdict);
}
