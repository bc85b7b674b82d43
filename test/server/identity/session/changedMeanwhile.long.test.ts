/** An account that changes between the moment its password was found right and the moment its session opens. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hashToken, newToken } from '../../../../server/identity/session/tokens.ts';
import { makeTicket } from '../../../../server/identity/oauth/tickets.ts';
import { sessions, users } from '../../../../server/db/schema.ts';
import {
  addPerson,
  newcomer,
  openBrowser,
  outcomeOf,
  type SignedIn,
} from '../../../support/server/people.ts';
import { startTestServer, TEST_PASSWORD, type TestServer } from '../../../support/server/server.ts';
import { appWith } from '../secondFactor/authenticator.ts';

const NEW_PASSWORD = 'Newly-chosen-2';
let t: TestServer;
let owner: SignedIn;
let who: SignedIn;
beforeAll(async () => {
  t = await startTestServer();
  owner = await newcomer(t, 'owner');
});
beforeEach(async () => {
  who = await newcomer(t, 'manager');
});
afterAll(() => t.close());

/** Signs in with the password of before, and does `meanwhile` once that was found right. */
async function signInDuring({ email }: { email: string }, meanwhile: () => Promise<unknown>) {
  const { passwords } = t.server;
  const verify = passwords.verify.bind(passwords);
  passwords.verify = async (stored, entered) => {
    passwords.verify = verify;
    const isRight = await verify(stored, entered);
    await meanwhile();
    return isRight;
  };
  return openBrowser(t).signIn(email, TEST_PASSWORD);
}
const openOf = async (id: string) =>
  (await t.db.select().from(sessions).where(eq(sessions.user_id, id))).filter(
    ({ revoked_at }) => revoked_at === null,
  );

describe('a sign-in that is under way', () => {
  it('opens nothing once a link has set another password', async () => {
    const person = await addPerson(t, 'manager');
    await openBrowser(t).post('/api/auth/reset-link', { email: person.email });
    const letter = t.emails.findLast(({ to }) => to === person.email)?.text ?? '';
    const token = /#reset=([\w-]{43})\s/.exec(letter)?.[1];
    const answer = await signInDuring(person, async () => {
      const done = await openBrowser(t).post('/api/auth/reset', { token, newPassword: NEW_PASSWORD });
      expect(outcomeOf(done)).toEqual([200]);
    });
    expect(outcomeOf(answer)).toEqual([401, 'INVALID_CREDENTIALS']);
    expect(await openOf(person.id)).toEqual([]);
  });
  it('opens nothing once the password was changed elsewhere', async () => {
    const answer = await signInDuring(who, () =>
      who.call('POST', '/api/auth/change-password', {
        payload: { currentPassword: TEST_PASSWORD, newPassword: NEW_PASSWORD },
      }),
    );
    expect(outcomeOf(answer)).toEqual([401, 'INVALID_CREDENTIALS']);
    expect(await openOf(who.id)).toHaveLength(1);
  });
  it.each(['suspend', 'sign-out'])('opens nothing after %s', async act => {
    const answer = await signInDuring(who, () => owner.call('POST', `/api/users/${who.id}/${act}`));
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    expect(await openOf(who.id)).toEqual([]);
  });
  it('is asked for the code of a second factor that was set up meanwhile', async () => {
    const answer = await signInDuring(who, async () => {
      const begun = await who.call('POST', '/api/auth/begin-second-factor');
      const code = appWith(t, begun.json<{ secret: string }>().secret).code();
      const confirmed = await who.call('POST', '/api/auth/confirm-second-factor', { payload: { code } });
      expect(outcomeOf(confirmed)).toEqual([200]);
    });
    expect(Object.keys(answer.json<object>())).toContain('ticket');
  });
});

describe('ending all sessions', () => {
  it('ends the code of a sign-in with a provider that nobody has exchanged yet', async () => {
    const exchange = async () => {
      const cookie = newToken();
      const made_at = t.server.clock.now();
      const contents = { kind: 'code', user_id: who.id, made_at } as const;
      const code = await makeTicket(t.server, contents, hashToken(cookie));
      return () =>
        t.app.inject({
          ...{ method: 'POST', url: '/api/auth/oauth/exchange', payload: { code } },
          headers: { cookie: `wayside-oauth=${cookie}; __Secure-wayside-oauth=${cookie}` },
        });
    };
    const [first, second] = [await exchange(), await exchange()];
    expect(outcomeOf(await first())).toEqual([200]);
    await new Promise(done => setTimeout(done, 5));
    await owner.call('POST', `/api/users/${who.id}/sign-out`);
    expect(outcomeOf(await second())).toEqual([400, 'VALIDATION']);
  });
  it('ends a ticket that waits for its code', async () => {
    const begun = await who.call('POST', '/api/auth/begin-second-factor');
    const app = appWith(t, begun.json<{ secret: string }>().secret);
    await who.call('POST', '/api/auth/confirm-second-factor', { payload: { code: app.code() } });
    const { ticket } = (await openBrowser(t).signIn(who.email, TEST_PASSWORD)).json<{ ticket: string }>();
    expect(ticket).toBeTruthy();
    await owner.call('POST', `/api/users/${who.id}/sign-out`);
    const [row] = await t.db.select().from(users).where(eq(users.id, who.id));
    expect(row?.sign_in_ticket).toBeNull();
  });
});

it('whoever ends one session of his ends a change of his address that waits', async () => {
  const other = openBrowser(t);
  await other.signIn(who.email, TEST_PASSWORD);
  await who.call('POST', '/api/auth/change-email', {
    payload: { email: `moved-${who.email}`, password: TEST_PASSWORD },
  });
  const { items } = (await who.call('GET', '/api/sessions')).json<{
    items: { id: string; is_current: boolean }[];
  }>();
  const strange = items.find(({ is_current }) => !is_current)!;
  expect((await who.call('DELETE', `/api/sessions/${strange.id}`)).statusCode).toBeLessThan(300);
  const [row] = await t.db.select().from(users).where(eq(users.id, who.id));
  expect(row?.email_change).toBeNull();
});
