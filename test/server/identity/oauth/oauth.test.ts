import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oauthTickets, users } from '../../../../server/db/schema.ts';
import { readOauth } from '../../../../server/context/oauth.ts';
import { manualClock } from '../../../support/clock.ts';
import {
  APPLE,
  CLIENT_ID,
  CLIENT_SECRET,
  startProvider,
  type ProviderAccount,
  type TestProvider,
} from '../../../support/oidcProvider.ts';
import { callbackOf, codeIn, openTraveller, ORIGIN } from '../../../support/server/oauthTraveller.ts';
import {
  addPerson,
  freshEmail,
  newcomer,
  openBrowser,
  outcomeOf,
  type SignedIn,
} from '../../../support/server/people.ts';
import { startTestServer, TEST_PASSWORD, type TestServer } from '../../../support/server/server.ts';

const MINUTE_MS = 60_000;
/** The provider's clock is that of this machine. */
const clock = manualClock(Date.now());
let t: TestServer;
let google: TestProvider;
let apple: TestProvider;
let staff: SignedIn;
beforeAll(async () => {
  google = await startProvider('google', { redirect_uris: [callbackOf('google')] });
  apple = await startProvider('apple', { redirect_uris: [callbackOf('apple')] });
  t = await startTestServer({
    clock,
    config: {
      publicUrl: ORIGIN,
      oauth: {
        ...readOauth({}),
        ...{ google_issuer: google.issuer, google_client_id: CLIENT_ID, google_client_secret: CLIENT_SECRET },
        ...{ apple_issuer: apple.issuer, apple_client_id: CLIENT_ID, apple_team_id: APPLE.team_id },
        ...{ apple_key_id: APPLE.key_id, apple_secret_key: APPLE.secret_key },
      },
    },
  });
  staff = await newcomer(t, 'staff_super_admin');
});
afterAll(async () => {
  await t.close();
  await google.close();
  await apple.close();
});

const PENDING = '/auth?status=pending_approval';
let accounts = 0;
const account = (more: Partial<ProviderAccount> = {}): ProviderAccount => ({
  sub: `sub-${++accounts}`,
  email: freshEmail('provided'),
  email_verified: true,
  given_name: 'Ada',
  family_name: 'Byron',
  ...more,
});
const rowOf = async (email: string) => {
  const [row] = await t.db.select().from(users).where(eq(users.email, email));
  return row;
};
const approve = (id: string) =>
  staff.call('POST', `/api/users/${id}/approve`, { payload: { role: 'viewer', tenant_id: t.tenant_id } });
/** Of a person who may enter, with the account linked. */
async function enrolled() {
  const person = google.add(account());
  await t.db.insert(users).values({
    ...{ id: crypto.randomUUID(), tenant_id: t.tenant_id, email: person.email, role: 'viewer' },
    ...{ status: 'active', google_sub: person.sub, email_verified_at: new Date() },
  });
  return person;
}

describe('a new account', () => {
  it('OPEN-USER-03 OPEN-USER-07 waits for approval, and then signs in by a code of the fragment', async () => {
    const person = google.add(account());
    const browser = openTraveller(t);
    expect(await browser.travel('google', `as/${person.sub}`)).toBe(PENDING);
    const made = await rowOf(person.email);
    expect(made).toMatchObject({
      ...{ role: 'viewer', status: 'pending_approval', tenant_id: t.tenant_id, password_hash: null },
      ...{ first_name: 'Ada', last_name: 'Byron', google_sub: person.sub },
    });
    expect(made?.email_verified_at).not.toBeNull();
    expect(await openTraveller(t).travel('google', `as/${person.sub}`)).toBe(PENDING);
    expect(outcomeOf(await approve(made?.id ?? ''))).toEqual([200]);
    const entered = await browser.signIn('google', person.sub);
    expect(entered.user).toMatchObject({ email: person.email, status: 'active' });
    const me = await t.app.inject({
      url: '/api/auth/me',
      headers: { authorization: `Bearer ${entered.tokens.access_token}` },
    });
    expect(me.json()).toMatchObject({ user: { email: person.email } });
  });

  it('that was rejected or suspended is told no more than that', async () => {
    for (const status of ['rejected', 'suspended', 'deactivated'] as const) {
      const person = await enrolled();
      await t.db.update(users).set({ status }).where(eq(users.email, person.email));
      expect(await openTraveller(t).travel('google', `as/${person.sub}`)).toBe('/auth?error=inactive');
    }
  });

  it('comes from Apple by a form that its page posts, with a name that is a text and no more', async () => {
    const person = apple.add(account({ email_verified: 'true' }));
    const browser = openTraveller(t);
    const back = await browser.visit('apple', await browser.leave('apple'), `as/${person.sub}`);
    expect(await browser.comeBack(back)).toBe(PENDING);
    expect(await rowOf(person.email)).toMatchObject({ apple_sub: person.sub, status: 'pending_approval' });
  });

  it('is not made from an address that the provider has not verified', async () => {
    for (const email_verified of [false, 'false']) {
      const person = google.add(account({ email_verified }));
      expect(await openTraveller(t).travel('google', `as/${person.sub}`)).toBe(
        '/auth?error=unverified_email',
      );
      expect(await rowOf(person.email)).toBeUndefined();
    }
  });
});

describe('an account of the same address', () => {
  it('is linked, and one that nobody proved loses its password, its links and its sessions', async () => {
    const squatter = await addPerson(t, 'viewer');
    const theirs = openBrowser(t);
    const { tokens } = (await theirs.signIn(squatter.email)).json<{ tokens: { refresh_token: string } }>();
    const person = google.add(account({ email: squatter.email }));
    const owner = await openTraveller(t).signIn('google', person.sub);
    expect(owner.user.id).toBe(squatter.id);
    expect(outcomeOf(await theirs.refresh(tokens.refresh_token))).toEqual([401, 'SESSION_REVOKED']);
    expect(outcomeOf(await openBrowser(t).signIn(squatter.email))).toEqual([401, 'INVALID_CREDENTIALS']);
    expect((await rowOf(squatter.email))?.email_verified_at).not.toBeNull();
  });

  it('is linked and keeps its password where an invitation or a link has proved the address', async () => {
    const email = freshEmail('invited');
    await staff.call('POST', '/api/invitations', { payload: { email, role: 'viewer' }, tenant: t.tenant_id });
    const token = /#invitation=([\w-]+)/.exec(t.emails.findLast(({ to }) => to === email)?.text ?? '')?.[1];
    await openBrowser(t).post('/api/auth/accept-invitation', { token, password: TEST_PASSWORD });
    const person = google.add(account({ email: email.toUpperCase() }));
    expect((await openTraveller(t).signIn('google', person.sub)).user.email).toBe(email);
    expect(outcomeOf(await openBrowser(t).signIn(email))).toEqual([200]);
  });

  it('is proved by a reset link that was used', async () => {
    const { email } = await addPerson(t, 'viewer');
    await openBrowser(t).post('/api/auth/reset-link', { email });
    const token = /#reset=([\w-]+)/.exec(t.emails.findLast(({ to }) => to === email)?.text ?? '')?.[1];
    const newPassword = 'Another-of-mine-1';
    expect(outcomeOf(await openBrowser(t).post('/api/auth/reset', { token, newPassword }))).toEqual([200]);
    expect((await rowOf(email))?.email_verified_at).not.toBeNull();
  });

  it('is not taken over by whoever got the address at the provider later', async () => {
    const person = await enrolled();
    const later = google.add(account({ email: person.email }));
    expect(await openTraveller(t).travel('google', `as/${later.sub}`)).toBe('/auth?error=other_account');
  });

  it('is found by who he is at the provider when his address there has changed', async () => {
    const person = await enrolled();
    google.add({ ...person, email: freshEmail('moved'), email_verified: false });
    expect((await openTraveller(t).signIn('google', person.sub)).user.email).toBe(person.email);
  });

  it('that is gone, or is of the demo, is not linked', async () => {
    for (const more of [{ deleted_at: new Date() }, { demo: true }]) {
      const gone = await addPerson(t, 'viewer', more);
      const person = google.add(account({ email: gone.email }));
      expect(await openTraveller(t).travel('google', `as/${person.sub}`)).toBe('/auth?error=inactive');
    }
  });
});

describe('the way back from the provider', () => {
  it('says so where it was cancelled there', async () => {
    for (const provider of ['google', 'apple'] as const)
      expect(await openTraveller(t).travel(provider, 'cancel')).toBe('/auth?error=cancelled');
  });

  it('is good once', async () => {
    const person = await enrolled();
    const browser = openTraveller(t);
    const back = await browser.visit('google', await browser.leave('google'), `as/${person.sub}`);
    codeIn(await browser.comeBack(back));
    expect(await browser.comeBack(back)).toBe('/auth?error=expired');
  });

  it('is good in the browser that began alone: no link signs somebody in as somebody else', async () => {
    const person = await enrolled();
    const attacker = openTraveller(t);
    const back = await attacker.visit('google', await attacker.leave('google'), `as/${person.sub}`);
    expect(await openTraveller(t).comeBack(back)).toBe('/auth?error=expired');
    const victim = openTraveller(t);
    await victim.leave('google');
    expect(await victim.comeBack(back)).toBe('/auth?error=expired');
    codeIn(await attacker.comeBack(back));
  });

  it('is refused with another state, another nonce, a code of another sign-in, and at the other provider', async () => {
    const person = await enrolled();
    const browser = openTraveller(t);
    const sub = `as/${person.sub}`;
    const back = await browser.visit('google', await browser.leave('google'), sub);
    const other = await browser.visit('google', await browser.leave('google'), sub);
    const withState = (state: string) => {
      const parameters = new URLSearchParams(back.parameters);
      parameters.set('state', state);
      return browser.comeBack({ provider: 'google', parameters });
    };
    expect(await withState('x'.repeat(43))).toBe('/auth?error=expired');
    expect(await withState(other.parameters.get('state') ?? '')).toBe('/auth?error=refused');
    expect(await browser.comeBack({ ...back, provider: 'apple' })).toBe('/auth?error=expired');
    const address = new URL(await browser.leave('google'));
    address.searchParams.set('nonce', 'n'.repeat(43));
    expect(await browser.comeBack(await browser.visit('google', address.href, sub))).toBe(
      '/auth?error=refused',
    );
  });

  it('is refused where the clocks are ten minutes apart, and after ten minutes', async () => {
    const { sub } = await enrolled();
    for (const off of [10 * MINUTE_MS, -10 * MINUTE_MS]) {
      clock.jump(off);
      expect(await openTraveller(t).travel('google', `as/${sub}`)).toBe('/auth?error=clock');
      clock.jump(-off);
    }
    const browser = openTraveller(t);
    const back = await browser.visit('google', await browser.leave('google'), `as/${sub}`);
    clock.jump(10 * MINUTE_MS);
    expect(await browser.comeBack(back)).toBe('/auth?error=expired');
    clock.jump(-10 * MINUTE_MS);
  });

  it('leads to our page whatever the request says: no open redirect', async () => {
    const evil = 'https://evil.example';
    const more = `?returnTo=${evil}&redirect_uri=${evil}&next=//evil.example&error=${evil}&status=${evil}`;
    const browser = openTraveller(t);
    for (const path of ['/api/auth/oauth/google/callback', '/api/auth/oauth/google']) {
      const { headers } = await browser.send('GET', `${path}${more}`);
      const to = new URL(String(headers.location), ORIGIN);
      expect([ORIGIN, google.issuer]).toContain(to.origin);
      expect(to.href).not.toContain('evil');
    }
  });

  it('is a form at Apple’s address alone', async () => {
    const form = 'application/x-www-form-urlencoded';
    for (const url of ['/api/auth/oauth/exchange', '/api/auth/login', '/api/auth/refresh'])
      expect((await openTraveller(t).send('POST', url, 'code=x', form)).statusCode).toBe(415);
    const json = await openTraveller(t).send(
      'POST',
      '/api/auth/oauth/apple/callback',
      '{}',
      'application/json',
    );
    expect(json.statusCode).toBe(415);
  });
});

describe('the code of the fragment', () => {
  const REFUSED = [400, 'VALIDATION'];
  it('is good once, for a minute, and with the cookie of the browser that began', async () => {
    const { sub } = await enrolled();
    const browser = openTraveller(t);
    const code = codeIn(await browser.travel('google', `as/${sub}`));
    expect(outcomeOf(await openTraveller(t).exchange(code))).toEqual(REFUSED);
    const other = openTraveller(t);
    await other.leave('google');
    expect(outcomeOf(await other.exchange(code))).toEqual(REFUSED);
    const kept = new Map(browser.jar);
    expect(outcomeOf(await browser.exchange(code))).toEqual([200]);
    for (const [name, value] of kept) browser.jar.set(name, value);
    expect(outcomeOf(await browser.exchange(code))).toEqual(REFUSED);
    const late = codeIn(await browser.travel('google', `as/${sub}`));
    clock.jump(MINUTE_MS);
    expect(outcomeOf(await browser.exchange(late))).toEqual(REFUSED);
    clock.jump(-MINUTE_MS);
  });

  it('is worth nothing to whoever was suspended meanwhile', async () => {
    const { sub, email } = await enrolled();
    const browser = openTraveller(t);
    const code = codeIn(await browser.travel('google', `as/${sub}`));
    await t.db.update(users).set({ status: 'suspended' }).where(eq(users.email, email));
    expect(outcomeOf(await browser.exchange(code))).toEqual([403, 'USER_INVALID']);
  });

  it('lies hashed, and what it stands for wrapped; a state is no code', async () => {
    const { sub } = await enrolled();
    const browser = openTraveller(t);
    const address = new URL(await browser.leave('google'));
    const state = address.searchParams.get('state') ?? '';
    const code = codeIn(await openTraveller(t).travel('google', `as/${sub}`));
    const rows = JSON.stringify(await t.db.select().from(oauthTickets));
    for (const text of [state, code, sub, address.searchParams.get('nonce') ?? '-'])
      expect(rows).not.toContain(text);
    expect(outcomeOf(await browser.exchange(state))).toEqual(REFUSED);
  });

  it('comes with a cookie that no script reads and other sites may send', async () => {
    const [cookie] = (await openTraveller(t).send('GET', '/api/auth/oauth/apple')).cookies;
    expect(cookie).toMatchObject({
      ...{ name: '__Secure-wayside-oauth', path: '/api/auth/oauth', httpOnly: true },
      ...{ secure: true, sameSite: 'None', maxAge: 600 },
    });
  });
});
