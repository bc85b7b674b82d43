import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { passkeys, tenants, users } from '../../../../server/db/schema.ts';
import {
  addPerson,
  eventsOf,
  newcomer,
  openBrowser,
  outcomeOf,
  signInAs,
} from '../../../support/server/people.ts';
import type { TestServer } from '../../../support/server/server.ts';
import { enterCode, ticketFor, withSecondFactor } from '../secondFactor/authenticator.ts';
import { challengeFor, PASSKEYS, signInBy, withPasskey, type Faults } from './people.ts';
import { clock, MINUTE_MS, startPasskeyServer, WRONG } from './server.ts';
import { ORIGIN, softwareKey } from './softwareKey.ts';

let t: TestServer;
beforeAll(async () => {
  t = await startPasskeyServer();
});
afterAll(() => t.close());

const person = async () => {
  const who = await newcomer(t, 'manager');
  return { ...who, ...(await withPasskey(who)) };
};

describe('a sign-in with a passkey', () => {
  it('needs no password, sets the cookie of the session, and stands in the audit log', async () => {
    const who = await person();
    const browser = openBrowser(t);
    const answer = await signInBy(t, who.key, {}, browser);
    expect(answer.json()).toMatchObject({
      user: { id: who.id },
      tokens: { access_token: expect.any(String) as string },
    });
    expect(browser.bindings()).toHaveLength(1);
    const events = await eventsOf(await newcomer(t, 'admin'), `q=${who.email}`);
    expect(events.map(({ action }) => action)).toContain('auth.login');
    const [row] = await t.db.select().from(passkeys).where(eq(passkeys.credential_id, who.key.id));
    expect(row?.last_used_at).toEqual(new Date(clock.now()));
  });

  it('needs no code either, and ends a ticket that waits for one', async () => {
    const who = await person();
    const app = await withSecondFactor(t, who);
    const browser = openBrowser(t);
    const ticket = await ticketFor(t, who.email, browser);
    expect((await signInBy(t, who.key, {}, browser)).json()).toHaveProperty('tokens');
    clock.jump(MINUTE_MS);
    expect(outcomeOf(await enterCode(t, ticket, app.code()))).toEqual([400, 'VALIDATION']);
  });

  it.each<[string, Faults]>([
    ['of another origin', { origin: 'https://signage.example.evil.example' }],
    ['of another port', { origin: `${ORIGIN}:8443` }],
    ['of another site', { rpId: 'evil.example' }],
    ['whose person was not verified', { unverified: true }],
  ])('%s is refused', async (_what, faults) => {
    const who = await person();
    expect(outcomeOf(await signInBy(t, who.key, faults))).toEqual(WRONG);
    expect(outcomeOf(await signInBy(t, who.key))).toEqual([200]);
  });

  it('takes the host of the configuration for its site, whatever host the request names', async () => {
    const who = await person();
    const browser = openBrowser(t, { host: 'evil.example' });
    const begun = await browser.post(`${PASSKEYS}/begin-sign-in`, {});
    expect(begun.json()).toMatchObject({ rp_id: 'signage.example' });
    const faults = { origin: 'https://evil.example', rpId: 'evil.example' };
    expect(outcomeOf(await signInBy(t, who.key, faults, browser))).toEqual(WRONG);
  });

  it('takes each answer once, with the cookie of its browser, and within five minutes', async () => {
    const who = await person();
    const browser = openBrowser(t);
    const passkey = who.key.answer(await challengeFor(browser));
    const send = async (from = browser) => outcomeOf(await from.post(`${PASSKEYS}/sign-in`, { passkey }));
    const thief = openBrowser(t);
    await challengeFor(thief);
    expect(await send(thief)).toEqual(WRONG);
    const cookies = new Map(browser.jar);
    expect(await send()).toEqual([200]);
    for (const [name, value] of cookies) browser.jar.set(name, value);
    expect(await send()).toEqual(WRONG);
    const late = who.key.answer(await challengeFor(browser));
    clock.jump(5 * MINUTE_MS);
    expect(outcomeOf(await browser.post(`${PASSKEYS}/sign-in`, { passkey: late }))).toEqual(WRONG);
  });

  it('takes an answer once where it comes twice at the same time', async () => {
    const who = await person();
    const browser = openBrowser(t);
    const passkey = who.key.answer(await challengeFor(browser));
    const answers = await Promise.all([1, 2].map(() => browser.post(`${PASSKEYS}/sign-in`, { passkey })));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400]);
  });

  it('takes a challenge only for what it was made', async () => {
    const who = await person();
    for (const begin of ['begin', 'begin-confirmation']) {
      const browser = openBrowser(t);
      await challengeFor(browser);
      const { challenge } = (await who.call('POST', `${PASSKEYS}/${begin}`)).json<{ challenge: string }>();
      const passkey = who.key.answer(challenge);
      expect(outcomeOf(await browser.post(`${PASSKEYS}/sign-in`, { passkey }))).toEqual(WRONG);
    }
  });

  it('answers alike for a passkey that is unknown, removed, of another key or of another person', async () => {
    const [who, other] = [await person(), await person()];
    await other.call('DELETE', `${PASSKEYS}/${other.passkey.id}`);
    const bodies: object[] = [];
    const ask = async (key: ReturnType<typeof softwareKey>) => {
      const answer = await signInBy(t, key);
      expect(outcomeOf(answer)).toEqual(WRONG);
      bodies.push({ ...answer.json<object>(), request_id: null });
    };
    await ask(softwareKey(who.id));
    await ask(other.key);
    const forged = softwareKey(who.id);
    await ask({ ...forged, answer: (...all) => ({ ...forged.answer(...all), id: who.key.id }) });
    const handle = Buffer.from(other.id).toString('base64url');
    await ask({ ...who.key, answer: (...all) => ({ ...who.key.answer(...all), user_handle: handle }) });
    expect(new Set(bodies.map(body => JSON.stringify(body))).size).toBe(1);
  });

  it('is refused, and stands in the audit log, where its authenticator has counted fewer uses than before', async () => {
    const who = await person();
    for (const counter of [7, 8]) expect(outcomeOf(await signInBy(t, who.key, { counter }))).toEqual([200]);
    for (const counter of [8, 5, 0])
      expect(outcomeOf(await signInBy(t, who.key, { counter }))).toEqual(WRONG);
    const events = await eventsOf(await newcomer(t, 'admin'), `q=${who.email}`);
    const copied = events.filter(({ action }) => action === 'auth.passkeys.copied');
    expect(copied).toHaveLength(3);
    expect(copied[1]?.detail?.diff).toEqual({ counter: { before: 8, after: 5 } });
    expect(outcomeOf(await signInBy(t, who.key, { counter: 9 }))).toEqual([200]);
  });

  it('may come from an authenticator that counts nothing', async () => {
    const who = await newcomer(t, 'manager');
    const { key } = await withPasskey(who, {}, softwareKey(who.id, { counts: false }));
    for (const _ of [1, 2]) expect(outcomeOf(await signInBy(t, key))).toEqual([200]);
  });

  it('lets nobody in who waits, is suspended, deleted or whose tenant was closed', async () => {
    const home = await t.addTenant('closing');
    const closing = await signInAs(t, await addPerson(t, 'manager', { tenant_id: home }));
    const { key } = await withPasskey(closing);
    const [waits, suspended, deleted] = [await person(), await person(), await person()];
    const set = (id: string, row: Partial<typeof users.$inferInsert>) =>
      t.db.update(users).set(row).where(eq(users.id, id));
    await set(waits.id, { status: 'pending_approval' });
    await set(suspended.id, { status: 'suspended' });
    await set(deleted.id, { deleted_at: new Date(clock.now()) });
    await t.db.update(tenants).set({ status: 'archived' }).where(eq(tenants.id, home));
    expect(outcomeOf(await signInBy(t, waits.key))).toEqual([403, 'PENDING_APPROVAL']);
    for (const one of [suspended.key, deleted.key, key])
      expect(outcomeOf(await signInBy(t, one))).toEqual([403, 'USER_INVALID']);
  });

  it('from a browser that the account does not know is told to its owner', async () => {
    const who = await person();
    await signInBy(t, who.key);
    await vi.waitFor(() =>
      expect(
        t.emails.filter(({ to, text }) => to === who.email && /has not been used/.test(text)),
      ).toHaveLength(1),
    );
  });

  it('counts as a sign-in where sign-ins are limited', async () => {
    const who = await person();
    const browser = openBrowser(t);
    const outcomes: number[] = [];
    for (let n = 0; n < 22; n++)
      outcomes.push((await browser.post(`${PASSKEYS}/begin-sign-in`, {})).statusCode);
    expect(outcomes.filter(status => status === 429)).toHaveLength(2);
    expect(outcomeOf(await signInBy(t, who.key))).toEqual([200]);
  });
});
