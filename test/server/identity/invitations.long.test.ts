import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { users } from '../../../server/db/schema.ts';
import { manualClock } from '../../support/clock.ts';
import {
  addPerson,
  eventsOf,
  freshAddress,
  freshEmail,
  newcomer,
  openBrowser,
  outcomeOf,
  type SignedIn,
} from '../../support/server/people.ts';
import { startTestServer, TEST_PASSWORD, type TestServer } from '../../support/server/server.ts';

const DAY_MS = 86_400_000;
const clock = manualClock();
let t: TestServer;
let staff: SignedIn;
let owner: SignedIn;
beforeAll(async () => {
  t = await startTestServer({ clock });
  staff = await newcomer(t, 'staff_admin');
  owner = await newcomer(t, 'owner');
});
afterAll(() => t.close());

const emailsTo = (email: string) => t.emails.filter(message => message.to === email);

describe('an invitation', () => {
  const invite = (by: SignedIn, payload: object) => by.call('POST', '/api/invitations', { payload });
  const tokenFor = (email: string) =>
    /#invitation=([\w-]{43})\s/.exec(emailsTo(email).at(-1)?.text ?? '')?.[1] ?? '';
  const accept = (token: string, more: object = {}) =>
    openBrowser(t, { address: freshAddress() }).post('/api/auth/accept-invitation', {
      ...{ token, password: TEST_PASSWORD },
      ...more,
    });
  const open = (token: string) =>
    openBrowser(t, { address: freshAddress() }).post('/api/auth/invitation', { token });
  const REFUSED = [400, 'VALIDATION'];
  const invited = async (by = owner, more: object = {}) => {
    const email = freshEmail('invited');
    const made = await invite(by, { email, role: 'manager', ...more });
    return { email, token: tokenFor(email), id: made.json<{ id: string }>().id };
  };

  it('fixes role and tenant, sets name and password, signs in, and works once', async () => {
    const { email, token, id } = await invited(owner, { locale: 'zh' });
    expect(emailsTo(email)[0]?.subject).toBe('Wayside 邀请');
    expect((await open(token)).json()).toEqual({ email, role: 'manager', tenant_name: 'Taxi fleet' });
    const answer = await accept(token, { first_name: 'Ana' });
    expect(answer.json()).toMatchObject({
      user: {
        email,
        role: 'manager',
        tenant_id: t.tenant_id,
        status: 'active',
        first_name: 'Ana',
        locale: 'zh',
      },
      tokens: { access_token: expect.any(String) as string },
    });
    expect(outcomeOf(await openBrowser(t).signIn(email))).toEqual([200]);
    expect(outcomeOf(await accept(token))).toEqual(REFUSED);
    expect(outcomeOf(await open(token))).toEqual(REFUSED);
    const listed = await owner.call('GET', `/api/invitations/${id}`);
    expect(listed.json()).toMatchObject({ email, state: 'accepted' });
    expect(listed.body).not.toContain('hash');
  });

  it('is accepted once, also where two try at the same time', async () => {
    const { token, email } = await invited();
    const answers = await Promise.all([accept(token), accept(token)]);
    expect(answers.map(answer => answer.statusCode).sort()).toEqual([200, 400]);
    expect(await t.db.select().from(users).where(eq(users.email, email))).toHaveLength(1);
  });

  it('takes no role, tenant or address from whoever accepts', async () => {
    const { token } = await invited();
    for (const more of [{ role: 'owner' }, { tenant_id: t.tenant_id }, { email: 'thief@test.example' }])
      expect(outcomeOf(await accept(token, more))).toEqual(REFUSED);
    expect((await accept(token, { password: 'Password123!' })).json()).toMatchObject({
      error: 'WEAK_PASSWORD',
    });
    expect(outcomeOf(await accept(token))).toEqual([200]);
  });

  it('ends after seven days', async () => {
    const { token, id } = await invited();
    clock.jump(7 * DAY_MS);
    expect(outcomeOf(await accept(token))).toEqual(REFUSED);
    owner = await newcomer(t, 'owner');
    staff = await newcomer(t, 'staff_admin');
    expect((await owner.call('GET', `/api/invitations/${id}`)).json()).toMatchObject({ state: 'expired' });
    expect(outcomeOf(await owner.call('POST', `/api/invitations/${id}/revoke`))).toEqual([409, 'STATE']);
  });

  it('is revoked, by hand or by a newer one of the same address', async () => {
    const first = await invited();
    expect((await owner.call('POST', `/api/invitations/${first.id}/revoke`)).json()).toMatchObject({
      state: 'revoked',
    });
    expect(outcomeOf(await accept(first.token))).toEqual(REFUSED);
    await invite(owner, { email: first.email, role: 'viewer' });
    const older = tokenFor(first.email);
    await invite(owner, { email: first.email, role: 'viewer' });
    expect(outcomeOf(await accept(older))).toEqual(REFUSED);
    expect(outcomeOf(await accept(tokenFor(first.email)))).toEqual([200]);
  });

  it('is not above the rank of whoever invites, nor for a role of another kind of tenant', async () => {
    const admin = await newcomer(t, 'admin');
    for (const [by, role] of [
      [admin, 'admin'],
      [admin, 'owner'],
      [owner, 'owner'],
      [owner, 'staff_support'],
    ] as const)
      expect(outcomeOf(await invite(by, { email: freshEmail(), role }))).toEqual([403, 'FORBIDDEN']);
    const there = { email: freshEmail(), role: 'staff_support' };
    const outside = await staff.call('POST', '/api/invitations', { payload: there, tenant: t.tenant_id });
    expect(outcomeOf(outside)).toEqual(REFUSED);
    for (const role of ['manager', 'analyst', 'viewer', 'device_owner'] as const)
      expect(
        outcomeOf(await invite(await newcomer(t, role), { email: freshEmail(), role: 'viewer' })),
      ).toEqual([403, 'FORBIDDEN']);
  });

  it('is worth nothing once whoever invited is suspended or stands no longer above the role', async () => {
    const admin = await newcomer(t, 'admin');
    const one = await invited(admin);
    const other = await invited(admin);
    await t.db.update(users).set({ status: 'suspended' }).where(eq(users.id, admin.id));
    expect(outcomeOf(await accept(one.token))).toEqual(REFUSED);
    await t.db.update(users).set({ status: 'active', role: 'manager' }).where(eq(users.id, admin.id));
    expect(outcomeOf(await accept(other.token))).toEqual(REFUSED);
  });

  it('goes to nobody who has an account, and into no tenant that is closed', async () => {
    const { email } = await addPerson(t, 'viewer');
    expect(outcomeOf(await invite(owner, { email, role: 'viewer' }))).toEqual([409, 'USER_EXISTS']);
    expect(emailsTo(email)).toEqual([]);
    const { token, email: late } = await invited();
    await addPerson(t, 'viewer', { email: late });
    expect(outcomeOf(await accept(token))).toEqual([409, 'USER_EXISTS']);
  });

  it('takes over an account of its address that still waits, with nothing of whoever made it', async () => {
    const { email, token } = await invited();
    const elsewhere = await t.addTenant('squatted');
    const first = 'Somebody';
    const squatter = await addPerson(t, 'viewer', {
      ...{ email, tenant_id: elsewhere, status: 'pending_approval', first_name: first },
    });
    const answer = await accept(token, { password: 'Chosen-by-owner-3' });
    expect(answer.json()).toMatchObject({
      user: { id: squatter.id, email, role: 'manager', tenant_id: t.tenant_id, status: 'active' },
    });
    expect(answer.body).not.toContain(first);
    expect(outcomeOf(await openBrowser(t).signIn(email))).toEqual([401, 'INVALID_CREDENTIALS']);
    expect(outcomeOf(await openBrowser(t).signIn(email, 'Chosen-by-owner-3'))).toEqual([200]);
    expect(outcomeOf(await accept(token))).toEqual(REFUSED);
  });

  it('goes to an address that registered and waits, but to none that was rejected', async () => {
    const { email } = await addPerson(t, 'viewer', { status: 'pending_approval' });
    expect(outcomeOf(await invite(owner, { email, role: 'viewer' }))).toEqual([200]);
    expect(outcomeOf(await accept(tokenFor(email)))).toEqual([200]);
    const rejected = await addPerson(t, 'viewer', { status: 'rejected' });
    expect(outcomeOf(await invite(owner, { email: rejected.email, role: 'viewer' }))).toEqual([
      409,
      'USER_EXISTS',
    ]);
  });

  it.each(['', 'x'.repeat(43), "' or true --"])('made up as %j is refused', async token => {
    expect(outcomeOf(await accept(token))).toEqual(REFUSED);
  });

  it('is written down without its link', async () => {
    const { email, token } = await invited();
    await accept(token);
    const [made] = await t.db.select().from(users).where(eq(users.email, email));
    const events = await eventsOf(owner, `action=auth.accept-invitation&target_id=${made?.id ?? ''}`);
    expect(events).toHaveLength(1);
    expect(JSON.stringify(await eventsOf(owner, 'limit=50'))).not.toContain(token);
  });
});
