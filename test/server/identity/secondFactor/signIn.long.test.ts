import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manualClock } from '../../../support/clock.ts';
import {
  addPerson,
  newcomer,
  openBrowser,
  outcomeOf,
  refreshed,
  signInAs,
} from '../../../support/server/people.ts';
import { enterCode, ticketFor, withSecondFactor } from './authenticator.ts';
import { startTestServer, TEST_PASSWORD, type TestServer } from '../../../support/server/server.ts';
import { sessions, tenants, users } from '../../../../server/db/schema.ts';

const MINUTE_MS = 60_000;
const STEP_MS = 30_000;
const clock = manualClock();
let t: TestServer;
beforeAll(async () => {
  t = await startTestServer({ clock });
});
afterAll(() => t.close());

const WRONG = [400, 'WRONG_CODE'];
const REFUSED = [400, 'VALIDATION'];
const LOCKED = [429, 'RATE_LIMITED'];

/** With an authenticator app, half a minute after it was set up. */
async function person() {
  const who = await newcomer(t, 'manager');
  const app = await withSecondFactor(t, who);
  clock.jump(STEP_MS);
  return { ...who, app };
}
type Person = Awaited<ReturnType<typeof person>>;
const attempt = async (who: Person, code: string) =>
  outcomeOf(await enterCode(t, await ticketFor(t, who.email), code));

describe('a sign-in with a second factor', () => {
  it('needs password and code, and gets no token and no cookie by the password alone', async () => {
    const who = await person();
    const browser = openBrowser(t);
    const before = await t.db.$count(sessions, eq(sessions.user_id, who.id));
    const first = await browser.signIn(who.email);
    expect(Object.keys(first.json<object>()).sort()).toEqual(['expires_at', 'ticket']);
    expect(browser.jar.size).toBe(0);
    expect(await t.db.$count(sessions, eq(sessions.user_id, who.id))).toBe(before);
    const { ticket } = first.json<{ ticket: string }>();
    const second = await enterCode(t, ticket, who.app.code(), browser);
    expect(second.json()).toMatchObject({
      user: { id: who.id },
      tokens: { access_token: expect.any(String) as string },
    });
    expect(browser.bindings()).toHaveLength(1);
  });

  it('takes each code once, and none before it', async () => {
    const who = await person();
    const code = who.app.code();
    expect(await attempt(who, code)).toEqual([200]);
    expect(await attempt(who, code)).toEqual(WRONG);
    expect(await attempt(who, who.app.code(-1))).toEqual(WRONG);
    expect(await attempt(who, who.app.code(1))).toEqual([200]);
  });

  it('takes one code once where it comes twice at the same time', async () => {
    const who = await person();
    const ticket = await ticketFor(t, who.email);
    const code = who.app.code();
    const answers = await Promise.all([enterCode(t, ticket, code), enterCode(t, ticket, code)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400]);
  });

  it('takes each recovery code once, as it is read from paper', async () => {
    const who = await person();
    const [first = '', second = ''] = who.app.recovery;
    expect(await attempt(who, ` ${first.toUpperCase().replace('-', ' ')} `)).toEqual([200]);
    expect(await attempt(who, first)).toEqual(WRONG);
    expect(await attempt(who, second)).toEqual([200]);
    const left = await (await signInAgain(who)).call('GET', '/api/auth/second-factor');
    expect(left.json()).toMatchObject({ recovery_codes_left: 8 });
  });

  it('takes no recovery code of somebody else', async () => {
    const [one, other] = [await person(), await person()];
    expect(await attempt(one, other.app.recovery[0] ?? '')).toEqual(WRONG);
  });

  it('is not asked for a code that waits to be confirmed', async () => {
    const who = await newcomer(t, 'manager');
    await who.call('POST', '/api/auth/begin-second-factor');
    expect((await who.browser.signIn(who.email)).json()).toHaveProperty('tokens');
  });
});

/** The same person's first session, which has not ended. */
const signInAgain = (who: Person) => refreshed(t, who);

describe('five wrong codes', () => {
  it('lock the account for 15 minutes, wherever they come from, and for the right code, too', async () => {
    const who = await person();
    for (let n = 0; n < 5; n++) expect(await attempt(who, '000000')).toEqual(WRONG);
    const locked = await enterCode(t, await ticketFor(t, who.email), who.app.code());
    expect(outcomeOf(locked)).toEqual(LOCKED);
    expect(Number(locked.headers['retry-after'])).toBeGreaterThan(14 * 60);
    expect(await attempt(who, who.app.recovery[0] ?? '')).toEqual(LOCKED);
    const again = await signInAgain(who);
    const payload = { password: TEST_PASSWORD, code: who.app.code() };
    expect(outcomeOf(await again.call('POST', '/api/auth/reauth', { payload }))).toEqual(LOCKED);
    clock.jump(15 * MINUTE_MS + 1_000);
    expect(await attempt(who, who.app.code())).toEqual([200]);
  });

  it('count where they come at once, and not where the right one came between', async () => {
    const who = await person();
    const ticket = await ticketFor(t, who.email);
    const tries = Array.from({ length: 8 }, () => enterCode(t, ticket, '000000'));
    const outcomes = (await Promise.all(tries)).map(({ statusCode }) => statusCode);
    expect(outcomes.filter(status => status === 400)).toHaveLength(5);

    const other = await person();
    for (let n = 0; n < 4; n++) await attempt(other, '000000');
    expect(await attempt(other, other.app.code())).toEqual([200]);
    for (let n = 0; n < 4; n++) expect(await attempt(other, '000000')).toEqual(WRONG);
  });
});

describe('a ticket', () => {
  it('makes one session', async () => {
    const who = await person();
    const ticket = await ticketFor(t, who.email);
    expect(outcomeOf(await enterCode(t, ticket, '000000'))).toEqual(WRONG);
    expect(outcomeOf(await enterCode(t, ticket, who.app.code()))).toEqual([200]);
    expect(outcomeOf(await enterCode(t, ticket, who.app.code(1)))).toEqual(REFUSED);
  });

  it('lasts five minutes', async () => {
    const who = await person();
    const early = await ticketFor(t, who.email);
    clock.jump(5 * MINUTE_MS - 1);
    expect(outcomeOf(await enterCode(t, early, who.app.code()))).toEqual([200]);
    const late = await ticketFor(t, who.email);
    clock.jump(5 * MINUTE_MS);
    const answer = await enterCode(t, late, who.app.code());
    expect(outcomeOf(answer)).toEqual(REFUSED);
    expect(answer.json()).toMatchObject({ details: { ticket: [expect.any(String)] } });
  });

  it('ends with a later one, with a new password, and is good for nobody else', async () => {
    const who = await person();
    const first = await ticketFor(t, who.email);
    const second = await ticketFor(t, who.email);
    expect(outcomeOf(await enterCode(t, first, who.app.code()))).toEqual(REFUSED);
    const other = await person();
    const forged = `${other.id}.${second.split('.')[1] ?? ''}`;
    expect(outcomeOf(await enterCode(t, forged, other.app.code()))).toEqual(REFUSED);
    const payload = {
      ...{ currentPassword: TEST_PASSWORD, newPassword: 'Newly-chosen-2', code: who.app.recovery[0] },
    };
    expect(outcomeOf(await who.call('POST', '/api/auth/change-password', { payload }))).toEqual([200]);
    expect(outcomeOf(await enterCode(t, second, who.app.code()))).toEqual(REFUSED);
  });

  it.each(['', 'x', `${'-'.repeat(36)}.${'a'.repeat(43)}`])('made up as %j is refused', async ticket => {
    expect(outcomeOf(await enterCode(t, ticket, '000000'))).toEqual(REFUSED);
  });

  it('lets nobody in who was suspended, deleted or whose tenant was closed meanwhile', async () => {
    const home = await t.addTenant('closing');
    const closing = await signInAs(t, await addPerson(t, 'manager', { tenant_id: home }));
    const app = await withSecondFactor(t, closing);
    const [suspended, deleted] = [await person(), await person()];
    const people = [suspended, deleted, { ...closing, app }];
    clock.jump(STEP_MS);
    const tickets = await Promise.all(people.map(({ email }) => ticketFor(t, email)));
    await t.db.update(users).set({ status: 'suspended' }).where(eq(users.id, suspended.id));
    await t.db
      .update(users)
      .set({ deleted_at: new Date(clock.now()) })
      .where(eq(users.id, deleted.id));
    await t.db.update(tenants).set({ status: 'archived' }).where(eq(tenants.id, home));
    for (const [n, who] of people.entries())
      expect(outcomeOf(await enterCode(t, tickets[n] ?? '', who.app.code()))).toEqual([403, 'USER_INVALID']);
  });
});
