import { createHmac, createPrivateKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sessions } from '../../../server/db/schema.ts';
import { uuid7 } from '../../../shared/random.ts';
import { manualClock } from '../../support/clock.ts';
import { makeScreen } from '../../support/device.ts';
import { startTestServer, type TestServer } from '../../support/server/server.ts';

const clock = manualClock();
let t: TestServer;
let user: Awaited<ReturnType<TestServer['signIn']>>;
let session_id: string;
beforeAll(async () => {
  t = await startTestServer({ clock });
  user = await t.signIn('admin');
  const [row] = await t.db.select().from(sessions).where(eq(sessions.user_id, user.id));
  session_id = row?.id ?? '';
});
afterAll(() => t.close());

type Json = Record<string, unknown>;
const part = (value: Json) => Buffer.from(JSON.stringify(value)).toString('base64url');
const ask = (token: string, scheme = 'Bearer') =>
  t.app.inject({ url: '/api/auth/me', headers: { authorization: `${scheme} ${token}` } });

const seconds = () => Math.floor(clock.now() / 1000);
const header = (): Json => ({ alg: 'ES256', kid: t.server.keys.token.key_id, typ: 'at+jwt' });
const claims = (): Json => ({
  sid: session_id,
  sub: user.id,
  iss: 'wayside',
  aud: 'wayside console',
  iat: seconds(),
  exp: seconds() + 900,
});
const signed = (key: KeyObject, head: Json, body: Json) => {
  const text = `${part(head)}.${part(body)}`;
  return `${text}.${sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
};
/** As only the server could make it. */
const ours = (head: Json = {}, body: Json = {}) =>
  signed(t.server.keys.token.privateKey, { ...header(), ...head }, { ...claims(), ...body });
const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const rsa = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const theirs = (head: Json = {}) => signed(stranger.privateKey, { ...header(), ...head }, claims());
function hmac(key: string | Buffer): string {
  const text = `${part({ ...header(), alg: 'HS256' })}.${part(claims())}`;
  return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
}
const strangerJwk = () => stranger.publicKey.export({ format: 'jwk' }) as Json;

it('the token these are made from is good', async () => {
  expect((await ask(ours())).statusCode).toBe(200);
});

const TABLE: [what: string, make: () => string][] = [
  ['no algorithm', () => `${part({ ...header(), alg: 'none' })}.${part(claims())}.`],
  ['no algorithm, in other letters', () => `${part({ ...header(), alg: 'nOnE' })}.${part(claims())}.`],
  ['no algorithm over our signature', () => ours({ alg: 'none' })],
  ['no signature', () => `${ours().split('.').slice(0, 2).join('.')}.`],
  [
    'the signature of another token',
    () => [...ours().split('.').slice(0, 2), ours({}, { x: 1 }).split('.')[2]].join('.'),
  ],
  [
    'a signature of zeros',
    () => `${ours().split('.').slice(0, 2).join('.')}.${Buffer.alloc(64).toString('base64url')}`,
  ],
  [
    'HMAC with our public key as PEM',
    () => hmac(t.server.keys.token.publicKey.export({ type: 'spki', format: 'pem' })),
  ],
  [
    'HMAC with our public key as DER',
    () => hmac(t.server.keys.token.publicKey.export({ type: 'spki', format: 'der' })),
  ],
  ['HMAC with our public key as JWK', () => hmac(JSON.stringify(t.server.keys.token.jwk))],
  ['HMAC with nothing', () => hmac('')],
  ['the algorithm of another curve', () => ours({ alg: 'ES384' })],
  [
    'an RSA key',
    () => {
      const text = `${part({ ...header(), alg: 'RS256' })}.${part(claims())}`;
      return `${text}.${sign('sha256', Buffer.from(text), rsa.privateKey).toString('base64url')}`;
    },
  ],
  ['another key under our kid', () => theirs()],
  ['another kid', () => theirs({ kid: 'another' })],
  ['a path for a kid', () => theirs({ kid: '../../../../dev/null' })],
  ['SQL for a kid', () => theirs({ kid: "x' union select 'a' --" })],
  ['a key of its own in the header', () => theirs({ jwk: strangerJwk() })],
  ['an address of keys in the header', () => theirs({ jku: 'http://127.0.0.1:9/keys.json' })],
  ['a certificate in the header', () => theirs({ x5u: 'http://127.0.0.1:9/cert.pem', x5c: ['AAAA'] })],
  ['a critical header nobody knows', () => ours({ crit: ['exp2'], exp2: 1 })],
  ['an unencoded payload', () => ours({ b64: false, crit: ['b64'] })],
  ['the key that signs manifests', () => signed(t.server.keys.manifest.privateKey, header(), claims())],
  ['another typ', () => ours({ typ: 'JWT' })],
  ['no typ', () => ours({ typ: undefined })],
  ['another audience', () => ours({}, { aud: 'wayside player' })],
  ['no audience', () => ours({}, { aud: undefined })],
  ['another issuer', () => ours({}, { iss: 'somebody' })],
  ['a time that has not come', () => ours({}, { nbf: seconds() + 60 })],
  ['an end that is no number', () => ours({}, { exp: 'never' })],
  ['no end', () => ours({}, { exp: undefined })],
  ['a subject that is SQL', () => ours({}, { sub: "' or true --" })],
  ['a session that is SQL', () => ours({}, { sid: "' or true --" })],
  ['a session that is an object', () => ours({}, { sid: { $ne: null } })],
  ['no subject', () => ours({}, { sub: undefined })],
  ['10 kB of letters', () => 'a'.repeat(10_240)],
  [
    '10 kB of claims under another key',
    () => signed(stranger.privateKey, header(), { ...claims(), pad: 'x'.repeat(7_000) }),
  ],
  ['nothing', () => ''],
  ['dots', () => '..'],
  ['three words', () => 'a.b.c'],
  ['a claims part that is no JSON', () => `${part(header())}.bm90IGpzb24.AAAA`],
  [
    'prototype keys',
    () => signed(stranger.privateKey, { ...header(), ['__proto__']: { alg: 'none' } }, claims()),
  ],
  ['a refresh token', () => user.tokens.refresh_token],
  ['an encrypted one', () => `${part({ alg: 'dir', enc: 'A256GCM' })}..AAAA.AAAA.AAAA`],
];

describe('a token', () => {
  it.each(TABLE)('with %s is refused, and the answer says no more than any other', async (_, make) => {
    const answer = await ask(make());
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toEqual({
      error: 'AUTH_REQUIRED',
      message: 'Authentication required',
      details: {},
    });
  });

  it('of another user’s session, or of a session that never was, is refused', async () => {
    const other = await t.signIn('viewer');
    for (const body of [{ sub: other.id }, { sid: uuid7(clock.now()) }, { sub: uuid7(clock.now()) }]) {
      const answer = await ask(ours({}, body));
      expect([answer.statusCode, answer.json<{ error: string }>().error]).toEqual([401, 'SESSION_REVOKED']);
    }
  });

  it('ends with its time and five seconds, and begins five seconds before its own', async () => {
    const at = async (body: Json) => {
      const answer = await ask(ours({}, body));
      return [answer.statusCode, answer.statusCode === 200 ? null : answer.json<{ error: string }>().error];
    };
    expect(await at({ exp: seconds() - 4 })).toEqual([200, null]);
    expect(await at({ exp: seconds() - 6 })).toEqual([401, 'TOKEN_EXPIRED']);
    expect(await at({ nbf: seconds() + 4 })).toEqual([200, null]);
    expect(await at({ nbf: seconds() + 6 })).toEqual([401, 'AUTH_REQUIRED']);
  });

  it('is taken from the header alone, as a Bearer', async () => {
    const token = ours();
    for (const scheme of ['Basic', 'Token', 'bearer2', 'JWT'])
      expect((await ask(token, scheme)).statusCode).toBe(401);
    for (const url of [`/api/auth/me?access_token=${token}`, `/api/auth/me?token=${token}`])
      expect((await t.app.inject({ url })).statusCode).toBe(401);
    const cookie = `access_token=${token}; __Secure-wayside-${session_id}=${token}`;
    expect((await t.app.inject({ url: '/api/auth/me', headers: { cookie } })).statusCode).toBe(401);
  });

  it('of a user opens nothing of a player, nor a player’s signature anything of a user', async () => {
    const screen = makeScreen(t);
    await screen.pair(user);
    const manifest = await t.app.inject({ url: '/api/player/manifest', headers: user.headers });
    expect([manifest.statusCode, manifest.json<{ error: string }>().error]).toEqual([401, 'AUTH_REQUIRED']);
    expect((await screen.call('GET', '/api/devices')).statusCode).toBe(401);
    expect((await screen.call('GET', '/api/auth/me')).statusCode).toBe(401);
    const own = signed(
      createPrivateKey(screen.key.privateKey.export({ type: 'pkcs8', format: 'pem' })),
      header(),
      claims(),
    );
    expect((await ask(own)).statusCode).toBe(401);
  });

  it('refused never asks the database for more than one that is good', async () => {
    const before = t.server.queries();
    for (const [, make] of TABLE) await ask(make());
    expect(t.server.queries() - before).toBe(0);
  });
});
