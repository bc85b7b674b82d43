import { eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manualClock } from '../../support/clock.ts';
import { nextAddress, startTestServer, TEST_PASSWORD, type TestServer } from '../../support/server/server.ts';
import { sessions, tenants, users } from '../../../server/db/schema.ts';
import { FIRST_ADMIN, resetAdmin } from '../../../server/identity/firstRun.ts';
import { hashPassword, oneTimePassword } from '../../../server/identity/passwords/passwords.ts';
import { newPassword } from '../../../shared/contract/identity/auth.ts';

const clock = manualClock(Date.UTC(2026, 0, 5, 8));
let t: TestServer;
beforeAll(async () => {
  t = await startTestServer({ clock });
});
afterAll(() => t.close());

const post = (url: string, payload: object, headers: Record<string, string> = {}) =>
  t.app.inject({ method: 'POST', url, payload, headers, remoteAddress: nextAddress() });
const login = (email: string, password: string) => post('/api/auth/login', { email, password });
const me = (token: string) =>
  t.app.inject({ url: '/api/auth/me', headers: { authorization: `Bearer ${token}` } });
const errorOf = (answer: { statusCode: number; json: () => unknown }) => [
  answer.statusCode,
  (answer.json() as { error: string }).error,
];
interface SignedIn {
  user: { email: string };
  tokens: { access_token: string; refresh_token: string };
}

describe('signing in', () => {
  it('API-04 AUTH-16 answers {user, tokens: {access_token, refresh_token}}', async () => {
    const driver = await t.signIn('device_owner');
    const answer = (await login(driver.email, TEST_PASSWORD)).json<SignedIn>();
    expect(Object.keys(answer).sort()).toEqual(['tokens', 'user']);
    expect(Object.keys(answer.tokens).sort()).toEqual(['access_token', 'refresh_token']);
    expect(answer.user.email).toBe(driver.email);
    expect(JSON.stringify(answer)).not.toContain('password_hash');
  });

  it('AUTH-05 names the tenants of the look-up to all whose pages depend on them, so that they start without it', async () => {
    for (const role of ['staff_admin', 'owner', 'manager', 'viewer'] as const) {
      const person = await t.signIn(role);
      const answer = (await login(person.email, TEST_PASSWORD)).json<SignedIn & { tenants: object[] }>();
      const { tenants } = (await me(answer.tokens.access_token)).json<{ tenants: object[] }>();
      expect(tenants).toMatchObject([{ id: t.tenant_id }]);
      expect(answer.tenants).toEqual(tenants);
    }
  });

  it('names no tenant to whoever still owes a second factor', async () => {
    const tenant_id = await t.addTenant('factor-due');
    const { email } = await t.signIn('manager', tenant_id);
    await t.db
      .update(tenants)
      .set({ require_second_factor_roles: ['manager'] })
      .where(eq(tenants.id, tenant_id));
    const answer = await login(email, TEST_PASSWORD);
    expect(answer.json()).toMatchObject({ second_factor_due: true });
    expect(answer.json()).not.toHaveProperty('tenants');
  });

  it('API-02 names the user to who has his token, and nobody without', async () => {
    const manager = await t.signIn('manager');
    const { tokens } = (await login(manager.email, TEST_PASSWORD)).json<SignedIn>();
    const known = await me(tokens.access_token);
    expect(known.statusCode).toBe(200);
    expect(known.json<SignedIn>().user.email).toBe(manager.email);
    expect(errorOf(await t.app.inject({ url: '/api/auth/me' }))).toEqual([401, 'AUTH_REQUIRED']);
    expect((await me('no token')).statusCode).toBe(401);
  });

  it('takes the address in any case and with spaces around it', async () => {
    const viewer = await t.signIn('viewer');
    expect((await login(`  ${viewer.email.toUpperCase()} `, TEST_PASSWORD)).statusCode).toBe(200);
  });

  it('OPEN-USER-02 answers each status, a wrong pair and an unknown address as settled', async () => {
    const pair = await t.signIn('viewer');
    const wrong = await login(pair.email, 'Wrong-password-1');
    const unknown = await login('nobody@test.example', TEST_PASSWORD);
    expect(errorOf(wrong)).toEqual([401, 'INVALID_CREDENTIALS']);
    expect(unknown.json()).toEqual(wrong.json());
    for (const [status, expected] of [
      ['pending_approval', 'PENDING_APPROVAL'],
      ['rejected', 'USER_INVALID'],
      ['suspended', 'USER_INVALID'],
      ['deactivated', 'USER_INVALID'],
    ] as const) {
      await t.db.update(users).set({ status }).where(eq(users.id, pair.id));
      expect(errorOf(await login(pair.email, TEST_PASSWORD))).toEqual([403, expected]);
      expect(errorOf(await login(pair.email, 'Wrong-password-1'))).toEqual([401, 'INVALID_CREDENTIALS']);
    }
  });

  it('OPEN-USER-02 takes as long for an unknown address as for a wrong password', async () => {
    const pair = await t.signIn('viewer');
    const password_hash = await hashPassword(TEST_PASSWORD);
    await t.db.update(users).set({ password_hash }).where(eq(users.id, pair.id));
    const took = async (email: string) => {
      const began = performance.now();
      await login(email, 'Wrong-password-1');
      return performance.now() - began;
    };
    const [unknown, wrong]: [number[], number[]] = [[], []];
    await took('nobody@test.example');
    // Fewer than the ten failures that lock.
    for (let n = 0; n < 9; n++) {
      unknown.push(await took('nobody@test.example'));
      wrong.push(await took(pair.email));
    }
    const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1] ?? NaN;
    const ratio = median(unknown) / median(wrong);
    expect(ratio).toBeGreaterThan(0.5);
    expect(ratio).toBeLessThan(2);
  });

  it('AUTH-17 refuses a pending account at sign-in, and a token of one that is pending again', async () => {
    const user = await t.signIn('viewer');
    expect((await me(user.token)).statusCode).toBe(200);
    await t.db.update(users).set({ status: 'pending_approval' }).where(eq(users.id, user.id));
    expect(errorOf(await login(user.email, TEST_PASSWORD))).toEqual([403, 'PENDING_APPROVAL']);
    expect(errorOf(await me(user.token))).toEqual([401, 'SESSION_REVOKED']);
    const renewed = await post('/api/auth/refresh', { refresh_token: user.tokens.refresh_token });
    expect(errorOf(renewed)).toEqual([401, 'SESSION_REVOKED']);
  });

  it('locks an account for 15 minutes after ten failures, for the network they came from, without saying so', async () => {
    await clock.advance(61_000);
    const user = await t.signIn('viewer');
    const from = (remoteAddress: string) => (password: string) =>
      t.app.inject({
        method: 'POST',
        url: '/api/auth/login',
        payload: { email: user.email, password },
        remoteAddress,
      });
    const here = from('192.0.2.7');
    for (let n = 0; n < 10; n++) await here('Wrong-password-1');
    expect(errorOf(await here(TEST_PASSWORD))).toEqual([401, 'INVALID_CREDENTIALS']);
    expect((await from('198.51.100.7')(TEST_PASSWORD)).statusCode).toBe(200);
    await clock.advance(15 * 60_000 + 1);
    expect((await here(TEST_PASSWORD)).statusCode).toBe(200);
  });

  it('names the fields of a bad payload and refuses unknown ones', async () => {
    const answer = await post('/api/auth/login', { email: 'abc', password: '', role: 'owner' });
    expect(answer.json()).toEqual({
      error: 'VALIDATION',
      message: 'Some fields are not valid.',
      details: {
        email: ['Please enter a valid email address'],
        password: ['Password is required'],
        role: ['Unknown field'],
      },
    });
  });
});

describe('tokens', () => {
  it('expire after 15 minutes with a code of their own', async () => {
    const user = await t.signIn('analyst');
    await clock.advance(14 * 60_000);
    expect((await me(user.token)).statusCode).toBe(200);
    await clock.advance(2 * 60_000);
    expect(errorOf(await me(user.token))).toEqual([401, 'TOKEN_EXPIRED']);
  });

  it('end with the session', async () => {
    const user = await t.signIn('analyst');
    expect((await post('/api/auth/logout', {}, user.headers)).json()).toEqual({ ok: true });
    expect(errorOf(await me(user.token))).toEqual([401, 'SESSION_REVOKED']);
  });

  it.each([
    ['without a body or its type', {}],
    ['without a body, with the type of one', { 'content-type': 'application/json' }],
  ])('API-06 AMBIG-API-01 end with a sign-out %s', async (_how, type) => {
    const user = await t.signIn('analyst');
    const answer = await t.app.inject({
      method: 'POST',
      url: '/api/auth/logout',
      headers: { ...user.headers, ...type },
    });
    expect([answer.statusCode, errorOf(await me(user.token))]).toEqual([200, [401, 'SESSION_REVOKED']]);
  });

  it.each([
    ['none', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.'],
    ['garbage', 'not-a-token'],
    ['a signature of another key', `${'a'.repeat(40)}.${'b'.repeat(40)}.${'c'.repeat(86)}`],
  ])('of %s are refused', async (_name, token) => {
    expect(errorOf(await me(token))).toEqual([401, 'AUTH_REQUIRED']);
  });

  it('are stored only as hashes', async () => {
    const user = await t.signIn('analyst');
    const rows = await t.db.select().from(sessions).where(eq(sessions.user_id, user.id));
    expect(JSON.stringify(rows)).not.toContain(user.tokens.refresh_token);
  });
});

describe('a provider that is not set up', () => {
  it.each(['google', 'apple'])('API-09 API-10 leads the browser back with the reason: %s', async provider => {
    const answer = await t.app.inject({ url: `/api/auth/oauth/${provider}` });
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/auth?error=not_configured']);
  });

  it('that is none is not found', async () => {
    expect((await t.app.inject({ url: '/api/auth/oauth/elsewhere' })).statusCode).toBe(400);
  });
});

describe('passwords', () => {
  it('AMBIG-AUTH-06 answer a wrong current one with 400, so that nobody is signed out', async () => {
    const user = await t.signIn('manager');
    const wrong = await post(
      '/api/auth/change-password',
      { currentPassword: 'Wrong-password-1', newPassword: 'Another-pass-2' },
      user.headers,
    );
    expect(errorOf(wrong)).toEqual([400, 'WRONG_PASSWORD']);
    expect((await me(user.token)).statusCode).toBe(200);
  });

  it('API-07 change, end the other sessions and keep this one', async () => {
    const user = await t.signIn('manager');
    const other = (await login(user.email, TEST_PASSWORD)).json<SignedIn>().tokens;
    const body = { currentPassword: TEST_PASSWORD, newPassword: 'Another-pass-2' };
    expect((await post('/api/auth/change-password', body, user.headers)).statusCode).toBe(200);
    expect((await me(user.token)).statusCode).toBe(200);
    expect(errorOf(await me(other.access_token))).toEqual([401, 'SESSION_REVOKED']);
    expect((await login(user.email, 'Another-pass-2')).statusCode).toBe(200);
  });

  it.each([
    ['Aa1-', 'Password must be at least 8 characters'],
    ['UPPER-CASE-1', 'Password must contain at least one lowercase letter'],
    ['lower-case-1', 'Password must contain at least one uppercase letter'],
    ['No-number-here', 'Password must contain at least one number'],
    ['NoSpecial123', 'Password must contain at least one special character'],
    ['Password1!', 'This password is too common'],
  ])(
    'OPEN-USER-04 are changed by the rule of the registration: %s is refused, as it is there',
    async (weak, text) => {
      const user = await t.signIn('viewer');
      const body = { currentPassword: TEST_PASSWORD, newPassword: weak };
      const changed = await post('/api/auth/change-password', body, user.headers);
      const { tenant_id } = t;
      const registered = await post('/api/auth/register', {
        email: 'new@test.example',
        password: weak,
        tenant_id,
      });
      expect([errorOf(changed), changed.json()]).toMatchObject([
        [400, 'WEAK_PASSWORD'],
        { details: { newPassword: [text] } },
      ]);
      expect([errorOf(registered), registered.json()]).toMatchObject([
        [400, 'WEAK_PASSWORD'],
        { details: { password: [text] } },
      ]);
      expect((await login(user.email, TEST_PASSWORD)).statusCode).toBe(200);
    },
  );

  it('given once hold all four classes and are never the same', () => {
    const made = Array.from({ length: 50 }, oneTimePassword);
    for (const password of made) expect(z.safeParse(newPassword, password).success).toBe(true);
    expect(new Set(made).size).toBe(50);
  });

  it('given once let nothing happen but their change, and end after 24 hours', async () => {
    const { password } = await resetAdmin(t.server);
    const { tokens } = (await login(FIRST_ADMIN, password ?? '')).json<SignedIn>();
    const headers = { authorization: `Bearer ${tokens.access_token}` };
    expect(errorOf(await t.app.inject({ url: '/api/devices', headers }))).toEqual([
      403,
      'PASSWORD_CHANGE_REQUIRED',
    ]);
    const body = { currentPassword: password, newPassword: 'My-own-pass-1' };
    expect((await post('/api/auth/change-password', body, headers)).statusCode).toBe(200);
    expect((await t.app.inject({ url: '/api/devices', headers })).statusCode).toBe(200);
    const late = await resetAdmin(t.server);
    await clock.sleep(86_400_000 + 1);
    expect(errorOf(await login(FIRST_ADMIN, late.password ?? ''))).toEqual([401, 'INVALID_CREDENTIALS']);
  });

  it('are hashed with argon2id', async () => {
    expect(await hashPassword('x')).toMatch(/^\$argon2id\$/);
  });
});
