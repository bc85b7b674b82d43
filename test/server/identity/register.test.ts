import { isCommon } from '../../../server/identity/passwords/commonPasswords.ts';
import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manualClock } from '../../support/clock.ts';
import {
  addPerson,
  eventsOf,
  freshAddress,
  freshEmail,
  newcomer,
  openBrowser,
  outcomeOf,
  platformOf,
  type SignedIn,
} from '../../support/server/people.ts';
import { startTestServer, TEST_PASSWORD, type TestServer } from '../../support/server/server.ts';
import { tenants, users } from '../../../server/db/schema.ts';

const HOUR_MS = 3_600_000;
const clock = manualClock();
let t: TestServer;
let admin: SignedIn;
let open: string;
beforeAll(async () => {
  t = await startTestServer({ clock });
  admin = await newcomer(t, 'staff_admin');
  open = await t.addTenant('open-fleet');
  await t.db.update(tenants).set({ open_signup: true, tax_id: 'XX-1' }).where(eq(tenants.id, open));
});
afterAll(() => t.close());

const form = (more: object = {}) => ({
  email: freshEmail(),
  password: TEST_PASSWORD,
  first_name: 'First',
  last_name: 'Last',
  ...more,
});
const register = (payload: object, address = freshAddress()) =>
  openBrowser(t, { address }).post('/api/auth/register', payload);
const rowOf = async (email: string) =>
  (await t.db.select().from(users).where(eq(users.email, email)))[0] ?? null;

describe('registration', () => {
  it('API-05 REG-09 answers with the user it made: a waiting viewer of the default tenant, whatever else is asked for', async () => {
    const asked = form({
      role: 'staff_super_admin',
      status: 'active',
      id: '00000000-0000-7000-8000-000000000009',
      is_signatory: true,
      must_change_password: true,
      demo: true,
      version: 9,
      created_at: '2000-01-01T00:00:00.000Z',
      password_hash: 'x',
      confirmPassword: TEST_PASSWORD,
    });
    const answer = await register(asked);
    const user = { email: asked.email, role: 'viewer', status: 'pending_approval', tenant_id: t.tenant_id };
    expect([answer.statusCode, answer.json()]).toMatchObject([200, { user }]);
    expect(Object.keys(answer.json<object>())).toEqual(['user']);
    expect(answer.body).not.toContain('argon2');
    expect(answer.cookies).toEqual([]);
    const row = await rowOf(asked.email);
    expect(row).toMatchObject({
      role: 'viewer',
      status: 'pending_approval',
      tenant_id: t.tenant_id,
      is_signatory: false,
      must_change_password: false,
      demo: false,
      version: 1,
      created_at: new Date(clock.now()),
    });
    expect(row?.id).not.toBe('00000000-0000-7000-8000-000000000009');
    expect(row?.password_hash).toMatch(/^\$argon2id\$/);
  });

  it('REG-15 waits for approval: the sign-in is refused before it and works after it', async () => {
    const asked = form();
    await register(asked);
    const { signIn } = openBrowser(t);
    expect(outcomeOf(await signIn(asked.email))).toEqual([403, 'PENDING_APPROVAL']);
    const row = await rowOf(asked.email);
    const payload = { role: 'viewer', tenant_id: t.tenant_id };
    const approved = await admin.call('POST', `/api/users/${row?.id ?? ''}/approve`, { payload });
    expect(approved.json()).toMatchObject({ status: 'active' });
    expect(outcomeOf(await signIn(asked.email))).toEqual([200]);
  });

  it('AMBIG-REG-05 follows the tenant asked for where it takes registrations; who approves may move him', async () => {
    const first = form({ tenant_id: open });
    const second = form({ tenant_id: 'default-tenant' });
    expect([(await register(first)).statusCode, (await register(second)).statusCode]).toEqual([200, 200]);
    expect((await rowOf(second.email))?.tenant_id).toBe(t.tenant_id);
    const waiting = await rowOf(first.email);
    expect(waiting?.tenant_id).toBe(open);
    const payload = { role: 'manager', tenant_id: t.tenant_id };
    await admin.call('POST', `/api/users/${waiting?.id ?? ''}/approve`, { payload });
    expect(await rowOf(first.email)).toMatchObject({ tenant_id: t.tenant_id, role: 'manager' });
    const list = (await t.app.inject({ url: '/api/auth/tenants' })).json<object>();
    expect(list).toEqual({ tenants: [{ id: open, name: 'open-fleet' }] });
  });

  it('AMBIG-REG-05 lists the default tenant first, and never the platform, wherever registrations are switched on', async () => {
    const platform = await platformOf(t);
    const early = await t.addTenant('0-fleet-before-all-others');
    const opened = inArray(tenants.id, [t.tenant_id, platform, early]);
    await t.db.update(tenants).set({ open_signup: true }).where(opened);
    const list = (await t.app.inject({ url: '/api/auth/tenants' })).json<{ tenants: { id: string }[] }>();
    expect(list.tenants.map(tenant => tenant.id)).toEqual([t.tenant_id, early, open]);
    const registration = form({ tenant_id: platform });
    const answer = await register(registration);
    expect([answer.statusCode, answer.json()]).toMatchObject([
      400,
      { error: 'VALIDATION', details: { tenant_id: ['This tenant takes no registrations.'] } },
    ]);
    expect(await rowOf(registration.email)).toBeNull();
    await t.db.update(tenants).set({ open_signup: false }).where(opened);
  });

  it('takes no tenant that is closed, suspended, deleted, unknown or the platform', async () => {
    const closed = await t.addTenant('closed-fleet');
    const suspended = await t.addTenant('suspended-fleet');
    const deleted = await t.addTenant('deleted-fleet');
    await t.db
      .update(tenants)
      .set({ open_signup: true, status: 'suspended' })
      .where(eq(tenants.id, suspended));
    await t.db
      .update(tenants)
      .set({ open_signup: true, deleted_at: new Date() })
      .where(eq(tenants.id, deleted));
    const unknown = '00000000-0000-7000-8000-00000000ffff';
    const answers: object[] = [];
    for (const tenant_id of [closed, suspended, deleted, unknown, await platformOf(t)])
      answers.push((await register(form({ tenant_id }))).json<object>());
    expect(answers[0]).toMatchObject({ error: 'VALIDATION', details: { tenant_id: [expect.any(String)] } });
    expect(answers).toEqual(answers.map(() => answers[0]));
  });

  it('needs no name', async () => {
    const { email, password } = form();
    expect(outcomeOf(await register({ email, password }))).toEqual([200]);
    expect(await rowOf(email)).toMatchObject({ first_name: null, last_name: null });
  });

  it('answers USER_EXISTS for an address that has an account, in any writing and state', async () => {
    for (const status of ['active', 'suspended', 'pending_approval'] as const) {
      const { email } = await addPerson(t, 'viewer', { status });
      const again = form({ email: ` ${email.toUpperCase()}` });
      expect(outcomeOf(await register(again))).toEqual([409, 'USER_EXISTS']);
    }
  });

  it('of one address at once from many makes one account', async () => {
    const asked = form();
    const answers = await Promise.all(Array.from({ length: 4 }, () => register(asked)));
    expect(answers.map(answer => answer.statusCode).sort()).toEqual([200, 409, 409, 409]);
  });

  it.each([
    ['Abcde1!', 'Password must be at least 8 characters'],
    [`Aa1-${'x'.repeat(125)}`, 'String must contain at most 128 character(s)'],
    ['UPPER-CASE-1', 'Password must contain at least one lowercase letter'],
    ['lower-case-1', 'Password must contain at least one uppercase letter'],
    ['No-number-here', 'Password must contain at least one number'],
    ['NoSpecial123', 'Password must contain at least one special character'],
    ['Password1!', 'This password is too common'],
    ['P@ssw0rd-2026', 'This password is too common'],
    ['123Qwerty!', 'This password is too common'],
    ['Liverpool-1984', 'This password is too common'],
    ['M1chelle!!', 'This password is too common'],
  ])('VAL-REG-09 OPEN-REG-01 refuses %s: %s', async (password, text) => {
    const answer = await register(form({ password }));
    expect(outcomeOf(answer)).toEqual([400, 'WEAK_PASSWORD']);
    expect(answer.json()).toMatchObject({ details: { password: [text] } });
  });

  it.each(['Passwordless-ride-7', 'Own-password-1', 'Harbour-ferry-9'])('takes %s', password =>
    expect(isCommon(password)).toBe(false),
  );

  it.each(['Cabin-7x', `Aa1-${'x'.repeat(124)}`, 'Cabin 7x', 'Cabin7字x'])(
    'VAL-REG-09 OPEN-REG-01 takes 8 to 128 signs, and every sign that is no letter or digit as special: %s',
    async password => expect(outcomeOf(await register(form({ password })))).toEqual([200]),
  );

  it('refuses a password of more than 128 signs, an address that is none, and names of more than 80', async () => {
    const answer = await register({
      email: 'abc',
      password: `Aa1-${'x'.repeat(125)}`,
      first_name: 'x'.repeat(81),
      last_name: 'x'.repeat(80),
    });
    const { details } = answer.json<{ details: object }>();
    expect(Object.keys(details).sort()).toEqual(['email', 'first_name', 'password']);
  });

  it('is made ten times an hour from one network', async () => {
    const address = freshAddress();
    clock.jump(HOUR_MS - (clock.now() % HOUR_MS));
    for (let n = 0; n < 10; n++) expect((await register({}, address)).statusCode).toBe(400);
    expect(outcomeOf(await register(form(), address))).toEqual([429, 'RATE_LIMITED']);
    clock.jump(HOUR_MS);
    expect(outcomeOf(await register(form(), address))).toEqual([200]);
  });

  it('is written down in the tenant it waits in, without the password', async () => {
    const owner = await newcomer(t, 'owner');
    const asked = form();
    await register(asked);
    const [event] = await eventsOf(owner, 'action=auth.register&limit=1');
    expect(event?.target_id).toBe((await rowOf(asked.email))?.id);
    expect(JSON.stringify(event)).not.toContain(asked.password);
  });
});

describe('the public list of tenants', () => {
  it('TENANT-07 API-08 has tenants, each with id and name and nothing else, and only those that are open', async () => {
    const answer = await t.app.inject({ url: '/api/auth/tenants' });
    const { tenants: listed } = answer.json<{ tenants: object[] }>();
    expect(listed).toEqual([{ id: open, name: 'open-fleet' }]);
  });

  it('is read 30 times a minute from one network', async () => {
    clock.jump(HOUR_MS - (clock.now() % HOUR_MS));
    const remoteAddress = freshAddress();
    const read = () => t.app.inject({ url: '/api/auth/tenants', remoteAddress });
    for (let n = 0; n < 30; n++) expect((await read()).statusCode).toBe(200);
    expect(outcomeOf(await read())).toEqual([429, 'RATE_LIMITED']);
  });
});
