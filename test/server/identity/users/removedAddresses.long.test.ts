/** An address is one account's as long as the account is there: whoever was removed comes again by the same one. */
import { and, eq, isNull } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resetAdmin } from '../../../../server/identity/firstRun.ts';
import { users } from '../../../../server/db/schema.ts';
import {
  addPerson,
  freshEmail,
  newcomer,
  openBrowser,
  outcomeOf,
  platformOf,
  signInAs,
  type Person,
  type SignedIn,
} from '../../../support/server/people.ts';
import { startTestServer, TEST_PASSWORD, type TestServer } from '../../../support/server/server.ts';
import { importDesk } from '../../trust/migration/importDesk.ts';

const ANOTHER = 'Another-of-mine-1';
const EXISTS = [409, 'USER_EXISTS'];
let t: TestServer;
let owner: SignedIn;
beforeAll(async () => {
  t = await startTestServer();
  owner = await newcomer(t, 'owner');
});
afterAll(() => t.close());

const withAddress = (email: string) => t.db.select().from(users).where(eq(users.email, email));
const thereWith = async (email: string) =>
  (
    await t.db
      .select()
      .from(users)
      .where(and(eq(users.email, email), isNull(users.deleted_at)))
  )[0]!;
async function remove({ id }: Pick<Person, 'id'>): Promise<void> {
  const { version } = (await owner.call('GET', `/api/users/${id}`)).json<{ version: number }>();
  expect((await owner.call('DELETE', `/api/users/${id}`, { version })).statusCode).toBeLessThan(300);
}
async function removed(status: 'active' | 'pending_approval' = 'active'): Promise<Person> {
  const person = await addPerson(t, 'viewer', { status });
  await remove(person);
  return person;
}
const invite = (email: string) =>
  owner.call('POST', '/api/invitations', { payload: { email, role: 'manager' } });
const create = (email: string) => owner.call('POST', '/api/users', { payload: { email, role: 'manager' } });
const register = (email: string) => openBrowser(t).post('/api/auth/register', { email, password: ANOTHER });
const linkTo = (email: string) =>
  /#invitation=([\w-]+)/.exec(t.emails.findLast(({ to }) => to === email)?.text ?? '')?.[1];
const restore = ({ id }: Pick<Person, 'id'>) => owner.call('POST', `/api/users/${id}/restore`);

describe('who was removed', () => {
  it.each(['active', 'pending_approval'] as const)('is invited again, was he %s', async status => {
    const { id, email } = await removed(status);
    expect(outcomeOf(await invite(email))).toEqual([200]);
    const accepted = { token: linkTo(email), password: ANOTHER };
    const answer = await openBrowser(t).post('/api/auth/accept-invitation', accepted);
    expect(answer.json()).toMatchObject({ user: { email, role: 'manager', status: 'active' } });
    expect((await withAddress(email)).map(row => row.id)).toContain(id);
    expect((await thereWith(email)).id).not.toBe(id);
    expect(outcomeOf(await openBrowser(t).signIn(email, ANOTHER))).toEqual([200]);
    expect(outcomeOf(await openBrowser(t).signIn(email, TEST_PASSWORD))).toEqual([
      401,
      'INVALID_CREDENTIALS',
    ]);
  });

  it.each(['active', 'pending_approval'] as const)('registers again, was he %s', async status => {
    const { email } = await removed(status);
    expect(outcomeOf(await register(email))).toEqual([200]);
    expect(outcomeOf(await register(email))).toEqual(EXISTS);
    expect(outcomeOf(await openBrowser(t).signIn(email, ANOTHER))).toEqual([403, 'PENDING_APPROVAL']);
    const listed = await owner.call('GET', `/api/pending-users?q=${email}`);
    expect(listed.json<{ total: number }>().total).toBe(1);
  });

  it('is made anew, and has a reset link again', async () => {
    const { email } = await removed();
    expect(outcomeOf(await create(email))).toEqual([200]);
    expect(outcomeOf(await create(email))).toEqual(EXISTS);
    const before = t.emails.filter(({ to }) => to === email).length;
    await openBrowser(t).post('/api/auth/reset-link', { email });
    expect(t.emails.filter(({ to }) => to === email)).toHaveLength(before + 1);
  });

  it('may be removed once more, and comes once more', async () => {
    const { email } = await removed();
    await create(email);
    await remove(await thereWith(email));
    expect(outcomeOf(await create(email))).toEqual([200]);
    expect(await withAddress(email)).toHaveLength(3);
  });

  it('is restored where nobody has the address, and otherwise not', async () => {
    const free = await removed();
    expect(outcomeOf(await restore(free))).toEqual([200]);
    expect(outcomeOf(await invite(free.email))).toEqual(EXISTS);
    const taken = await removed();
    await register(taken.email);
    expect(outcomeOf(await restore(taken))).toEqual(EXISTS);
    expect((await withAddress(taken.email)).filter(row => row.deleted_at === null)).toHaveLength(1);
  });

  it('gives the address to another who changes his', async () => {
    const { email } = await removed();
    const other = await newcomer(t, 'viewer');
    await other.call('POST', '/api/auth/change-email', { payload: { email, password: TEST_PASSWORD } });
    const text = t.emails.findLast(({ to }) => to === email)?.text ?? '';
    const token = /#email=([\w.-]+)/.exec(text)?.[1];
    expect(outcomeOf(await openBrowser(t).post('/api/auth/confirm-email', { token }))).toEqual([200]);
    expect((await thereWith(email)).id).toBe(other.id);
  });

  it('comes without the company that the account of before was asked for with', async () => {
    const email = freshEmail('company');
    const former = { company: 'The former company', country: 'PT', email };
    const browser = openBrowser(t);
    await browser.post('/api/business/registrations', former);
    await browser.post('/api/auth/register', { email, password: ANOTHER });
    await remove(await thereWith(email));
    await register(email);
    const { items } = (await owner.call('GET', `/api/pending-users?q=${email}`)).json<{
      items: { company: string | null }[];
    }>();
    expect(items.map(({ company }) => company)).toEqual([null]);
  });
});

describe('the import of people', () => {
  it('takes back whom somebody has removed', async () => {
    const { email } = await removed();
    const job = await importDesk(t).run('users', `email,role\n${email},viewer\n`);
    expect(job).toMatchObject({ state: 'completed', created: 1 });
    expect((await thereWith(email)).role).toBe('viewer');
  });

  it('says of an address that is taken, here or elsewhere, what the registration says', async () => {
    const here = await addPerson(t, 'viewer');
    const elsewhere = await addPerson(t, 'viewer', { tenant_id: await t.addTenant('import-elsewhere') });
    const { message } = (await register(here.email)).json<{ message: string }>();
    const desk = importDesk(t);
    for (const { email } of [here, elsewhere]) {
      const job = await desk.checked('users', `email,role\n${email},viewer\n`);
      expect(await desk.remarks(job)).toBe(`email: ${message}`);
    }
  });
});

it('an erasure finds the removed account of the same address, too', async () => {
  const former = await addPerson(t, 'viewer', { first_name: 'Former', last_name: 'Colleague-Nine' });
  await remove(former);
  const proven = { email: former.email, email_verified_at: new Date() };
  const person = await signInAs(t, { ...(await addPerson(t, 'viewer', proven)), email: former.email });
  const { id } = (
    await person.call('POST', '/api/own-privacy-requests', { payload: { kind: 'erasure' } })
  ).json<{ id: string }>();
  for (const verb of ['verify', 'erase'])
    expect(outcomeOf(await owner.call('POST', `/api/compliance/requests/${id}/${verb}`))).toEqual([200]);
  expect(await withAddress(former.email)).toEqual([]);
  const [row] = await t.db.select().from(users).where(eq(users.id, former.id));
  expect(row).toMatchObject({ first_name: null, last_name: null, password_hash: null });
});

it('the password of the first administrator is set where somebody else has the address of one who was removed', async () => {
  const [first] = await t.db.select().from(users).where(eq(users.role, 'staff_super_admin')).limit(1);
  const gone = { deleted_at: new Date(), status: 'deactivated' as const };
  await t.db.update(users).set(gone).where(eq(users.role, 'staff_super_admin'));
  const tenant_id = await platformOf(t);
  const next = await addPerson(t, 'staff_super_admin', { tenant_id, email: first!.email });
  const { email } = first!;
  expect((await resetAdmin(t.server)).email).toBe(email);
  expect((await thereWith(email)).id).toBe(next.id);
});
