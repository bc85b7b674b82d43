import { decodeJwt, decodeProtectedHeader } from 'jose';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manualClock } from '../../../support/clock.ts';
import {
  addPerson,
  eventsOf,
  newcomer,
  outcomeOf,
  signInAs,
  tokensOf,
  type Person,
  type SignedIn,
} from '../../../support/server/people.ts';
import { isAtLength } from '../../../support/dailyShare.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Ten lives, at length fifty, of up to a dozen refreshes, on a machine that has other things to do. */
const SCHEDULES_MS = 120_000;
const clock = manualClock();
let t: TestServer;
beforeAll(async () => {
  t = await startTestServer({ clock });
});
afterAll(() => t.close());

const me = (token: string) =>
  t.app.inject({ url: '/api/auth/me', headers: { authorization: `Bearer ${token}` } });
const REVOKED = [401, 'SESSION_REVOKED'];
/** Each takes its turn: the tokens that come of it. */
async function renew({ browser }: SignedIn, refresh_token: string) {
  const answer = await browser.refresh(refresh_token);
  expect(outcomeOf(answer)).toEqual([200]);
  return tokensOf(answer);
}

describe('a refresh', () => {
  it('REFRESH-08 REFRESH-11 REFRESH-12 answers {tokens: {access_token, refresh_token}}, both new and good', async () => {
    const who = await newcomer(t, 'viewer');
    const answer = await who.browser.refresh(who.tokens.refresh_token);
    const body = answer.json<Record<string, Record<string, string>>>();
    expect(Object.keys(body)).toEqual(['tokens']);
    expect(Object.keys(body['tokens'] ?? {}).sort()).toEqual(['access_token', 'refresh_token']);
    const next = tokensOf(answer);
    expect(next.refresh_token).not.toBe(who.tokens.refresh_token);
    expect((await me(next.access_token)).statusCode).toBe(200);
    await renew(who, next.refresh_token);
    expect(outcomeOf(await who.browser.refresh(who.tokens.refresh_token))).toEqual(REVOKED);
  });

  it('takes each token once, through a long chain, and leaves the session what it is', async () => {
    const who = await newcomer(t, 'viewer');
    let token = who.tokens.refresh_token;
    const seen = new Set([token]);
    for (let n = 0; n < 12; n++) {
      const next = await renew(who, token);
      expect(decodeJwt(next.access_token)['sid']).toBe(decodeJwt(who.tokens.access_token)['sid']);
      seen.add((token = next.refresh_token));
    }
    expect(seen.size).toBe(13);
  });

  it.each(['', 'x'.repeat(43), "' or 1=1 --", '\u0000'])('of %j is refused', async token => {
    const who = await newcomer(t, 'viewer');
    expect(outcomeOf(await who.browser.refresh(token))).toEqual(REVOKED);
    expect((await me(who.tokens.access_token)).statusCode).toBe(200);
  });
});

describe('an answer that was lost', () => {
  it('OPEN-SERVER-03 leaves the predecessor good while its successor is unused, and no longer', async () => {
    const who = await newcomer(t, 'viewer');
    const first = who.tokens.refresh_token;
    for (let n = 0; n < 3; n++) await renew(who, first);
    const kept = await renew(who, first);
    await renew(who, kept.refresh_token);
    expect(outcomeOf(await who.browser.refresh(first))).toEqual(REVOKED);
    expect(outcomeOf(await me(kept.access_token))).toEqual(REVOKED);
  });

  it('held a token that is worth nothing once the family has gone on without it', async () => {
    const who = await newcomer(t, 'viewer');
    const lost = await renew(who, who.tokens.refresh_token);
    const kept = await renew(who, who.tokens.refresh_token);
    await renew(who, kept.refresh_token);
    expect(outcomeOf(await who.browser.refresh(lost.refresh_token))).toEqual(REVOKED);
    expect(outcomeOf(await me(kept.access_token))).toEqual(REVOKED);
  });

  it('does not spoil the next one where its request came late, after the one that was sent again', async () => {
    const who = await newcomer(t, 'viewer');
    const kept = await renew(who, who.tokens.refresh_token);
    await renew(who, who.tokens.refresh_token);
    await renew(who, kept.refresh_token);
  });
});

describe('a spent token that comes again', () => {
  it('ends the family where two answers to one request are used at once', async () => {
    const who = await newcomer(t, 'viewer');
    const one = await renew(who, who.tokens.refresh_token);
    const two = await renew(who, who.tokens.refresh_token);
    const both = [one, two].map(({ refresh_token }) => who.browser.refresh(refresh_token));
    const statuses = (await Promise.all(both)).map(answer => answer.statusCode);
    expect(statuses.sort()).toEqual([200, 401]);
    expect(outcomeOf(await me(one.access_token))).toEqual(REVOKED);
  });

  it('OPEN-SERVER-03 S5 ends its family at once, access token and all, and is written down', async () => {
    const admin = await newcomer(t, 'admin');
    const who = await newcomer(t, 'viewer');
    const other = await signInAs(t, who);
    const second = await renew(who, who.tokens.refresh_token);
    const third = await renew(who, second.refresh_token);
    expect((await me(third.access_token)).statusCode).toBe(200);

    expect(outcomeOf(await who.browser.refresh(who.tokens.refresh_token))).toEqual(REVOKED);
    expect(outcomeOf(await me(third.access_token))).toEqual(REVOKED);
    expect(outcomeOf(await who.browser.refresh(third.refresh_token))).toEqual(REVOKED);
    expect((await me(other.tokens.access_token)).statusCode).toBe(200);

    const session = decodeJwt(third.access_token)['sid'];
    const events = await eventsOf(admin, `action=sessions.reuse&target_id=${String(session)}`);
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({ actor_id: null, detail: { diff: { user_id: { after: who.id } } } });
  });

  it('ends it also without the cookie: whoever holds it stole it', async () => {
    const who = await newcomer(t, 'viewer');
    const second = await renew(who, who.tokens.refresh_token);
    const third = await renew(who, second.refresh_token);
    who.browser.jar.clear();
    expect(outcomeOf(await who.browser.refresh(who.tokens.refresh_token))).toEqual(REVOKED);
    expect(outcomeOf(await me(third.access_token))).toEqual(REVOKED);
  });
});

describe('time', () => {
  it('OPEN-SERVER-03 ends an access token after 15 minutes and a session 30 days after its sign-in', async () => {
    const who = await newcomer(t, 'viewer');
    const { exp = 0, iat = 0 } = decodeJwt(who.tokens.access_token);
    expect(exp - iat).toBe(15 * 60);
    expect(decodeProtectedHeader(who.tokens.access_token).alg).toBe('ES256');
    clock.jump(15 * MINUTE_MS);
    expect((await me(who.tokens.access_token)).statusCode).toBe(200);
    clock.jump(6_000);
    expect(outcomeOf(await me(who.tokens.access_token))).toEqual([401, 'TOKEN_EXPIRED']);

    clock.jump(30 * DAY_MS - 16 * MINUTE_MS);
    const late = await renew(who, who.tokens.refresh_token);
    expect((await me(late.access_token)).statusCode).toBe(200);
    clock.jump(MINUTE_MS);
    expect(outcomeOf(await who.browser.refresh(late.refresh_token))).toEqual(REVOKED);
    expect(outcomeOf(await me(late.access_token))).toEqual(REVOKED);
  });

  it('is the server’s alone: a client whose clock is years off is neither helped nor harmed', async () => {
    const who = await newcomer(t, 'viewer');
    const dated = (date: string) => ({ date, authorization: `Bearer ${who.tokens.access_token}` });
    for (const date of ['Thu, 01 Jan 1970 00:00:00 GMT', 'Fri, 01 Jan 2100 00:00:00 GMT'])
      expect((await t.app.inject({ url: '/api/auth/me', headers: dated(date) })).statusCode).toBe(200);
    expect(decodeJwt(who.tokens.access_token).iat).toBe(Math.floor(clock.now() / 1000));
    clock.jump(16 * MINUTE_MS);
    const answer = await t.app.inject({
      url: '/api/auth/me',
      headers: dated('Thu, 01 Jan 1970 00:00:00 GMT'),
    });
    expect(outcomeOf(answer)).toEqual([401, 'TOKEN_EXPIRED']);
  });
});

type Step = 'refresh' | 'lost' | 'crash' | 'twice, first kept' | 'twice, second kept';
const steps = fc.array(
  fc.constantFrom<Step>('refresh', 'lost', 'crash', 'twice, first kept', 'twice, second kept'),
  { minLength: 4, maxLength: 12 },
);

/** A client that keeps a token before it uses it, as ours does: a crash takes back at most one it has not used. */
async function live(who: SignedIn, schedule: readonly Step[]): Promise<void> {
  let token = who.tokens.refresh_token;
  let before: string | null = null;
  for (const step of schedule) {
    if (step === 'crash') {
      token = before ?? token;
      before = null;
    } else if (step === 'lost') {
      await renew(who, token);
      before = null;
    } else {
      const copies = step === 'refresh' ? 1 : 2;
      const answers = await Promise.all(Array.from({ length: copies }, () => renew(who, token)));
      const kept = answers[step === 'twice, second kept' ? 1 : 0];
      before = token;
      token = kept?.refresh_token ?? '';
      expect((await me(kept?.access_token ?? '')).statusCode).toBe(200);
    }
  }
}

describe('an honest client', () => {
  it(
    'S5 is never signed out by lost answers, crashes and doubled requests, in random schedules',
    async () => {
      const person: Person = await addPerson(t, 'viewer');
      await fc.assert(
        fc.asyncProperty(steps, async schedule => {
          clock.jump(MINUTE_MS);
          await live(await signInAs(t, person), schedule);
        }),
        { numRuns: isAtLength ? 50 : 10 },
      );
    },
    SCHEDULES_MS,
  );
});
