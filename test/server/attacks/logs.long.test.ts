import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { FIRST_ADMIN } from '../../../server/identity/firstRun.ts';
import { nextAddress, startTestServer } from '../../support/server/server.ts';
import { loud } from './loud.ts';

const FIRST = 'Canary-first-1';
const word = () => crypto.randomUUID().slice(0, 13);

it('a whole run leaves no password, token, cookie, link or e-mail in the log, at its loudest', async () => {
  const server = await loud(FIRST);
  const canaries = new Set([FIRST]);
  const canary = (text: string) => (canaries.add(text), text);
  const password = () => canary(`Canary-${word()}-Pw`);
  const email = () => canary(`canary-${word()}@test.example`);
  let bearer = '';
  const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${server.origin}${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        'idempotency-key': crypto.randomUUID(),
        ...(bearer === '' ? {} : { authorization: `Bearer ${bearer}` }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    for (const cookie of answer.headers.getSetCookie()) canary(cookie.split(';')[0]?.split('=')[1] ?? '-');
    const text = await answer.text();
    return { status: answer.status, json: <T>() => JSON.parse(text) as T };
  };
  interface SignedIn {
    user: { id: string; version: number };
    tokens: { access_token: string; refresh_token: string };
  }
  const login = async (who: string, said: string) => {
    const answer = await call('POST', '/api/auth/login', { email: who, password: said });
    expect(answer.status).toBe(200);
    const signed = answer.json<SignedIn>();
    canary(signed.tokens.access_token);
    canary(signed.tokens.refresh_token);
    return signed;
  };
  try {
    for (const who of [email(), email(), FIRST_ADMIN])
      await call('POST', '/api/auth/login', { email: who, password: password() });
    const { user, tokens } = await login(FIRST_ADMIN, FIRST);
    bearer = tokens.access_token;
    await call('POST', '/api/auth/reauth', { password: password() });
    await call('POST', '/api/auth/reauth', { password: FIRST });
    await call('POST', '/api/auth/change-password', { currentPassword: password(), newPassword: password() });
    const second = password();
    expect(
      (await call('POST', '/api/auth/change-password', { currentPassword: FIRST, newPassword: `${second}1` }))
        .status,
    ).toBe(200);
    await call(
      'PATCH',
      '/api/auth/me',
      { first_name: canary(`Name-${word()}`) },
      { 'if-match': `"${user.version}"` },
    );
    const { tenants } = (await call('GET', '/api/auth/me')).json<{ tenants: { id: string }[] }>();
    const made = email();
    const acting = { 'x-tenant-id': tenants[0]?.id ?? '' };
    const created = await call('POST', '/api/users', { email: made, role: 'manager' }, acting);
    expect(created.status).toBe(200);
    await call('POST', '/api/users', { email: made, role: 'manager' }, acting);
    await call('POST', `/api/users/${created.json<{ id: string }>().id}/reset-password`, {}, acting);
    await call('POST', '/api/auth/register', {
      email: email(),
      password: `${password()}1`,
      first_name: 'Ann',
      last_name: 'Lee',
    });
    await call('POST', '/api/auth/register', {
      email: email(),
      password: password().toLowerCase(),
      first_name: '',
      last_name: 'Lee',
    });
    await call('POST', '/api/auth/reset-link', { email: FIRST_ADMIN });
    await call('POST', '/api/auth/reset-link', { email: email() });
    await new Promise(done => setTimeout(done, 2_000));
    const letters = join(server.dataDir, 'mail');
    for (const name of readdirSync(letters)) {
      const text = readFileSync(join(letters, name), 'utf8').replaceAll('=\r\n', '').replaceAll('=3D', '=');
      const token = /#reset=([\w-]{43})/.exec(text)?.[1];
      if (token !== undefined) {
        canary(token);
        await call('POST', '/api/auth/reset', { token, newPassword: 'short' });
        await call('POST', '/api/auth/reset', { token, newPassword: `${password()}1` });
      }
    }
    await call('POST', '/api/auth/refresh', { refresh_token: tokens.refresh_token });
    await call('POST', '/api/auth/refresh', { refresh_token: canary(`Refresh-${word()}`) });
    const cookie = `__Secure-wayside-x=${canary(`Cookie-${word()}`)}`;
    await call('POST', '/api/auth/refresh', { refresh_token: 'x' }, { cookie });
    await call('GET', `/api/playlists?q=${canary(`Query-${word()}`)}`);
    await call('GET', `/media/${'0'.repeat(64)}?sig=${canary(`Sig-${word()}`)}&tenant=x&exp=1`);
    await call('GET', '/api/player/manifest', undefined, {
      'x-device': `pairing.${'a'.repeat(43)}`,
      'x-device-time': '1.60',
      'x-device-signature': canary(`Signature-${word()}`),
    });
    await call('GET', '/api/auth/me', undefined, { authorization: `Bearer ${canary(`Bearer-${word()}`)}` });
    await call('GET', '/api/auth/me', undefined, {
      authorization: `Basic ${canary(Buffer.from(word()).toString('base64'))}`,
    });
    for (const broken of [`{"password":"${password()}"`, `{"password":"${password()}"}x`, `${password()}`])
      await call('POST', '/api/auth/login', broken);
    await call('POST', '/api/auth/login', {
      email: email(),
      password: password(),
      [canary(`Key-${word()}`)]: 1,
    });
    await call(
      'GET',
      `/nothing/${canary(`Path-of-link-${word()}`).replace('Path', 'Path')}?token=${canary(`Token-${word()}`)}`,
    );
  } finally {
    await server.end();
    canaries.delete('');
  }
  const log = server.log();
  server.remove();
  expect(log.split('\n').filter(line => line.includes('"answered"')).length).toBeGreaterThan(30);
  expect(canaries.size).toBeGreaterThanOrEqual(30);
  /** The path of a request is said; nothing that opens something may stand in one. */
  const found = [...canaries].filter(text => !text.startsWith('Path-of-link') && log.includes(text));
  expect(found).toEqual([]);
  expect(log).not.toMatch(/\$argon2|BEGIN [A-Z ]*PRIVATE KEY/);
  for (const line of log.split('\n').filter(one => one.startsWith('{')))
    expect(() => JSON.parse(line) as unknown, line.slice(0, 200)).not.toThrow();
}, 120_000);

interface Stream {
  write(line: string): void;
}
it('a failure of the database is logged by its cause, without what was asked of it', async () => {
  const t = await startTestServer({ config: { logLevel: 'trace' } });
  const symbols = Object.getOwnPropertySymbols(t.app.log);
  const stream = symbols.find(symbol => symbol.description === 'pino.stream') ?? symbols[0];
  let log = '';
  (t.app.log as unknown as Record<symbol, Stream>)[stream as symbol] = { write: line => void (log += line) };
  const who = `canary-${word()}@test.example`;
  const post = (url: string, payload: object) =>
    t.app.inject({ method: 'POST', url, payload, headers: t.admin.headers, remoteAddress: nextAddress() });
  try {
    await t.db.execute(sql`alter table users rename to away`);
    expect((await post('/api/auth/login', { email: who, password: `Canary-${word()}` })).statusCode).toBe(
      500,
    );
    expect((await post('/api/auth/reset-link', { email: who })).statusCode).toBe(200);
    await new Promise(done => setTimeout(done, 300));
    await t.db.execute(sql`alter table away rename to users`);
    await t.db.execute(sql`alter table playlists add constraint odd check (name <> 'Name-canary')`);
    expect((await post('/api/playlists', { name: 'Name-canary' })).statusCode).toBe(500);
  } finally {
    await t.close();
  }
  /** Of a job nothing is noted but its kind and a code. */
  expect(t.jobFaults).toMatchObject([{ kind: 'reset_link' }]);
  expect(JSON.stringify(t.jobFaults)).not.toContain(who);
  expect(log).toContain('relation');
  expect(log).not.toContain(who);
  expect(log).not.toContain('Canary-');
  expect(log).not.toContain('Name-canary');
});
