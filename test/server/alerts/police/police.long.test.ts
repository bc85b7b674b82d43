import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { instant } from '../../../../shared/clock.ts';
import { uuid7 } from '../../../../shared/random.ts';
import { policeKeys } from '../../../../server/db/schema.ts';
import { MINUTE_MS, startPartner, type Made } from './partner.ts';

const { clock, test, write, staff, signInAgain, read, send, message, makeKey } = await startPartner();
afterAll(() => test.close());

describe('a partner', () => {
  it('OPEN-EMERG-02 sends what its key, its jurisdiction and its priority allow, once, and learns how far it came', async () => {
    const { key, id } = await makeKey();
    expect(key).toMatch(/^pk_live_[0-9A-Za-z]{8}_[0-9A-Za-z]{43}_[0-9a-f]{8}$/);
    const [row] = await test.db.select().from(policeKeys);
    expect(JSON.stringify(row)).not.toContain(key.slice(-20));
    expect(JSON.stringify(await read('/api/police/keys'))).not.toContain(key);
    const sent = await send(key, message('P-1'));
    expect(sent.json()).toMatchObject({ identifier: 'P-1', state: 'active', priority: 1 });
    expect((await send(key, message('P-1'))).json()).toMatchObject({ error: 'DUPLICATE' });
    const alert = sent.json<Made>().id;
    const status = {
      url: `/api/police/v1/alerts/${alert}/status`,
      headers: { authorization: `Bearer ${key}` },
    };
    expect((await test.app.inject(status)).json()).toMatchObject({ screens: 0, deliveries: {} });
    const far = message('P-2', { area: '<circle>48.1,11.5 5</circle>' });
    const refusals = [
      [await send(key, far), 'jurisdiction'],
      [await send(key, message('P-3', { area: '<circle>52.5,13.4 30</circle>' })), 'jurisdiction'],
      [await send(key, message('P-4', { severity: 'Extreme' })), 'priority'],
    ] as const;
    for (const [answer, reason] of refusals) {
      expect(answer.statusCode).toBe(403);
      expect(answer.json()).toMatchObject({ error: 'SCOPE', details: { reason } });
    }
    const next = await send(key, message('P-5'), `/api/police/v1/alerts/${alert}/update`);
    expect(next.json()).toMatchObject({ state: 'active' });
    const cancelled = await test.app.inject({
      ...{ method: 'POST', url: `/api/police/v1/alerts/${next.json<Made>().id}/cancel`, payload: {} },
      headers: { authorization: `Bearer ${key}` },
    });
    expect(cancelled.json()).toMatchObject({ state: 'cancelled' });
    const usage = (await read(`/api/police/keys/${id}/usage`)) as {
      items: { action: string; error: string | null }[];
    };
    expect(usage.items.filter(one => one.error === 'SCOPE')).toHaveLength(3);
    expect(usage.items.at(-1)).toMatchObject({ action: 'police.keys.new-address', ip: '203.0.113.7' });
    expect(test.emails[0]).toMatchObject({
      to: staff().email,
      text: expect.stringContaining('203.0.113.7') as string,
    });
    expect((await write('/api/audit-events/verify', {})).json()).toMatchObject({ ok: true });
  });

  it('OPEN-EMERG-02 with a key that is revoked, rotated away, for tests or from elsewhere is refused', async () => {
    expect((await send('pk_live_aaaaaaaa_x', message('Q-0'))).statusCode).toBe(401);
    const one = await makeKey();
    const rotated = (await write(`/api/police/keys/${one.id}/rotate`, {})).json<Made>();
    expect((await send(one.key, message('Q-1'))).statusCode).toBe(200);
    expect((await send(rotated.key, message('Q-2'))).statusCode).toBe(200);
    clock.jump(25 * 60 * MINUTE_MS);
    expect((await send(one.key, message('Q-3'))).statusCode).toBe(401);
    expect((await send(rotated.key, message('Q-4'))).statusCode).toBe(200);
    await signInAgain();
    await write(`/api/police/keys/${rotated.id}/revoke`, {});
    expect((await send(rotated.key, message('Q-5'))).statusCode).toBe(401);
    const trial = await makeKey({ env: 'test', ip_allow: ['198.51.100.0/24'] });
    expect((await send(trial.key, message('Q-6'))).json()).toMatchObject({ details: { reason: 'address' } });
    const from = ['/api/police/v1/alerts', '198.51.100.9'] as const;
    expect((await send(trial.key, message('Q-7'), ...from)).json()).toMatchObject({
      details: { reason: 'test_only' },
    });
    expect((await send(trial.key, message('Q-8', { status: 'Test' }), ...from)).statusCode).toBe(200);
    const slow = await makeKey({ rate_per_min: 1 });
    expect((await send(slow.key, message('Q-9'))).statusCode).toBe(200);
    expect((await send(slow.key, message('Q-10'))).statusCode).toBe(429);
  });

  it('with a key for tests neither replaces nor ends a real alert, whichever way it tries', async () => {
    const live = await makeKey();
    const trial = await makeKey({ env: 'test' });
    const scopes = ['alerts:create', 'alerts:test'];
    const mixed = await makeKey({ scopes });
    const real = (await send(live.key, message('R-1'))).json<Made & { sent: string }>();
    const url = `/api/police/v1/alerts/${real.id}`;
    const references = `s@x,R-1,${real.sent}`;
    const refused = { error: 'SCOPE', details: { reason: 'test_only' } };
    for (const { key } of [trial, mixed]) {
      const cancel = await test.app.inject({
        ...{ method: 'POST', url: `${url}/cancel`, payload: {} },
        headers: { authorization: `Bearer ${key}` },
      });
      expect(cancel.json()).toMatchObject(refused);
    }
    expect((await send(trial.key, message('R-2', { status: 'Test' }), `${url}/update`)).json()).toMatchObject(
      refused,
    );
    const realCancel = message('R-3', { msgType: 'Cancel', references });
    expect((await send(trial.key, realCancel)).json()).toMatchObject(refused);
    for (const [identifier, msgType] of [
      ['R-4', 'Update'],
      ['R-5', 'Cancel'],
    ] as const)
      await send(trial.key, message(identifier, { msgType, references, status: 'Test' }));
    const now = { url: `${url}/status`, headers: { authorization: `Bearer ${live.key}` } };
    expect((await test.app.inject(now)).json()).toMatchObject({ state: 'active' });
    // The same reference in a real message does end it.
    await send(live.key, message('R-6', { msgType: 'Cancel', references }));
    expect((await test.app.inject(now)).json()).toMatchObject({ state: 'cancelled' });
  });

  it('whose cancel comes before its alert keeps that alert from the screens', async () => {
    const { key } = await makeKey();
    const references = `s@x,S-1,${instant(clock.now())}`;
    const early = await send(key, message('S-2', { msgType: 'Cancel', references }));
    expect([early.statusCode, early.json()]).toMatchObject([200, { id: null, state: 'cancelled' }]);
    const late = await send(key, message('S-1'));
    expect(late.json()).toMatchObject({ identifier: 'S-1', state: 'cancelled' });
  });

  it('begins with the example of its page', async () => {
    const { key } = await makeKey({ env: 'test' });
    const page = readFileSync(join(import.meta.dirname, '../../../../docs/alerts.md'), 'utf8');
    const [, example = ''] = /<<'XML'\n([\s\S]*?)\nXML/.exec(page) ?? [];
    const [, url] = /curl https:\/\/signage\.example(\S+)/.exec(page) ?? [];
    const now = `${instant(clock.now()).slice(0, 19)}-00:00`;
    const later = `${instant(clock.now() + 10 * MINUTE_MS).slice(0, 19)}-00:00`;
    const dated = example
      .replace(/<sent>[^<]*/, `<sent>${now}`)
      .replace(/<expires>[^<]*/, `<expires>${later}`);
    // The page's place is Lisbon; this partner answers for Berlin.
    const answer = await send(key, dated.replace('38.72,-9.14', '52.5,13.4'), url);
    expect([answer.statusCode, answer.json()]).toMatchObject([200, { state: 'active', warnings: [] }]);
  });
});

describe('what a partner sends', () => {
  it.each([
    ['circle', '<circle>52.5,13.4 0,2 km</circle>'],
    ['circle', '<circle>52.5,13.4 -1</circle>'],
    ['circle', '<circle>52.5,13.4 1e308</circle>'],
    ['polygon', '<polygon>52.5,13.4 52.6,13.4</polygon>'],
    ['polygon', '<circle>52.5,13.4 1</circle><polygon/>'],
    ['geocode', '<geocode><valueName>SAME</valueName><value/></geocode>'],
  ])('with a %s that cannot be read is refused: %s', async (field, area) => {
    const { key } = await makeKey();
    const answer = await send(key, message(uuid7(clock.now()), { area }));
    expect([answer.statusCode, answer.json()]).toMatchObject([
      400,
      { error: 'VALIDATION', details: { [field]: [expect.any(String)] } },
    ]);
  });
  it('with a place in words alone is for the whole jurisdiction, and is told so', async () => {
    const { key } = await makeKey();
    const answer = await send(key, message('X-1', { area: '' }));
    expect(answer.json()).toMatchObject({
      warnings: [
        { code: 'no_expires' },
        { code: 'no_place', message: expect.stringContaining('whole jurisdiction') as string },
      ],
    });
  });
  it('in another type is told which ones are read', async () => {
    const { key } = await makeKey();
    const answer = await test.app.inject({
      ...{ method: 'POST', url: '/api/police/v1/alerts', payload: 'x' },
      headers: { authorization: `Bearer ${key}`, 'content-type': 'text/csv' },
    });
    expect(answer.statusCode).toBe(415);
    expect(answer.json<{ message: string }>().message).toMatch(/application\/cap\+xml.*application\/json/);
  });
  it('is described on the OpenAPI page: types of the body, the key, and refusals', async () => {
    const page = (await test.app.inject('/docs/json')).json<{
      paths: Record<string, { post: Record<string, Record<string, object>> }>;
      components: { securitySchemes: object };
    }>();
    const call = page.paths['/api/police/v1/alerts']!.post;
    const { content } = call['requestBody']!;
    expect(Object.keys(content ?? {})).toEqual(
      expect.arrayContaining(['application/cap+xml', 'application/json']),
    );
    const scopes = ['alerts:create', 'alerts:update', 'alerts:cancel'];
    expect(call['security']).toEqual(scopes.map(scope => ({ partnerKey: [scope] })));
    expect(Object.keys(call['responses']!)).toEqual(['200', '400', '401', '403', '404', '409', '415', '429']);
    expect(page.components.securitySchemes).toMatchObject({ partnerKey: { scheme: 'bearer' } });
  });
  it('goes out although the letter about its new address cannot be written', async () => {
    const { key } = await makeKey();
    const { mail } = test.server;
    const works = { ...mail };
    mail.send = () => Promise.reject(new Error('EACCES'));
    expect((await send(key, message('Y-1'))).statusCode).toBe(200);
    Object.assign(mail, works);
  });
});
