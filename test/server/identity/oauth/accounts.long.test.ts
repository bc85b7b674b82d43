import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { passkeys, users } from '../../../../server/db/schema.ts';
import { newTotpSecret, stepAt, totpCode } from '../../../../server/identity/secondFactor/totp.ts';
import { openTraveller } from '../../../support/oauth/traveller.ts';
import { account, startOauthWorld, type OauthWorld } from '../../../support/oauth/world.ts';
import {
  addPerson,
  freshEmail,
  newcomer,
  openBrowser,
  outcomeOf,
  type SignedIn,
} from '../../../support/server/people.ts';
import { TEST_PASSWORD } from '../../../support/server/server.ts';
import { enterCode } from '../secondFactor/authenticator.ts';

let world: OauthWorld;
let staff: SignedIn;
beforeAll(async () => {
  world = await startOauthWorld();
  staff = await newcomer(world.t, 'staff_super_admin');
});
afterAll(() => world.close());

const PENDING = '/auth?status=pending_approval';
const approve = (id: string) =>
  staff.call('POST', `/api/users/${id}/approve`, {
    payload: { role: 'viewer', tenant_id: world.t.tenant_id },
  });

/** Switched on for the account of this address; gives the code of now. */
async function addFactor(email: string): Promise<() => string> {
  const secret = newTotpSecret();
  const second_factor = { is_on: true, secret: world.t.server.secret.wrap(secret), step: -1, recovery: [] };
  await world.t.db.update(users).set({ second_factor }).where(eq(users.email, email));
  return () => totpCode(secret, stepAt(world.t.server.clock.now()));
}

describe('a new account', () => {
  it('OPEN-USER-03 OPEN-USER-07 waits for approval, and then signs in by a code of the fragment', async () => {
    const person = world.google.add(account());
    const browser = openTraveller(world.t);
    expect(await browser.travel('google', `as/${person.sub}`)).toBe(PENDING);
    const made = await world.rowOf(person.email);
    expect(made).toMatchObject({
      ...{ role: 'viewer', status: 'pending_approval', tenant_id: world.t.tenant_id, password_hash: null },
      ...{ first_name: 'Fleet', last_name: 'Owner', google_sub: person.sub },
    });
    expect(made?.email_verified_at).not.toBeNull();
    expect(await openTraveller(world.t).travel('google', `as/${person.sub}`)).toBe(PENDING);
    expect(outcomeOf(await approve(made?.id ?? ''))).toEqual([200]);
    const entered = await browser.signIn('google', person.sub);
    expect(entered.user).toMatchObject({ email: person.email, status: 'active' });
    const me = await world.t.app.inject({
      url: '/api/auth/me',
      headers: { authorization: `Bearer ${entered.tokens.access_token}` },
    });
    expect(me.json()).toMatchObject({ user: { email: person.email } });
  });

  it('that was rejected or suspended is told no more than that', async () => {
    for (const status of ['rejected', 'suspended', 'deactivated'] as const) {
      const person = await world.enrolled();
      await world.t.db.update(users).set({ status }).where(eq(users.email, person.email));
      expect(await openTraveller(world.t).travel('google', `as/${person.sub}`)).toBe('/auth?error=inactive');
    }
  });

  it('is made anew of whoever was removed, as by the form', async () => {
    const person = world.google.add(account());
    expect(await openTraveller(world.t).travel('google', `as/${person.sub}`)).toBe(PENDING);
    const before = await world.rowOf(person.email);
    await world.t.db.update(users).set({ deleted_at: new Date() }).where(eq(users.email, person.email));
    expect(await openTraveller(world.t).travel('google', `as/${person.sub}`)).toBe(PENDING);
    const rows = await world.t.db.select().from(users).where(eq(users.google_sub, person.sub));
    expect(rows.map(({ id, deleted_at }) => [id === before?.id, deleted_at === null]).sort()).toEqual([
      [false, true],
      [true, false],
    ]);
  });

  it('comes from Apple by a form that its page posts, with a name that is a text and no more', async () => {
    const person = world.apple.add(account({ email_verified: 'true' }));
    const browser = openTraveller(world.t);
    const back = await browser.visit('apple', await browser.leave('apple'), `as/${person.sub}`);
    expect(await browser.comeBack(back)).toBe(PENDING);
    expect(await world.rowOf(person.email)).toMatchObject({
      apple_sub: person.sub,
      status: 'pending_approval',
    });
  });

  it('is not made from an address that the provider has not verified', async () => {
    for (const email_verified of [false, 'false']) {
      const person = world.google.add(account({ email_verified }));
      expect(await openTraveller(world.t).travel('google', `as/${person.sub}`)).toBe(
        '/auth?error=unverified_email',
      );
      expect(await world.rowOf(person.email)).toBeUndefined();
    }
  });
});

describe('an account of the same address', () => {
  it('is linked, and one that nobody proved loses its password, its links and its sessions', async () => {
    const squatter = await addPerson(world.t, 'viewer');
    const theirs = openBrowser(world.t);
    const { tokens } = (await theirs.signIn(squatter.email)).json<{ tokens: { refresh_token: string } }>();
    const person = world.google.add(account({ email: squatter.email }));
    const owner = await openTraveller(world.t).signIn('google', person.sub);
    expect(owner.user.id).toBe(squatter.id);
    expect(outcomeOf(await theirs.refresh(tokens.refresh_token))).toEqual([401, 'SESSION_REVOKED']);
    expect(outcomeOf(await openBrowser(world.t).signIn(squatter.email))).toEqual([
      401,
      'INVALID_CREDENTIALS',
    ]);
    expect((await world.rowOf(squatter.email))?.email_verified_at).not.toBeNull();
  });

  it('is linked and keeps its password where an invitation or a link has proved the address', async () => {
    const email = freshEmail('invited');
    await staff.call('POST', '/api/invitations', {
      payload: { email, role: 'viewer' },
      tenant: world.t.tenant_id,
    });
    const token = /#invitation=([\w-]+)/.exec(
      world.t.emails.findLast(({ to }) => to === email)?.text ?? '',
    )?.[1];
    await openBrowser(world.t).post('/api/auth/accept-invitation', { token, password: TEST_PASSWORD });
    const person = world.google.add(account({ email: email.toUpperCase() }));
    expect((await openTraveller(world.t).signIn('google', person.sub)).user.email).toBe(email);
    expect(outcomeOf(await openBrowser(world.t).signIn(email))).toEqual([200]);
  });

  it('is proved by a reset link that was used', async () => {
    const { email } = await addPerson(world.t, 'viewer');
    await openBrowser(world.t).post('/api/auth/reset-link', { email });
    const token = /#reset=([\w-]+)/.exec(world.t.emails.findLast(({ to }) => to === email)?.text ?? '')?.[1];
    const newPassword = 'Another-of-mine-1';
    expect(outcomeOf(await openBrowser(world.t).post('/api/auth/reset', { token, newPassword }))).toEqual([
      200,
    ]);
    expect((await world.rowOf(email))?.email_verified_at).not.toBeNull();
  });

  it('with a second factor is asked for its code after the provider, too', async () => {
    const person = await world.enrolled();
    const code = await addFactor(person.email);
    const entered = await openTraveller(world.t).signIn('google', person.sub);
    expect(Object.keys(entered).sort()).toEqual(['expires_at', 'ticket']);
    const { ticket } = entered as unknown as { ticket: string };
    expect(outcomeOf(await enterCode(world.t, ticket, code()))).toEqual([200]);
  });

  it('loses the second factor and the passkeys of whoever had it before its address was proved', async () => {
    const squatter = await addPerson(world.t, 'viewer');
    await addFactor(squatter.email);
    const { id, tenant_id } = squatter;
    const key = { name: 'Telephone', credential_id: id, public_key: '', counter: 0, created_at: new Date() };
    await world.t.db.insert(passkeys).values({ ...key, id, tenant_id, user_id: id });
    const person = world.google.add(account({ email: squatter.email }));
    expect((await openTraveller(world.t).signIn('google', person.sub)).user.id).toBe(squatter.id);
    expect(await world.rowOf(squatter.email)).toMatchObject({ second_factor: null, password_hash: null });
    expect(await world.t.db.$count(passkeys, eq(passkeys.user_id, id))).toBe(0);
  });

  it('is not taken over by whoever got the address at the provider later', async () => {
    const person = await world.enrolled();
    const later = world.google.add(account({ email: person.email }));
    expect(await openTraveller(world.t).travel('google', `as/${later.sub}`)).toBe(
      '/auth?error=other_account',
    );
  });

  it('is found by who he is at the provider when his address there has changed', async () => {
    const person = await world.enrolled();
    world.google.add({ ...person, email: freshEmail('moved'), email_verified: false });
    expect((await openTraveller(world.t).signIn('google', person.sub)).user.email).toBe(person.email);
  });

  it('that is of the demo is not linked', async () => {
    const demo = await addPerson(world.t, 'viewer', { demo: true });
    const person = world.google.add(account({ email: demo.email }));
    expect(await openTraveller(world.t).travel('google', `as/${person.sub}`)).toBe('/auth?error=inactive');
  });

  it('that was removed is not linked: another one waits for approval', async () => {
    const gone = await addPerson(world.t, 'viewer', { deleted_at: new Date() });
    const person = world.google.add(account({ email: gone.email }));
    expect(await openTraveller(world.t).travel('google', `as/${person.sub}`)).toBe(PENDING);
    const [row] = await world.t.db.select().from(users).where(eq(users.id, gone.id));
    expect(row?.google_sub).toBeNull();
  });
});
