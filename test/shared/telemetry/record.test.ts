import fc from 'fast-check';
import * as z from 'zod/mini';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  CONTEXT_TYPES,
  ERROR_TYPES,
  errorRecord,
  reportError,
} from '../../../shared/contract/trust/analytics.ts';
import { callReport } from '../../../console/app/consent/reportError.ts';
import { ApiError } from '../../../shared/net/apiError.ts';
import { begin, get, hanging, lost, no } from '../net/calls.ts';
import { redactAddress, toErrorRecord, type ErrorReport } from '../../../shared/telemetry/record.ts';

const ORIGIN = 'https://signs.example';
const NOTED: ErrorReport = {
  url: '/api/devices?limit=25&token=abc',
  error: new ApiError('NETWORK', 'No answer from the server'),
  attempt: 2,
  max_attempts: 5,
  ttfb_ms: 812.4,
  section_context: 'devices',
};
const recordedAs = (noted: Partial<ErrorReport>) => toErrorRecord({ ...NOTED, ...noted }, ORIGIN);

describe('the record of a call that failed', () => {
  /** The first refresh fetches the schemas of its answer, which takes real time. */
  beforeAll(async () => void (await import('../../../shared/contract/identity/auth.ts')));
  const query = { kind: 'query' } as const;
  it.each([
    [404, 'online', {}, 1, 3],
    [503, 'online', {}, 3, 3],
    [503, 'degraded', {}, 5, 5],
    [503, 'online', query, 2, 2],
    [503, 'slow', query, 3, 3],
  ] as const)(
    'ANALYTICS-05 ANALYTICS-06 ANALYTICS-07 of a %i on a link that is %s says when the last answer began, and which attempt of how many it was',
    async (status, link, options, attempt, attempts) => {
      const { client, outcome, failed } = begin(() => no(status), { status: link, ttfbMs: 120 });
      await outcome(client.call(get, options));
      expect(failed).toHaveLength(1);
      expect(toErrorRecord(callReport(failed[0]!.url, failed[0]!.error), ORIGIN)).toMatchObject({
        url: '/api/x',
        http_status_code: status,
        ttfb_ms: 120,
        retry_attempt: attempt,
        max_attempts: attempts,
        context_type: 'api',
      });
    },
  );

  it('ANALYTICS-06 does not count the replay of a 401 as an attempt', async () => {
    const { client, outcome, failed } = begin((_n, headers) =>
      headers.get('authorization') === 'Bearer a2' ? no(503) : no(401, 'TOKEN_EXPIRED'),
    );
    await outcome(client.call(get, {}));
    expect(toErrorRecord(callReport('/api/x', failed[0]!.error), ORIGIN)).toMatchObject({
      retry_attempt: 3,
      max_attempts: 3,
    });
  });

  it('ANALYTICS-05 has no time where no answer came', async () => {
    const { client, outcome, failed } = begin(lost, { ttfbMs: 120 });
    await outcome(client.call(get, {}));
    expect(toErrorRecord(callReport('/api/x', failed[0]!.error), ORIGIN)).toMatchObject({ ttfb_ms: null });
  });

  it('AMBIG-ANALYTICS-03 is made where the product ends it, and not where its caller does', async () => {
    const { client, clock, failed } = begin((_n, _headers, init) => hanging(init));
    const stop = new AbortController();
    const own = client.call(get, { signal: stop.signal }).catch((error: unknown) => error);
    await clock.advance(10);
    stop.abort();
    await own;
    const other = client.call(get, {}).catch((error: unknown) => error);
    await clock.advance(10);
    client.cancelAll();
    await other;
    const records = failed.map(({ url, error }) => toErrorRecord(callReport(url, error), ORIGIN));
    expect(records.map(record => record?.error_type ?? null)).toEqual([null, 'abort']);
  });
});

describe('an error record', () => {
  it('ANALYTICS-01 ANALYTICS-02 ANALYTICS-03 ANALYTICS-04 ANALYTICS-08 ANALYTICS-09 holds its nine fields and no other, and the server takes it', () => {
    const record = recordedAs({ error: new ApiError('INTERNAL', 'Something failed', { status: 500 }) });
    expect(record).toEqual({
      url: '/api/devices?limit=25',
      error_type: 'unknown',
      error_message: 'Something failed',
      http_status_code: 500,
      ttfb_ms: 812,
      retry_attempt: 2,
      max_attempts: 5,
      context_type: 'api',
      section_context: 'devices',
    });
    expect(z.safeParse(errorRecord, record).success).toBe(true);
    expect(Object.keys(errorRecord.shape).sort()).toEqual(Object.keys(record!).sort());
    expect(ERROR_TYPES).toHaveLength(6);
  });

  it('ANALYTICS-04 has no status where no answer came', () => {
    for (const status of [undefined, null, 0])
      expect(recordedAs({ status: status ?? null })?.http_status_code).toBeNull();
    expect(recordedAs({ status: 503 })?.http_status_code).toBe(503);
  });

  it('OPEN-ANALYTICS-01 says of which of five kinds its context is, and the name of the route', () => {
    for (const context_type of CONTEXT_TYPES)
      expect(recordedAs({ context_type, section_context: 'editPlaylist' })).toMatchObject({
        context_type,
        section_context: 'editPlaylist',
      });
    expect(CONTEXT_TYPES).toEqual(['api', 'media', 'page', 'player', 'worker']);
  });

  it('ANALYTICS-21 ANALYTICS-03 is cut to 200 characters of message, none of them halved', () => {
    expect(recordedAs({ error: new Error('x'.repeat(500)) })?.error_message).toBe('x'.repeat(200));
    expect(recordedAs({ error: new Error(`${'x'.repeat(199)}🚕`) })?.error_message).toBe('x'.repeat(199));
  });

  it('AMBIG-ANALYTICS-04 is not made of what fails on the way of the records themselves', () => {
    for (const url of [reportError.path, `${ORIGIN}${reportError.path}`, `${reportError.path}?a=1`])
      expect(recordedAs({ url })).toBeNull();
  });

  it('AMBIG-ANALYTICS-03 is made of an abort only where a time-out or the product caused it', () => {
    const aborted = new DOMException('The user aborted a request.', 'AbortError');
    expect(recordedAs({ error: aborted })).toBeNull();
    expect(recordedAs({ error: aborted, aborted_by: 'caller' })).toBeNull();
    expect(recordedAs({ error: aborted, aborted_by: 'product' })?.error_type).toBe('abort');
    const late = new Error('Operation aborted', { cause: new DOMException('late', 'TimeoutError') });
    expect(recordedAs({ error: late })?.error_type).toBe('abort');
  });

  it('tells cross-origin failures from those of the own server', () => {
    const error = new TypeError('Failed to fetch');
    const typeOf = (url: string) => recordedAs({ url, error })?.error_type;
    expect([typeOf('/api/x'), typeOf(`${ORIGIN}/api/x`)]).toEqual(['network', 'network']);
    expect([typeOf('https://maps.example/x'), typeOf('//maps.example/x')]).toEqual(['cors', 'cors']);
    expect(typeOf(`${ORIGIN}.evil.example/x`)).toBe('cors');
  });

  it('X41 whatever is thrown makes a record that the server takes, or none', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.webUrl({ withQueryParameters: true, withFragments: true }),
          fc.string({ unit: 'binary' }),
        ),
        fc.oneof(
          fc.anything(),
          fc.string({ unit: 'binary', maxLength: 400 }).map(text => new Error(text)),
        ),
        fc.option(fc.double()),
        (url, error, ttfb_ms) => {
          const record = toErrorRecord({ url, error, ttfb_ms, attempt: ttfb_ms }, ORIGIN);
          return record === null || z.safeParse(errorRecord, record).success;
        },
      ),
    );
  });
});

const SENSITIVE = [
  ...['token', 'access_token', 'refresh_token', 'password', 'key', 'api_key'],
  ...['secret', 'code', 'email', 'auth', 'signature', 'session'],
];

describe('the address in a record', () => {
  it('ANALYTICS-22 ANALYTICS-01 OPEN-ANALYTICS-02 has none of the sensitive parameters, name and value', () => {
    expect(redactAddress('/x?token=a&password=b&page=2')).toBe('/x?page=2');
    for (const name of SENSITIVE)
      for (const spelt of [
        name,
        name.toUpperCase(),
        `my_${name}`,
        `%${name.charCodeAt(0).toString(16)}${name.slice(1)}`,
      ])
        expect(redactAddress(`/x?page=2&${spelt}=canary&sort=-name`)).toBe('/x?page=2&sort=-name');
  });

  it.each([
    ['https://joe:pw@a.example/x', 'https://[hidden]@a.example/x'],
    ['/auth#access_token=abc', '/auth'],
    ['/x?', '/x'],
    ['/x?lat=38.71&lng=-9.13&zoom=3', '/x?zoom=3'],
    ['/users/anna@fleet.example', '/users/[hidden]'],
    ['/x?a=1?token=b&c=2', '/x?a=1?token=[hidden]&c=2'],
    ['data:image/png;base64,AAAA', 'data:'],
    ['/x?q=%E0%A4%A', '/x?q=%E0%A4%A'],
    ['', ''],
  ])('makes of %s %s', (url, clean) => {
    expect(redactAddress(url)).toBe(clean);
  });

  it('X41 fault 87: no canary of a token, an e-mail or a place passes, wherever it stands', () => {
    const word = fc.string({
      unit: fc.constantFrom(...'abcdefghijk0123456789-_.~'),
      minLength: 6,
      maxLength: 20,
    });
    const secret = word.map(text => `canary${text}z`);
    const spot = fc.tuple(fc.integer({ min: -89, max: 89 }), fc.integer({ min: 10_000, max: 99_999 }));
    fc.assert(
      fc.property(fc.constantFrom(...SENSITIVE), secret, word, spot, (name, value, other, [whole, part]) => {
        const place = `${whole}.${part}`;
        const url = `https://signs.example/a?${other}=1&${name}=${value}&lat=${place}&b=2#${name}=${value}`;
        const text = [
          `GET ${url} failed for ${value}@fleet.example at ${place}, ${place}`,
          `{"${name}":"${value}","lng":${place}} Bearer ${value}`,
        ];
        for (const message of text) {
          const told = JSON.stringify(toErrorRecord({ url, error: new Error(message) }, ORIGIN));
          expect(told).not.toContain(value);
          expect(told).not.toContain(place);
        }
      }),
    );
  });
});
