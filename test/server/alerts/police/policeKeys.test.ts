import { createHash } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { instant } from '../../../../shared/clock.ts';
import { ROLES } from '../../../../shared/contract/wire/roles.ts';
import { uuid7 } from '../../../../shared/random.ts';
import { policeKeys } from '../../../../server/db/schema.ts';
import { MINUTE_MS, startPartner, type Made } from './partner.ts';

const { clock, test, client_id, write, signInAgain, read, send, message, makeKey } = await startPartner();
afterAll(() => test.close());

describe('a key', () => {
  const SCOPES = ['alerts:create', 'alerts:update', 'alerts:cancel', 'alerts:read'] as const;
  it('OPEN-EMERG-02 without the scope of a call is refused it, and with that scope alone is not', async () => {
    const all = await makeKey();
    const { id } = (await send(all.key, message('T-1'))).json<Made>();
    const calls: Record<(typeof SCOPES)[number], (key: string) => ReturnType<typeof send>> = {
      'alerts:create': key => send(key, message('T-2')),
      'alerts:update': key => send(key, message('T-3'), `/api/police/v1/alerts/${id}/update`),
      'alerts:cancel': key =>
        test.app.inject({
          ...{ method: 'POST', url: `/api/police/v1/alerts/${id}/cancel`, payload: {} },
          headers: { authorization: `Bearer ${key}` },
        }),
      'alerts:read': key =>
        test.app.inject({
          url: `/api/police/v1/alerts/${id}/status`,
          headers: { authorization: `Bearer ${key}` },
        }),
    };
    for (const scope of SCOPES) {
      const { key } = await makeKey({ scopes: SCOPES.filter(one => one !== scope) });
      const answer = await calls[scope](key);
      expect([answer.statusCode, answer.json()]).toMatchObject([
        403,
        { error: 'SCOPE', details: { reason: 'scope', required: scope } },
      ]);
    }
    for (const scope of ['alerts:create', 'alerts:read', 'alerts:cancel'] as const) {
      const { key } = await makeKey({ scopes: [scope] });
      expect((await calls[scope](key)).statusCode).toBe(200);
    }
  });

  it('OPEN-EMERG-02 is kept as its SHA-256 and nothing else', async () => {
    const { key, id } = await makeKey();
    const rows = await test.db.select().from(policeKeys);
    const row = rows.find(one => one.id === id);
    expect(row?.secret_sha256).toBe(createHash('sha256').update(key).digest('hex'));
    expect(row?.last4).toBe(key.slice(-4));
  });

  it.each<[string, object, number]>([
    ['a label of 2', { label: 'ab' }, 400],
    ['a label of 3', { label: 'abc' }, 200],
    ['a label of 80', { label: 'a'.repeat(80) }, 200],
    ['a label of 81', { label: 'a'.repeat(81) }, 400],
    ['no scope', { scopes: [] }, 400],
    ['20 addresses', { ip_allow: Array.from({ length: 20 }, (_, n) => `198.51.100.${n}`) }, 200],
    ['21 addresses', { ip_allow: Array.from({ length: 21 }, (_, n) => `198.51.100.${n}`) }, 400],
    ['0 calls a minute', { rate_per_min: 0 }, 400],
    ['60 calls a minute', { rate_per_min: 60 }, 200],
    ['61 calls a minute', { rate_per_min: 61 }, 400],
    ['0 days', { expires_days: 0 }, 400],
    ['365 days', { expires_days: 365 }, 200],
    ['366 days', { expires_days: 366 }, 400],
    ['a short address', { ip_allow: ['127.1'] }, 400],
    ['a hexadecimal address', { ip_allow: ['0x7f.0.0.1'] }, 400],
    ['an octal address', { ip_allow: ['010.0.0.1'] }, 400],
    ['a short network', { ip_allow: ['127.1/8'] }, 400],
    ['a mapped network', { ip_allow: ['::ffff:127.0.0.0/104'] }, 400],
    ['a network of version 6', { ip_allow: ['2001:db8::/32'] }, 200],
  ])('OPEN-EMERG-02 may have: %s', async (_name, more, status) => {
    const scopes = ['alerts:create'];
    const made = await write('/api/police/keys', {
      ...{ client_id, label: 'Control room', env: 'live', scopes },
      ...more,
    });
    expect(made.statusCode).toBe(status);
  });

  it('OPEN-EMERG-02 is good from its beginning on, also the one that takes its place', async () => {
    const not_before = instant(clock.now() + 10 * MINUTE_MS);
    const { key, id } = await makeKey({ not_before });
    expect((await send(key, message('U-1'))).statusCode).toBe(401);
    const next = (await write(`/api/police/keys/${id}/rotate`, {})).json<Made>();
    expect((await send(next.key, message('U-2'))).statusCode).toBe(401);
    clock.jump(10 * MINUTE_MS - 1);
    expect((await send(next.key, message('U-3'))).statusCode).toBe(401);
    clock.jump(1);
    expect((await send(next.key, message('U-4'))).statusCode).toBe(200);
    await signInAgain();
  });

  it('that was revoked is refused for nothing: after its calls a minute no row is read, and entries are counted', async () => {
    const { key, id } = await makeKey({ rate_per_min: 20 });
    await write(`/api/police/keys/${id}/revoke`, {});
    const answers = [];
    for (let n = 0; n < 30; n++) answers.push((await send(key, message(`V-${n}`))).statusCode);
    expect(answers).toEqual([...Array<number>(20).fill(401), ...Array<number>(10).fill(429)]);
    const { items } = (await read(`/api/police/keys/${id}/usage`)) as { items: object[] };
    expect(items).toHaveLength(10);
    expect(items[0]).toMatchObject({ error: 'AUTH_REQUIRED', times: 10, call: 'POST /api/police/v1/alerts' });
  });

  it('says in its log what was called, what it was called and why it was refused', async () => {
    const { key, id } = await makeKey();
    await send(key, message('W-1'));
    await send(key, message('W-2', { area: '<circle>48.1,11.5 5</circle>' }));
    const { items } = (await read(`/api/police/keys/${id}/usage`)) as { items: object[] };
    const call = 'POST /api/police/v1/alerts';
    expect(items).toMatchObject([
      { call, identifier: 'W-2', error: 'SCOPE', reason: 'jurisdiction', status: 403, times: 1 },
      { call, identifier: 'W-1', error: null, reason: null, status: 200 },
      { action: 'police.keys.new-address' },
    ]);
  });
});

describe('keys of partners', () => {
  it.each(['staff_super_admin', 'staff_admin'] as const)(
    'OPEN-ROLE-02 %s: a password is good for five minutes, for each call',
    async role => {
      const { id } = await makeKey();
      const by = await test.signIn(role);
      const signedIn = clock.now();
      const ask = (method: 'GET' | 'POST', url: string, payload?: object) =>
        test.app.inject({
          ...{ method, url },
          ...(payload !== undefined && { payload }),
          headers: { ...by.headers, 'idempotency-key': uuid7(clock.now()) },
        });
      const label = 'Control room';
      const body = { client_id, label, env: 'live', scopes: ['alerts:create'] };
      const each = async () => [
        await ask('GET', '/api/police/keys'),
        await ask('POST', '/api/police/keys', body),
        await ask('POST', `/api/police/keys/${id}/rotate`, {}),
        await ask('POST', `/api/police/keys/${id}/revoke`, {}),
      ];
      clock.jump(signedIn + 5 * MINUTE_MS - 1_000 - clock.now());
      expect((await each()).map(one => one.statusCode)).toEqual([200, 200, 200, 200]);
      clock.jump(2_000);
      for (const late of await each())
        expect([late.statusCode, late.json()]).toMatchObject([403, { error: 'REAUTH_REQUIRED' }]);
      await signInAgain();
    },
  );
  it('are refused to all others by their role', async () => {
    for (const role of ROLES.filter(one => one !== 'staff_super_admin' && one !== 'staff_admin')) {
      const { headers } = await test.signIn(role);
      const answer = await test.app.inject({ url: '/api/police/keys', headers });
      expect([answer.statusCode, answer.json()]).toMatchObject([
        403,
        { error: 'FORBIDDEN', details: { role } },
      ]);
    }
  });
});
