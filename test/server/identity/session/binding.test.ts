import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sessions } from '../../../../server/db/schema.ts';
import { manualClock } from '../../../support/clock.ts';
import {
  addPerson,
  newcomer,
  openBrowser,
  outcomeOf,
  signInAs,
  tokensOf,
  type SignedIn,
} from '../../../support/server/people.ts';
import { startTestServer, TEST_PASSWORD, type TestServer } from '../../../support/server/server.ts';

const clock = manualClock();
const LAN = '192.168.1.20:8080';
const MONTH_S = 30 * 86_400;
let t: TestServer;
beforeAll(async () => {
  t = await startTestServer({ clock });
});
afterAll(() => t.close());

const sessionOf = ({ tokens }: SignedIn) => String(decodeJwt(tokens.access_token)['sid']);
const cookieOf = (who: SignedIn) => `__Secure-wayside-${sessionOf(who)}`;
const me = (token: string) =>
  t.app.inject({ url: '/api/auth/me', headers: { authorization: `Bearer ${token}` } });
const REFUSED = [401, 'SESSION_REVOKED'];

/** Signs in at that address and says how the cookie was set, attribute by attribute. */
async function cookieAt(server: TestServer, host: string) {
  const { email } = await addPerson(server, 'viewer');
  const answer = await openBrowser(server, { host }).signIn(email);
  expect(answer.statusCode).toBe(200);
  return answer.cookies[0];
}

describe('the binding cookie', () => {
  it.each(['localhost', 'localhost:8080', '127.0.0.1:8080', '[::1]:8080'])('is set on %s', async host => {
    expect(await cookieAt(t, host)).toMatchObject({
      name: expect.stringMatching(/^__Secure-wayside-[0-9a-f-]{36}$/) as string,
      value: expect.stringMatching(/^[\w-]{43}$/) as string,
      path: '/api/auth',
      httpOnly: true,
      secure: true,
      sameSite: 'Strict',
      maxAge: MONTH_S,
    });
  });

  it.each([LAN, 'signage.lan', 'localhost.example.net', '127.0.0.1.example.net'])(
    'is not set on plain http at %s, where the token of the body alone counts',
    async host => {
      const who = await signInAs(t, await addPerson(t, 'viewer'), { host });
      expect(who.browser.bindings()).toEqual([]);
      clock.jump(3 * 60_000);
      const second = tokensOf(await who.browser.refresh(who.tokens.refresh_token));
      expect(outcomeOf(await who.browser.refresh(second.refresh_token))).toEqual([200]);
    },
  );

  it.each([
    ['https://signage.example.net', true],
    ['http://localhost:9000', true],
    ['http://signage.example.net', false],
  ])('follows PUBLIC_URL, whatever the request says: %s', async (publicUrl, isSet) => {
    const other = await startTestServer({ clock, config: { publicUrl } });
    try {
      expect((await cookieAt(other, isSet ? LAN : 'localhost')) !== undefined).toBe(isSet);
    } finally {
      await other.close();
    }
  });

  it('is never legible to the database', async () => {
    const who = await newcomer(t, 'viewer');
    const kept = JSON.stringify(await t.db.select().from(sessions));
    expect(kept).toContain(sessionOf(who));
    expect(kept).not.toContain(who.browser.jar.get(cookieOf(who)));
  });

  it('is never renewed by a refresh that holds it, and taken back at sign-out', async () => {
    const who = await newcomer(t, 'viewer');
    const first = await who.browser.refresh(who.tokens.refresh_token);
    const second = await who.browser.refresh(tokensOf(first).refresh_token);
    expect([...first.cookies, ...second.cookies]).toEqual([]);
    const authorization = `Bearer ${who.tokens.access_token}`;
    await who.browser.post('/api/auth/logout', {}, { authorization });
    expect(who.browser.bindings()).toEqual([]);
  });
});

describe('a refresh', () => {
  it('AMBIG-REFRESH-03 needs body and cookie both: a bearer decides every call, a cookie alone none', async () => {
    const who = await newcomer(t, 'viewer');
    const cookie = `${cookieOf(who)}=${who.browser.jar.get(cookieOf(who)) ?? ''}`;
    const call = await t.app.inject({ url: '/api/auth/me', headers: { cookie } });
    expect(outcomeOf(call)).toEqual([401, 'AUTH_REQUIRED']);
    expect(outcomeOf(await who.browser.post('/api/auth/refresh', {}))).toEqual([400, 'VALIDATION']);
    expect(outcomeOf(await who.browser.refresh(''))).toEqual(REFUSED);
    expect(outcomeOf(await who.browser.refresh('A'.repeat(43)))).toEqual(REFUSED);

    clock.jump(2 * 60_000 + 1);
    const bare = openBrowser(t);
    expect(outcomeOf(await bare.refresh(who.tokens.refresh_token))).toEqual(REFUSED);
    expect(outcomeOf(await who.browser.refresh(who.tokens.refresh_token))).toEqual([200]);
  });

  it('without the cookie, or with another’s, is refused and ends nothing', async () => {
    const who = await newcomer(t, 'viewer');
    const thief = await newcomer(t, 'viewer');
    const { refresh_token } = tokensOf(await who.browser.refresh(who.tokens.refresh_token));
    expect(outcomeOf(await openBrowser(t).refresh(refresh_token))).toEqual(REFUSED);
    expect(outcomeOf(await thief.browser.refresh(refresh_token))).toEqual(REFUSED);
    thief.browser.jar.set(cookieOf(who), thief.browser.jar.get(cookieOf(thief)) ?? '');
    expect(outcomeOf(await thief.browser.refresh(refresh_token))).toEqual(REFUSED);
    thief.browser.jar.set(cookieOf(who), '');
    expect(outcomeOf(await thief.browser.refresh(refresh_token))).toEqual(REFUSED);

    expect((await me(who.tokens.access_token)).statusCode).toBe(200);
    expect(outcomeOf(await who.browser.refresh(refresh_token))).toEqual([200]);
  });

  it('passes without it for the first token, within 2 minutes of sign-in, and sets it again', async () => {
    const who = await newcomer(t, 'viewer');
    const old = who.browser.jar.get(cookieOf(who));
    who.browser.jar.clear();
    clock.jump(2 * 60_000);
    const second = await who.browser.refresh(who.tokens.refresh_token);
    expect(outcomeOf(second)).toEqual([200]);
    expect(who.browser.jar.get(cookieOf(who))).toMatch(/^[\w-]{43}$/);
    expect(who.browser.jar.get(cookieOf(who))).not.toBe(old);

    const { refresh_token } = tokensOf(second);
    expect(outcomeOf(await openBrowser(t).refresh(refresh_token))).toEqual(REFUSED);
    expect(outcomeOf(await who.browser.refresh(refresh_token))).toEqual([200]);
  });

  it('of a later token does not pass without it, however young the session', async () => {
    const who = await newcomer(t, 'viewer');
    const { refresh_token } = tokensOf(await who.browser.refresh(who.tokens.refresh_token));
    who.browser.jar.clear();
    expect(outcomeOf(await who.browser.refresh(refresh_token))).toEqual(REFUSED);
  });

  it('of one family leaves another of the same browser alone', async () => {
    const browser = openBrowser(t);
    const [one, two] = [await addPerson(t, 'viewer'), await addPerson(t, 'manager')];
    let first = tokensOf(await browser.signIn(one.email, TEST_PASSWORD)).refresh_token;
    let second = tokensOf(await browser.signIn(two.email, TEST_PASSWORD)).refresh_token;
    expect(browser.bindings()).toHaveLength(2);
    clock.jump(5 * 60_000);
    for (let n = 0; n < 3; n++) {
      first = tokensOf(await browser.refresh(first)).refresh_token;
      second = tokensOf(await browser.refresh(second)).refresh_token;
    }
    expect(browser.bindings()).toHaveLength(2);
  });
});
