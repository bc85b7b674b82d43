import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { manualClock } from '../../support/clock.ts';
import { addPerson, openBrowser, outcomeOf, signInAs } from '../../support/server/people.ts';
import { startTestServer, TEST_PASSWORD, type TestServer } from '../../support/server/server.ts';

const AGENT =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
let t: TestServer;
beforeAll(async () => {
  t = await startTestServer({ clock: manualClock(Date.UTC(2027, 0, 4, 8)) });
});
afterAll(() => t.close());

const noticesTo = (email: string) =>
  t.emails.filter(({ to, text }) => to === email && /has not been used|从未使用过/.test(text));

describe('a sign-in from a browser that the account does not know', () => {
  it('is told to its owner with browser, address and time, in his language; the first of all, and one from a known browser, is not', async () => {
    const who = await addPerson(t, 'manager', { tz: 'Europe/Lisbon' });
    const desk = openBrowser(t);
    expect(outcomeOf(await desk.signIn(who.email))).toEqual([200]);
    expect(outcomeOf(await desk.signIn(who.email))).toEqual([200]);
    const phone = openBrowser(t, { address: '10.200.4.7' });
    const headers = { 'user-agent': AGENT };
    const body = { email: who.email, password: 'Wayside-test-1' };
    expect(outcomeOf(await phone.post('/api/auth/login', body, headers))).toEqual([200]);
    await vi.waitFor(() => expect(noticesTo(who.email)).toHaveLength(1));
    const { text } = noticesTo(who.email)[0]!;
    expect(text).toContain('Chrome, Windows\nIP address 10.200.4.7\n');
    expect(text).toMatch(/\/auth\?mode=reset\n$/);
    expect(outcomeOf(await phone.post('/api/auth/login', body, headers))).toEqual([200]);

    const other = await addPerson(t, 'viewer', { locale: 'zh' });
    await openBrowser(t).signIn(other.email);
    await openBrowser(t).signIn(other.email);
    await vi.waitFor(() => expect(noticesTo(other.email)).toHaveLength(1));
    expect(noticesTo(who.email)).toHaveLength(1);
  });

  it('is any browser but the one at which a new password was set', async () => {
    const who = await addPerson(t, 'viewer');
    const [desk, phone] = [await signInAs(t, who), openBrowser(t)];
    await phone.signIn(who.email);
    await vi.waitFor(() => expect(noticesTo(who.email)).toHaveLength(1));
    const change = { currentPassword: TEST_PASSWORD, newPassword: 'Newly-chosen-2' };
    const headers = { authorization: `Bearer ${desk.tokens.access_token}` };
    const changed = await desk.browser.post('/api/auth/change-password', change, headers);
    expect(outcomeOf(changed)).toEqual([200]);
    await desk.browser.signIn(who.email, 'Newly-chosen-2');
    await phone.signIn(who.email, 'Newly-chosen-2');
    await vi.waitFor(() => expect(noticesTo(who.email)).toHaveLength(2));
  });

  it('is none with the cookie of before passwords were part of it, which is replaced; but any after a new password', async () => {
    const who = await addPerson(t, 'viewer');
    const [desk, phone] = [await signInAs(t, who), openBrowser(t)];
    const name = `__Secure-wayside-known-${who.id}`;
    const earlier = createHmac('sha256', t.server.keys.secret.derive('known browsers'))
      .update(who.id)
      .digest('base64url');
    phone.jar.set(name, earlier);
    await phone.signIn(who.email);
    expect(phone.jar.get(name)).toBe(desk.browser.jar.get(name));
    const change = { currentPassword: TEST_PASSWORD, newPassword: 'Newly-chosen-2' };
    await desk.call('POST', '/api/auth/change-password', { payload: change });
    phone.jar.set(name, earlier);
    await phone.signIn(who.email, 'Newly-chosen-2');
    await vi.waitFor(() => expect(noticesTo(who.email)).toHaveLength(1));
  });

  it('names no browser that only its own words name', async () => {
    const { email } = await addPerson(t, 'viewer');
    await openBrowser(t).signIn(email);
    const headers = { 'user-agent': 'https://wayside-help.example/undo' };
    const body = { email, password: 'Wayside-test-1' };
    await openBrowser(t).post('/api/auth/login', body, headers);
    await vi.waitFor(() => expect(noticesTo(email)).toHaveLength(1));
    expect(noticesTo(email)[0]?.text).not.toContain('undo');
  });

  it('keeps at most twenty accounts in the cookies of one desk', async () => {
    const desk = openBrowser(t);
    for (let n = 0; n < 22; n++) await desk.signIn((await addPerson(t, 'viewer')).email);
    expect([...desk.jar.keys()].filter(name => name.includes('-known-'))).toHaveLength(20);
  });

  it('is not silenced by the cookie of somebody else, nor by one that was made up', async () => {
    const [one, two] = [await addPerson(t, 'viewer'), await addPerson(t, 'viewer')];
    for (const { email } of [one, two]) await openBrowser(t).signIn(email);
    const thief = openBrowser(t);
    await thief.signIn(one.email);
    const mine = `__Secure-wayside-known-${one.id}`;
    thief.jar.set(`__Secure-wayside-known-${two.id}`, thief.jar.get(mine) ?? '');
    expect(thief.jar.get(mine)).toMatch(/^[\w-]{43}$/);
    await thief.signIn(two.email);
    await vi.waitFor(() => expect(noticesTo(two.email)).toHaveLength(1));
  });
});
