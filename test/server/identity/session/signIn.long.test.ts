import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manualClock } from '../../../support/clock.ts';
import {
  addPerson,
  freshAddress,
  freshEmail,
  openBrowser,
  outcomeOf,
} from '../../../support/server/people.ts';
import { startTestServer, TEST_PASSWORD, type TestServer } from '../../../support/server/server.ts';
import { users } from '../../../../server/db/schema.ts';
import { USER_STATES } from '../../../../shared/contract/identity/auth.ts';

const MINUTE_MS = 60_000;
const clock = manualClock();
let t: TestServer;
beforeAll(async () => {
  t = await startTestServer({ clock });
});
afterAll(() => t.close());

const WRONG = 'Wrong-password-1';
const INVALID = [401, 'INVALID_CREDENTIALS'];

/** What an attempt costs and how it ends. */
async function attempt(email: string, password: string, address?: string) {
  const [checks, queries] = [t.server.passwords.checks(), t.server.queries()];
  const { signIn } = openBrowser(t, address === undefined ? {} : { address });
  const answer = await signIn(email, password);
  return {
    outcome: outcomeOf(answer),
    body: answer.json<unknown>(),
    cookies: answer.cookies.length,
    checks: t.server.passwords.checks() - checks,
    queries: t.server.queries() - queries,
  };
}

async function lockedOne() {
  const person = await addPerson(t, 'manager');
  const address = freshAddress();
  for (let n = 0; n < 10; n++) await attempt(person.email, WRONG, address);
  return { ...person, address };
}

describe('an attempt that fails', () => {
  it('costs one argon2 check and as many queries, whoever was asked for and however it ends', async () => {
    const state = async (status: (typeof USER_STATES)[number]) =>
      (await addPerson(t, 'viewer', { status })).email;
    const known = (await addPerson(t, 'viewer')).email;
    const gone = (await addPerson(t, 'viewer', { deleted_at: new Date(clock.now()) })).email;
    const nameless = (await addPerson(t, 'viewer', { password_hash: null })).email;
    const attempts = [
      await attempt(freshEmail('nobody'), WRONG),
      await attempt(known, WRONG),
      await attempt(gone, TEST_PASSWORD),
      await attempt(nameless, TEST_PASSWORD),
      await attempt(await state('suspended'), TEST_PASSWORD),
      await attempt(await state('suspended'), WRONG),
      await attempt(await state('pending_approval'), TEST_PASSWORD),
      await attempt(await state('rejected'), WRONG),
    ];
    expect(new Set(attempts.map(({ checks }) => checks))).toEqual(new Set([1]));
    expect(new Set(attempts.map(({ queries }) => queries)).size).toBe(1);
    expect(attempts.map(({ cookies }) => cookies)).toEqual(attempts.map(() => 0));
  });

  it('is checked no more after ten, whether there is an account or not', async () => {
    const locked = await lockedOne();
    const nobody = { email: freshEmail('nobody'), address: freshAddress() };
    for (let n = 0; n < 10; n++) await attempt(nobody.email, WRONG, nobody.address);
    const first = await attempt(nobody.email, WRONG, nobody.address);
    expect(first).toMatchObject({ outcome: INVALID, checks: 0 });
    for (const password of [WRONG, TEST_PASSWORD])
      expect(await attempt(locked.email, password, locked.address)).toEqual(first);
  });

  it('reads alike for an unknown address, a wrong password, a locked and a deleted account', async () => {
    const known = (await addPerson(t, 'viewer')).email;
    const gone = (await addPerson(t, 'viewer', { deleted_at: new Date(clock.now()) })).email;
    const locked = await lockedOne();
    const first = await attempt(freshEmail('nobody'), WRONG);
    expect(first.outcome).toEqual(INVALID);
    for (const other of [await attempt(known, WRONG), await attempt(gone, TEST_PASSWORD)])
      expect(other).toEqual(first);
    const { outcome, body } = await attempt(locked.email, TEST_PASSWORD, locked.address);
    expect([outcome, body]).toEqual([first.outcome, first.body]);
  });

  it.each(USER_STATES.filter(state => state !== 'active'))(
    'of a %s account says so to a right password alone',
    async status => {
      const { email } = await addPerson(t, 'manager', { status });
      const expected = status === 'pending_approval' ? 'PENDING_APPROVAL' : 'USER_INVALID';
      expect((await attempt(email, TEST_PASSWORD)).outcome).toEqual([403, expected]);
      expect((await attempt(email, WRONG)).outcome).toEqual(INVALID);
    },
  );

  it('leaves no trace of a sign-in', async () => {
    const { id, email } = await addPerson(t, 'manager');
    await attempt(email, WRONG);
    const [row] = await t.db.select().from(users).where(eq(users.id, id));
    expect(row?.last_login_at).toBeNull();
  });
});

describe('ten failures', () => {
  it('lock the account for the network they came from, and for no other', async () => {
    const locked = await lockedOne();
    expect((await attempt(locked.email, TEST_PASSWORD, locked.address)).outcome).toEqual(INVALID);
    const neighbour = locked.address.replace(/\d+$/, '99');
    expect((await attempt(locked.email, TEST_PASSWORD, neighbour)).outcome).toEqual(INVALID);
    expect((await attempt(locked.email, TEST_PASSWORD)).outcome).toEqual([200]);
  });

  it('lock no other account of that network', async () => {
    const locked = await lockedOne();
    const colleague = await addPerson(t, 'manager');
    expect((await attempt(colleague.email, TEST_PASSWORD, locked.address)).outcome).toEqual([200]);
  });

  it('lock for 15 minutes from the tenth, whenever it was', async () => {
    const quarter = 15 * MINUTE_MS;
    clock.jump(quarter - (clock.now() % quarter) + 14 * MINUTE_MS);
    const locked = await lockedOne();
    clock.jump(14 * MINUTE_MS);
    expect((await attempt(locked.email, TEST_PASSWORD, locked.address)).outcome).toEqual(INVALID);
    clock.jump(MINUTE_MS + 1_000);
    expect((await attempt(locked.email, TEST_PASSWORD, locked.address)).outcome).toEqual([200]);
  });

  it('count in any writing of the address, and at once where they come at once', async () => {
    const person = await addPerson(t, 'manager');
    const address = freshAddress();
    const forms = [person.email, person.email.toUpperCase(), ` ${person.email} `];
    await Promise.all(
      Array.from({ length: 12 }, (_, n) => attempt(forms[n % forms.length] ?? '', WRONG, address)),
    );
    expect((await attempt(person.email, TEST_PASSWORD, address)).outcome).toEqual(INVALID);
  });

  it('are not reached by right passwords', async () => {
    const person = await addPerson(t, 'manager');
    const address = freshAddress();
    for (let n = 0; n < 12; n++)
      expect((await attempt(person.email, TEST_PASSWORD, address)).outcome).toEqual([200]);
  });
});

describe('one network', () => {
  it('makes 20 sign-ins a minute and is then told how long to wait', async () => {
    clock.jump(MINUTE_MS - (clock.now() % MINUTE_MS));
    const address = freshAddress();
    const { signIn } = openBrowser(t, { address });
    const outcomes = [];
    for (let n = 0; n < 20; n++) outcomes.push(outcomeOf(await signIn(freshEmail(), WRONG)));
    expect(outcomes).toEqual(outcomes.map(() => INVALID));
    const late = await signIn(freshEmail(), WRONG);
    expect(outcomeOf(late)).toEqual([429, 'RATE_LIMITED']);
    expect(late.headers['retry-after']).toBe('60');
    clock.jump(MINUTE_MS);
    expect(outcomeOf(await signIn(freshEmail(), WRONG))).toEqual(INVALID);
  });
});

describe('another site', () => {
  const ORIGINS = ['https://evil.example', 'null', 'http://sub.localhost', 'http://localhost.evil.example'];

  it.each(ORIGINS)('%s is told by no answer that it may read it', async origin => {
    const { email } = await addPerson(t, 'viewer');
    const { post } = openBrowser(t);
    const answers = [
      await post('/api/auth/login', { email, password: TEST_PASSWORD }, { origin }),
      await post('/api/auth/refresh', { refresh_token: 'x' }, { origin }),
      await t.app.inject({ url: '/api/auth/tenants', headers: { origin } }),
      await t.app.inject({
        method: 'OPTIONS',
        url: '/api/auth/refresh',
        headers: { origin, 'access-control-request-method': 'POST' },
      }),
    ];
    for (const { headers } of answers)
      expect(Object.keys(headers).filter(name => name.startsWith('access-control-'))).toEqual([]);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'reaches no call with a form of %s',
    async type => {
      const answer = await t.app.inject({
        method: 'POST',
        url: '/api/auth/refresh',
        headers: { 'content-type': type, origin: 'https://evil.example' },
        payload: '{"refresh_token":"x"}',
      });
      expect(outcomeOf(answer)).toEqual([415, 'TYPE_REFUSED']);
    },
  );

  it.each(['login', 'refresh', 'logout', 'reauth', 'register', 'reset'])(
    'changes nothing by a link to /api/auth/%s',
    async word => {
      expect((await t.app.inject({ url: `/api/auth/${word}` })).statusCode).toBe(404);
    },
  );
});
