import { eq } from 'drizzle-orm';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { invitations, tenants, tickets } from '../../../../server/db/schema.ts';
import type { RequestKind } from '../../../../shared/contract/trust/compliance.ts';
import { uuid7 } from '../../../../shared/random.ts';
import {
  addPerson,
  freshAddress,
  newcomer,
  openBrowser,
  outcomeOf,
  platformOf,
  signInAs,
  type Person,
  type SignedIn,
} from '../../../support/server/people.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';

const DAY_MS = 86_400_000;
let t: TestServer;
let admin: SignedIn;
let staff: SignedIn;
/** A tenant below that of the admin, and one that has nothing to do with it. */
let below: string;
let rival: string;
beforeAll(async () => {
  t = await startTestServer();
  admin = await newcomer(t, 'admin');
  staff = await newcomer(t, 'staff_admin');
  [below, rival] = [await t.addTenant('below'), await t.addTenant('rival')];
  await t.db.update(tenants).set({ parent_id: t.tenant_id }).where(eq(tenants.id, below));
});
afterAll(() => t.close());

async function invited(email: string, tenant_id: string): Promise<string> {
  const id = uuid7(t.server.clock.now());
  const expires_at = new Date(t.server.clock.now() + DAY_MS);
  await t.db.insert(invitations).values({ id, tenant_id, email, role: 'admin', hash: id, expires_at });
  return id;
}
/** Somebody with a proved address who wrote to the platform and whom three tenants invite. */
async function known(): Promise<Person & { invitations: Record<string, string> }> {
  const person = await addPerson(t, 'manager', { email_verified_at: new Date() });
  const written = await openBrowser(t, { address: freshAddress() }).post('/api/public/contact', {
    ...{ id: uuid7(Date.now()), name: 'P', email: person.email, topic: 'account', locale: 'en' },
    ...{ message: 'Something at my fleet is against the law.', consent: true },
  });
  expect(outcomeOf(written)).toEqual([200]);
  const made: Record<string, string> = {};
  for (const tenant_id of [t.tenant_id, below, rival])
    made[tenant_id] = await invited(person.email, tenant_id);
  return { ...person, invitations: made };
}
const inTenant = (by: SignedIn) => (by === staff ? { tenant: t.tenant_id } : {});
async function taken(by: SignedIn, kind: RequestKind, { email }: Person): Promise<string> {
  const payload = { kind, subject_email: email };
  const made = await by.call('POST', '/api/compliance/requests', { payload, ...inTenant(by) });
  const { id } = made.json<{ id: string }>();
  expect(outcomeOf(await by.call('POST', `/api/compliance/requests/${id}/verify`, inTenant(by)))).toEqual([
    200,
  ]);
  return id;
}
const erase = async (by: SignedIn, id: string) =>
  expect(outcomeOf(await by.call('POST', `/api/compliance/requests/${id}/erase`, inTenant(by)))).toEqual([
    200,
  ]);
async function tenantsIn(by: SignedIn, person: Person): Promise<(string | undefined)[]> {
  const id = await taken(by, 'access', person);
  const zip = await by.call('GET', `/api/compliance/requests/${id}/export`, inTenant(by));
  const data = JSON.parse(strFromU8(unzipSync(zip.rawPayload)['data.json']!)) as Record<string, Row[]>;
  return [...(data['tickets'] ?? []), ...(data['invitations'] ?? [])].map(row => row.tenant_id).sort();
}
interface Row {
  tenant_id?: string;
}
const leftOf = async (person: { email: string }) => ({
  tickets: await t.db.$count(tickets, eq(tickets.requester_email, person.email)),
  invitations: (
    await t.db
      .select({ of: invitations.tenant_id })
      .from(invitations)
      .where(eq(invitations.email, person.email))
  ).map(({ of }) => of),
});

describe('what the people of a tenant do with the data of somebody', () => {
  it('copies what that tenant and those below it keep, and nothing of another one or of the platform', async () => {
    const person = await known();
    expect(await tenantsIn(admin, person)).toEqual([t.tenant_id, below].sort());
  });

  it('erases the person there alone', async () => {
    const person = await known();
    await erase(admin, await taken(admin, 'erasure', person));
    expect(await leftOf(person)).toEqual({ tickets: 1, invitations: [rival] });
  });

  it('is done everywhere where the person himself asked for it', async () => {
    const person = await known();
    const who = await signInAs(t, person);
    const made = await who.call('POST', '/api/own-privacy-requests', { payload: { kind: 'erasure' } });
    const { id } = made.json<{ id: string }>();
    await admin.call('POST', `/api/compliance/requests/${id}/verify`);
    await erase(admin, id);
    expect(await leftOf(person)).toEqual({ tickets: 0, invitations: [] });
  });
});

it('the person himself, and staff who answer for all tenants, get all of it', async () => {
  const person = await known();
  const all = [t.tenant_id, below, rival, await platformOf(t)].sort();
  expect(await tenantsIn(staff, person)).toEqual(all);
  const zip = await (await signInAs(t, person)).call('GET', '/api/auth/me/data');
  const data = JSON.parse(strFromU8(unzipSync(zip.rawPayload)['data.json']!)) as Record<string, Row[]>;
  expect([...data['tickets']!, ...data['invitations']!].map(row => row.tenant_id).sort()).toEqual(all);
  await erase(staff, await taken(staff, 'erasure', person));
  expect(await leftOf(person)).toEqual({ tickets: 0, invitations: [] });
});
