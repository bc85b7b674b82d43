/** The whole server on a folder that is not there yet, and once more on the same; a newcomer's story does the first of it in a browser. */
import { expect, it } from 'vitest';
import { FIRST_ADMIN } from '../../../server/identity/firstRun.ts';
import { loud } from '../attacks/loud.ts';

it('OPEN-SERVER-01 makes the first admin on its first run and prints his one-time sign-in that once', async () => {
  const first = await loud(null);
  const printed = /Sign in once as (\S+) with the password (\S+)/.exec(first.log());
  const [, email = '', password = ''] = printed ?? [];
  expect([email, password.length >= 12]).toEqual([FIRST_ADMIN, true]);
  const call = async (path: string, body?: object, token?: string) => {
    const answer = await fetch(`${first.origin}${path}`, {
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
    });
    return (await answer.json()) as Record<string, unknown>;
  };
  /** Where no PostgreSQL is named it brings its own, whatever this run has. */
  expect(await call('/readyz')).toEqual({ ok: true, engine: 'embedded' });
  const signIn = (of: string) => call('/api/auth/login', { email, password: of });
  const { user, tokens } = (await signIn(password)) as {
    user?: object;
    tokens: { access_token: string };
  };
  expect(user).toMatchObject({ role: 'staff_super_admin', must_change_password: true });
  /** Once: it opens nothing but the way to another password, and then no longer that. */
  const token = tokens.access_token;
  expect(await call('/api/users', undefined, token)).toMatchObject({ error: 'PASSWORD_CHANGE_REQUIRED' });
  const change = { currentPassword: password, newPassword: 'Quay-lantern-7-tram' };
  expect(await call('/api/auth/change-password', change, token)).not.toHaveProperty('error');
  expect(await signIn(password)).toMatchObject({ error: 'INVALID_CREDENTIALS' });
  expect(await signIn(change.newPassword)).toMatchObject({ user: { must_change_password: false } });
  await first.end();
  const second = await loud(null, first.dataDir);
  await second.end();
  const whole = first.log() + second.log();
  first.remove();
  expect(whole.split('Sign in once as')).toHaveLength(2);
  expect(whole.split(password)).toHaveLength(2);
}, 120_000);
