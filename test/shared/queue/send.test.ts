import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { endpoint } from '../../../shared/contract/wire/endpoint.ts';
import { draftOf, isQueueable } from '../../../shared/queue/eligible.ts';
import { createSend, outcomeOf, type SendPorts } from '../../../shared/queue/send.ts';
import { manualClock } from '../../support/clock.ts';
import { endpoints } from '../../support/contract.ts';
import { entry, OWNER } from './entries.ts';

const ONE = entry(1, { headers: { 'if-match': '"4"', 'content-type': 'application/json' } });
const json = (status: number, body: object = {}, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });
const no = (status: number, error: string, headers = {}) =>
  json(status, { error, message: error, details: {} }, headers);
const named = { 'idempotency-key': ONE.id };
const portal = (status: number) =>
  new Response('<html>', { status, headers: { 'content-type': 'text/html' } });

describe('what an answer means', () => {
  it.each([
    ['a 200 that names it', json(200, {}, named), 'done'],
    ['a 204 that names it', new Response(null, { status: 204, headers: named }), 'done'],
    ['a 200 that names nothing', json(200), 'unreachable'],
    ['a 200 that names another', json(200, {}, { 'idempotency-key': 'x' }), 'unreachable'],
    ['a portal’s 200', portal(200), 'unreachable'],
    ['a portal’s 403', portal(403), 'unreachable'],
    ['a gateway’s 502', portal(502), 'tried'],
    ['503', no(503, 'UNAVAILABLE'), 'tried'],
    ['408', no(408, 'TIMEOUT'), 'tried'],
    ['425', no(425, 'TOO_EARLY'), 'tried'],
    ['429', no(429, 'RATE_LIMITED'), 'tried'],
    ['409 while it is under way', no(409, 'IDEMPOTENCY_IN_PROGRESS'), 'tried'],
    ['any other 409', no(409, 'STATE'), 'refused'],
    ['400', no(400, 'VALIDATION'), 'refused'],
    ['403', no(403, 'FORBIDDEN'), 'refused'],
    ['404', no(404, 'NOT_FOUND'), 'refused'],
    ['413', no(413, 'TOO_LARGE'), 'refused'],
    ['422', no(422, 'RULE'), 'refused'],
  ])('AMBIG-QUEUE-01 %s', async (_what, answer, at) => {
    expect((await outcomeOf(answer, ONE.id)).at).toBe(at);
  });

  it('a newer version is a conflict, with the row as it stands', async () => {
    const row = { id: '7', version: 9 };
    const answer = json(412, { error: 'VERSION_CONFLICT', message: 'newer', details: row });
    expect(await outcomeOf(answer, ONE.id)).toEqual({
      at: 'refused',
      conflict: true,
      said: { status: 412, error: 'VERSION_CONFLICT', message: 'newer', details: row },
    });
  });

  it.each([
    ['5', undefined, 5_000],
    ['300', undefined, 300_000],
    ['Fri, 20 Nov 2026 08:00:30 GMT', 'Fri, 20 Nov 2026 08:00:00 GMT', 30_000],
    ['315360000', undefined, 315_360_000_000],
    ['soon', undefined, null],
  ])('reads Retry-After: %s', async (text, date, retryAfterMs) => {
    const headers = { 'retry-after': text, ...(date === undefined ? {} : { date }) };
    expect(await outcomeOf(no(503, 'UNAVAILABLE', headers), ONE.id)).toMatchObject({ retryAfterMs });
  });
});

function begin(answer: (n: number) => Response | Promise<Response>, over: Partial<SendPorts> = {}) {
  const requests: { url: string; init: RequestInit }[] = [];
  const clock = manualClock();
  let token = 'a1';
  const send = createSend({
    clock,
    fetch: async (url, init = {}) => {
      requests.push({ url: url as string, init });
      return answer(requests.length);
    },
    credentials: () =>
      Promise.resolve({ token, headers: { authorization: `Bearer ${token}`, 'x-tenant-id': 't1' } }),
    renew: () => {
      token = 'a2';
      return Promise.resolve('renewed');
    },
    ...over,
  });
  const headers = (i: number) => new Headers(requests[i]?.init.headers);
  return { send, requests, headers, clock };
}

describe('sending an entry', () => {
  it('OPEN-QUEUE-04 Q6 carries its id as its key, what was kept of its headers, and the token of now', async () => {
    const { send, requests, headers } = begin(() => json(200, {}, named));
    expect(await send(ONE)).toEqual({ at: 'done' });
    expect(requests[0]).toMatchObject({
      url: '/api/devices',
      init: { method: 'POST', body: '{"name":"Taxi 1"}' },
    });
    expect(Object.fromEntries(headers(0))).toEqual({
      authorization: 'Bearer a1',
      'content-type': 'application/json',
      'idempotency-key': ONE.id,
      'if-match': '"4"',
      'x-tenant-id': 't1',
    });
  });

  it('OPEN-TENANT-01 goes to the tenant it was made in, whichever one is acted in by now', async () => {
    const headers = { authorization: 'Bearer a1', 'x-tenant-id': 'another' };
    const { send, headers: sent } = begin(() => json(200, {}, named), {
      credentials: () => Promise.resolve({ token: 'a1', headers }),
    });
    await send(ONE);
    expect(sent(0).get('x-tenant-id')).toBe('t1');
  });

  it('AMBIG-QUEUE-01 a 401 renews the session once, with the same key', async () => {
    const { send, headers, requests } = begin(n =>
      n === 1 ? no(401, 'TOKEN_EXPIRED') : json(200, {}, named),
    );
    expect(await send(ONE)).toEqual({ at: 'done' });
    expect([headers(0), headers(1)].map(h => [h.get('authorization'), h.get('idempotency-key')])).toEqual([
      ['Bearer a1', ONE.id],
      ['Bearer a2', ONE.id],
    ]);
    expect(requests).toHaveLength(2);
  });

  it.each([
    ['refused', 'signed_out'],
    ['unreachable', 'unreachable'],
  ] as const)('AMBIG-QUEUE-01 a renewal that is %s', async (renewed, at) => {
    const { send } = begin(() => no(401, 'TOKEN_EXPIRED'), { renew: () => Promise.resolve(renewed) });
    expect(await send(ONE)).toEqual({ at });
  });

  it('QUEUE-15 gives up after 30 s and not before', async () => {
    const { send, clock } = begin(() => new Promise(() => undefined), {
      fetch: (_url, init) =>
        new Promise((_, failed) =>
          init?.signal?.addEventListener('abort', () => failed(new DOMException('', 'AbortError'))),
        ),
    });
    let outcome: unknown = null;
    void send(ONE).then(said => (outcome = said));
    await clock.advance(29_999);
    expect(outcome).toBe(null);
    await clock.advance(1);
    expect(outcome).toEqual({ at: 'timeout' });
  });

  it('gives up after 30 s where the head of an answer came and its body does not', async () => {
    const stalling = (signal?: AbortSignal | null) =>
      new ReadableStream<Uint8Array>({
        start: body =>
          signal?.addEventListener('abort', () => body.error(new DOMException('', 'AbortError'))),
      });
    const { send, clock } = begin(() => json(200), {
      fetch: (_url, init) => Promise.resolve(new Response(stalling(init?.signal), { status: 422 })),
    });
    let outcome: unknown = null;
    void send(ONE).then(said => (outcome = said));
    await clock.advance(29_999);
    expect(outcome).toBe(null);
    await clock.advance(1);
    expect(outcome).toEqual({ at: 'unreachable' });
  });
});

/** What may wait for a link: a change of a row, and none of roles, keys, passwords, files or alarms. */
const LIST = Object.entries({
  DELETE: [
    'campaigns/:id content-items/:id contract-templates/:id creatives/:id device-groups/:id feeds/:id listings/:id locations/:id',
    'media/:id player-config/qr-rules/:id player-config/weather-rules/:id',
    'playlists/:id reports/definitions/:id saved-views/:id schedule-entries/:id sessions/:id',
  ],
  PATCH: [
    'business/profile campaigns/:id content-items/:id contract-templates/:id creatives/:id device-groups/:id devices/:id',
    'feeds/:id listings/:id locations/:id media/:id',
    'own-submissions/:id owner/devices/:id player-config/age-gender player-config/pacing',
    'player-config/qr-rules/:id player-config/weather player-config/weather-rules/:id player-config/weights',
    'playlists/:id reports/definitions/:id saved-views/:id schedule-entries/:id',
    'settings/bid-requests settings/counting settings/flags settings/general settings/locale settings/notifications settings/security settings/uploads',
    'support/tickets/:id',
    'validation-rules/:key',
  ],
  POST: [
    'campaigns campaigns/:id/duplicate campaigns/:id/end campaigns/:id/pause',
    'campaigns/:id/redraft campaigns/:id/reject campaigns/:id/restore campaigns/:id/resume campaigns/:id/submit',
    'content-items content-items/:id/archive content-items/:id/expire content-items/:id/pause',
    'content-items/:id/publish content-items/:id/reject content-items/:id/restore',
    'content-items/:id/resume content-items/:id/review',
    'contract-templates contract-templates/:id/clone contract-templates/:id/publish contract-templates/:id/restore',
    'contract-templates/:id/retire',
    'creatives/:id/archive creatives/:id/duplicate creatives/:id/replace creatives/:id/restore',
    'creatives/:id/submit creatives/slides device-commands/:id/cancel',
    'device-commands/batches/:id/cancel device-groups device-groups/:id/restore devices/:id/commands',
    'devices/:id/maintenance devices/:id/reactivate devices/:id/retire devices/:id/suspend',
    'feeds feeds/:id/pause feeds/:id/refresh feeds/:id/restore feeds/:id/resume',
    'incidents/:id/ack incidents/:id/close listings listings/:id/archive listings/:id/pause',
    'listings/:id/publish listings/:id/restore listings/:id/resume locations locations/:id/archive locations/:id/reopen',
    'locations/:id/restore media/:id/cancel media/:id/make-creative media/:id/replace',
    'media/:id/reprocess media/:id/restore own-submissions',
    'own-submissions/:id/resubmit own-submissions/:id/withdraw own-submissions/discard',
    'own-tickets own-tickets/:id/reply own-tickets/:id/resolve owner/devices/:id/commands',
    'player-config/age-gender/publish player-config/age-gender/rollback player-config/pacing/publish',
    'player-config/pacing/rollback player-config/qr-rules player-config/qr-rules/:id/earlier',
    'player-config/qr-rules/:id/later player-config/qr-rules/:id/pause player-config/qr-rules/:id/restore',
    'player-config/qr-rules/:id/resume',
    'player-config/weather-rules player-config/weather-rules/:id/earlier player-config/weather-rules/:id/later',
    'player-config/weather-rules/:id/pause player-config/weather-rules/:id/restore',
    'player-config/weather-rules/:id/resume player-config/weights/publish player-config/weights/rollback',
    'playlists',
    'playlists/:id/archive playlists/:id/duplicate playlists/:id/lock playlists/:id/publish',
    'playlists/:id/restore playlists/:id/revert playlists/:id/unarchive playlists/:id/unlock',
    'reports/definitions reports/definitions/:id/pause reports/definitions/:id/restore reports/definitions/:id/resume',
    'saved-views saved-views/:id/restore schedule-entries schedule-entries/:id/restore submissions/:id/approve submissions/:id/assign',
    'submissions/:id/prioritise submissions/:id/reject submissions/:id/request-changes',
    'support/tickets/:id/assign support/tickets/:id/merge support/tickets/:id/note support/tickets/:id/reopen',
    'support/tickets/:id/reply support/tickets/:id/resolve',
    'validations/:id/quarantine validations/:id/release validations/:id/rerun validations/:id/waive',
  ],
  PUT: ['creatives/:id/slide playlists/:id/items'],
}).flatMap(([method, lines]) =>
  lines
    .join(' ')
    .split(' ')
    .map(path => `${method} /api/${path}`),
);

const user = { who: 'user', area: 'devices', level: 'W' } as const;
const write = (path: string, access: object = user, method = 'POST') =>
  endpoint({ method: method as 'POST', path, access: access as typeof user, summary: '' });

describe('what may wait', () => {
  it.each([
    ['a new screen', write('/api/devices'), true],
    ['a change', write('/api/devices/:id', user, 'PATCH'), true],
    ['a replacement', write('/api/playlists/:id/items', user, 'PUT'), true],
    ['a deletion', write('/api/devices/:id', user, 'DELETE'), true],
    ['a read', write('/api/devices', user, 'GET'), false],
    ['a password', write('/api/auth/change-password'), false],
    [
      'AMBIG-QUEUE-07 what is anonymous, an error record for one',
      write('/api/analytics/errors', { who: 'anyone' }),
      false,
    ],
    ['a role', write('/api/users/:id', { ...user, area: 'users' }, 'PATCH'), false],
    ['a police key', write('/api/police-keys', { ...user, area: 'police_keys' }), false],
    ['an alert', write('/api/alerts', { ...user, area: 'alerts' }), false],
    ['what asks for the password', write('/api/devices', { ...user, reauth_min: 5 }), false],
    ['an upload', write('/api/uploads', { ...user, transactions: 'own' }), false],
  ])('QUEUE-25 AMBIG-QUEUE-07 %s', (_what, e, is) => {
    expect(isQueueable(e, '{}')).toBe(is);
  });

  const waiting = endpoints.filter(e => isQueueable(e, '{}'));

  it('AMBIG-QUEUE-07 of all calls of the contract these alone', () => {
    expect(waiting.map(e => `${e.method} ${e.path}`).sort()).toEqual(LIST);
  });

  it('Q6 no body of a call that may wait has a field for a secret', () => {
    const fields = (schema: unknown): string[] => {
      const { properties = {}, ...rest } = schema as { properties?: Record<string, unknown> };
      const inner = [...Object.values(properties), ...Object.values(rest)];
      const below = inner.flatMap(one => (typeof one === 'object' && one !== null ? fields(one) : []));
      return [...Object.keys(properties), ...below];
    };
    const named = waiting.flatMap(({ method, path, body }) =>
      body
        ? fields(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })).map(
            field => `${method} ${path} ${field}`,
          )
        : [],
    );
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter(one => /password|secret|token|cookie|bearer|pin$/i.test(one))).toEqual([]);
  });

  it('AMBIG-QUEUE-07 nothing that would fill the disk', () => {
    expect(isQueueable(write('/api/devices'), 'x'.repeat(1_000_001))).toBe(false);
  });

  it('AMBIG-QUEUE-05 Q6 of the headers only those that say nothing of who sent it are kept', () => {
    const headers = new Headers({
      authorization: 'Bearer secret',
      cookie: 'a=b',
      'x-tenant-id': 't1',
      'content-type': 'application/json',
      'if-match': '"3"',
    });
    const made = draftOf(
      { method: 'PATCH', url: '/api/devices/7', headers, body: '{"name":"Taxi 7"}' },
      { id: 'k', owner: OWNER, metadata: { type: 't', description: 'd' }, timestamp: 1, spent: 0 },
    );
    expect(made).toMatchObject({
      headers: { 'content-type': 'application/json', 'if-match': '"3"' },
      retryCount: 0,
    });
    expect(JSON.stringify(made)).not.toMatch(/secret|a=b|cookie/i);
  });
});
