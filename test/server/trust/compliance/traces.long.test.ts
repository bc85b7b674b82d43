import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  idempotencyKeys,
  migrationLines,
  ticketAttachments,
  tenants,
  users,
} from '../../../../server/db/schema.ts';
import { TABLE_NAMES } from '../../../../server/db/personColumns.ts';
import { rowsOf } from '../../../../server/db/rows.ts';
import {
  addPerson,
  freshAddress,
  freshEmail,
  newcomer,
  openBrowser,
  outcomeOf,
  signInAs,
  type Person,
  type SignedIn,
} from '../../../support/server/people.ts';
import { startTestServer, TEST_PASSWORD, type TestServer } from '../../../support/server/server.ts';
import { contractWorld, signs } from '../../sales/contracts/world.ts';

let t: TestServer;
let owner: SignedIn;
let staff: SignedIn;
beforeAll(async () => {
  t = await startTestServer();
  owner = await newcomer(t, 'owner');
  staff = await newcomer(t, 'staff_super_admin');
});
afterAll(() => t.close());
const { own, people, sent, act } = contractWorld(() => t);

/** Every row of the schema that holds one of the words. */
async function rowsWith(...words: string[]): Promise<string[]> {
  const found: string[] = [];
  for (const table of TABLE_NAMES)
    for (const word of words) {
      const rows = rowsOf<{ row: string }>(
        await t.db.execute(sql`
          select t::text as row from ${sql.identifier(table)} t where position(lower(${word}) in lower(t::text)) > 0`),
      );
      found.push(...rows.map(({ row }) => `${table}: ${row.slice(0, 300)}`));
    }
  return found;
}
const rowOf = async ({ id }: { id: string }) => (await t.db.select().from(users).where(eq(users.id, id)))[0]!;
const renamed = async (by: SignedIn, { id }: { id: string }, payload: object) =>
  expect(
    outcomeOf(
      await by.call('PATCH', `/api/users/${id}`, { payload, version: (await rowOf({ id })).version }),
    ),
  ).toEqual([200]);
async function requestErasure(who: SignedIn, by = owner, where: { tenant?: string } = {}): Promise<string> {
  const made = await who.call('POST', '/api/own-privacy-requests', { payload: { kind: 'erasure' } });
  const { id } = made.json<{ id: string }>();
  expect(outcomeOf(await by.call('POST', `/api/compliance/requests/${id}/verify`, where))).toEqual([200]);
  return id;
}
async function erased(who: SignedIn, by = owner, where: { tenant?: string } = {}) {
  const id = await requestErasure(who, by, where);
  const done = await by.call('POST', `/api/compliance/requests/${id}/erase`, where);
  expect(done.statusCode, done.body).toBe(200);
}

describe('an erasure leaves nothing', () => {
  it('OPEN-ENT-06 of the files that came with the tickets of the person', async () => {
    const who = await newcomer(t, 'manager');
    const made = await who.call('POST', '/api/own-tickets', {
      payload: { subject: 'My screen', category: 'device', body: 'It is dark.' },
    });
    const payload = { name: 'me.txt', content: Buffer.from('A picture of me.').toString('base64') };
    const { id } = made.json<{ id: string }>();
    expect(outcomeOf(await who.call('POST', `/api/own-tickets/${id}/attachments`, { payload }))).toEqual([
      200,
    ]);
    await erased(who);
    expect(await t.db.$count(ticketAttachments, eq(ticketAttachments.ticket_id, id))).toBe(0);
  });

  it('of a first and a last name that stand apart, in answers that were stored for others and in lines of a file', async () => {
    const who = await newcomer(t, 'manager');
    await renamed(owner, who, { first_name: 'Zacharias', last_name: 'Unusualname' });
    const content = `mail,given,family,role\n${who.email},Zacharias,Unusualname,manager\n,Zacharias,Unusualname,viewer\n`;
    const file = { kind: 'users', mode: 'upsert', content, file_name: 'people.csv' };
    expect(outcomeOf(await owner.call('POST', '/api/migrations', { payload: file }))).toEqual([200]);
    const lines = () => t.db.select({ cells: migrationLines.cells }).from(migrationLines);
    expect(await lines()).toHaveLength(2);
    await erased(who);
    expect(await rowsWith('Zacharias', 'Unusualname', who.email)).toEqual([]);
    /** What only looks like a name stays: roles, states and the rest of the file. */
    expect((await lines()).map(({ cells }) => cells['role']).sort()).toEqual(['manager', 'viewer']);
    const answers = await t.db
      .select({ answer: sql<Record<string, string>>`${idempotencyKeys.answer}` })
      .from(idempotencyKeys)
      .where(sql`${idempotencyKeys.answer}->>'id' = ${who.id}`);
    expect(answers).toMatchObject([{ answer: { role: 'manager', status: 'active' } }]);
  });

  it('of a name that was borne before, in contracts, stored answers and the audit log', async () => {
    const by = await people();
    const person = by.signatory;
    await t.db
      .update(users)
      .set({ first_name: 'Maidena', last_name: 'Earlierly' })
      .where(eq(users.id, person.id));
    const contract = await sent(by, {
      ...{ title: 'Spots', parties: [{ name: 'Ms. M. Earlierly', user_id: person.id }] },
    });
    await own(person, contract.id, 'sign', { ...signs(contract), name: 'Maidena Earlierly' });
    expect((await act(by.admin, contract.id, 'countersign', signs(contract))).statusCode).toBe(200);
    await t.db.insert(idempotencyKeys).values({
      ...{ tenant_id: t.tenant_id, user_id: by.admin.id, key: contract.id, fingerprint: '', status: 200 },
      ...{ answer: { name: 'For Maidena Earlierly' }, created_at: new Date() },
    });
    const who = await signInAs(t, { ...person, role: 'viewer', tenant_id: t.tenant_id });
    const version = (await rowOf(person)).version;
    expect(
      outcomeOf(await who.call('PATCH', '/api/auth/me', { payload: { last_name: 'Laterly' }, version })),
    ).toEqual([200]);
    expect((await rowOf(person)).former_names).toEqual([{ first_name: 'Maidena', last_name: 'Earlierly' }]);
    await erased(who);
    expect(await rowsWith('Earlierly', 'Maidena')).toEqual([]);
    const after = await t.app.inject({ url: `/api/contracts/${contract.id}`, headers: by.admin.headers });
    expect(after.json()).toMatchObject({
      is_intact: true,
      is_redacted: true,
      parties: [{ user_id: person.id }],
    });
  });

  it('of what somebody else is called by now, and a company keeps its name in a contract', async () => {
    const by = await people();
    const person = by.signatory;
    const set = (first_name: string, last_name: string) =>
      t.db.update(users).set({ first_name, last_name }).where(eq(users.id, person.id));
    await set('Nora', 'Namesake');
    await set('Nora', 'Newly');
    await addPerson(t, 'viewer', { first_name: 'Nora', last_name: 'Namesake' });
    await owner.call('POST', '/api/playlists', { payload: { name: 'For Nora Namesake' } });
    await sent(by, { title: 'Buses', parties: [{ name: 'Harbour Books Ltd', user_id: person.id }] });
    await erased(await signInAs(t, { ...person, role: 'viewer', tenant_id: t.tenant_id }));
    expect(await rowsWith('For Nora Namesake')).not.toEqual([]);
    expect((await rowsWith('Harbour Books Ltd')).map(row => row.split(':')[0])).toContain('contracts');
  });

  it('of the address and the telephone of a company that was approved as a tenant', async () => {
    const email = freshEmail('founder');
    const phone = '+351912345678';
    const browser = openBrowser(t, { address: freshAddress() });
    const company = { company: 'Founder Ltd', country: 'PT', tax_id: 'PT1', phone, email };
    await browser.post('/api/business/registrations', {
      ...company,
      terms_version: '1.0',
      dpa_version: '1.0',
    });
    const account = { email, password: TEST_PASSWORD, first_name: 'Fio', last_name: 'Underhill' };
    const { user } = (await browser.post('/api/auth/register', account)).json<{ user: Person }>();
    const into = { role: 'owner', new_tenant: 'Founder' };
    const approved = await staff.call('POST', `/api/users/${user.id}/approve`, { payload: into });
    const { tenant_id } = approved.json<{ tenant_id: string }>();
    await newcomer(t, 'owner', { tenant_id });
    const where = { tenant: tenant_id };
    const [made] = await t.db.select().from(tenants).where(eq(tenants.id, tenant_id));
    expect(made).toMatchObject({ contact_email: email, contact_phone: phone });
    const change = { payload: { legal_address: '1 Quay' }, version: made!.version, ...where };
    expect(outcomeOf(await staff.call('PATCH', `/api/tenants/${tenant_id}`, change))).toEqual([200]);
    const who = await signInAs(t, { id: user.id, email, role: 'owner', tenant_id });
    await erased(who, staff, where);
    expect(await rowsWith(email, phone, 'Underhill')).toEqual([]);
  });

  it('of calls that the person makes meanwhile, which are refused from its first step on', async () => {
    const who = await newcomer(t, 'manager');
    await renamed(owner, who, { first_name: 'Xerxes', last_name: 'Racingman' });
    const id = await requestErasure(who);
    const erasing = owner.call('POST', `/api/compliance/requests/${id}/erase`);
    const later = (ms: number) => new Promise(resolve => setTimeout(resolve, ms));
    const ticket = { subject: 'Dark', category: 'device', body: 'Taxi 1182 is dark.' };
    const calls = Array.from({ length: 30 }, (_, n) =>
      later(n * 7).then(() => who.call('POST', '/api/own-tickets', { payload: ticket })),
    );
    const statuses = (await Promise.all(calls)).map(({ statusCode }) => statusCode);
    expect(outcomeOf(await erasing)).toEqual([200]);
    expect(statuses.at(-1)).toBe(401);
    expect(await rowsWith(who.email, 'Racingman')).toEqual([]);
  });

  it('and refuses nobody’s calls where it is refused itself', async () => {
    const only = await t.addTenant('one-owner');
    const who = await newcomer(t, 'owner', { tenant_id: only });
    const id = await requestErasure(who, staff, { tenant: only });
    const refused = await staff.call('POST', `/api/compliance/requests/${id}/erase`, { tenant: only });
    expect(outcomeOf(refused)).toEqual([422, 'RULE']);
    const other = await newcomer(t, 'viewer');
    const keyless = await t.app.inject({
      ...{
        method: 'POST',
        url: `/api/compliance/requests/${await requestErasure(other)}/erase`,
        payload: {},
      },
      headers: { authorization: `Bearer ${owner.tokens.access_token}`, 'idempotency-key': 'none' },
    });
    expect(outcomeOf(keyless)).toEqual([400, 'VALIDATION']);
    expect(outcomeOf(await other.call('GET', '/api/auth/me'))).toEqual([200]);
    expect(outcomeOf(await who.call('GET', '/api/auth/me'))).toEqual([200]);
  });
});

it('an erasure that is sent again is answered alike', async () => {
  const who = await newcomer(t, 'viewer');
  const id = await requestErasure(who);
  const headers = {
    authorization: `Bearer ${owner.tokens.access_token}`,
    'idempotency-key': who.id,
  };
  const send = () =>
    t.app.inject({ method: 'POST', url: `/api/compliance/requests/${id}/erase`, headers, payload: {} });
  const first = await send();
  expect(outcomeOf(first)).toEqual([200]);
  expect((await send()).json()).toEqual(first.json());
});
