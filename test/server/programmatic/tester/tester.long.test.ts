import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { buildOpenrtb } from '../../../../shared/contract/programmatic/tester/build.ts';
import { MOCK_PROFILES } from '../../../../shared/contract/programmatic/tester/openrtb.ts';
import type { TestCaseDetail } from '../../../../shared/contract/programmatic/tester/testCase.ts';
import type { TestRunDetail } from '../../../../shared/contract/programmatic/tester/testRun.ts';
import type { Answer, Body } from '../../../../shared/contract/wire/endpoint.ts';
import { rowsOf } from '../../../../server/db/rows.ts';
import { uuid7 } from '../../../../shared/random.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';
import { bidOf, requestOf, responseOf } from '../../../shared/openrtb/requests.ts';
import { sample, textOfSample } from '../../../shared/openrtb/samples.ts';
import { BUILD } from './values.ts';

const BASE = '/api/programmatic/openrtb';
let test: TestServer;
beforeAll(async () => {
  test = await startTestServer({ config: { mockDsp: true } });
  await test.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => test.close());

async function post<T>(path: string, payload: object, status = 200): Promise<T> {
  const answer = await test.app.inject({
    ...{ method: 'POST', url: `${BASE}${path}`, payload },
    headers: { ...test.admin.headers, 'idempotency-key': uuid7(Date.now()) },
  });
  expect([answer.statusCode, answer.statusCode === status ? '' : answer.body]).toEqual([status, '']);
  return answer.json<T>();
}
const read = async <T>(path: string) =>
  (await test.app.inject({ url: `${BASE}${path}`, headers: test.admin.headers })).json<T>();
interface Findings {
  valid: boolean;
  findings: { code: string; pointer: string; suggestion?: string; severity: string; section: string }[];
}

describe('OPEN-PROG-02 the tester', () => {
  it('validates a request, its text, and a response to it, with pointer, section and a repair', async () => {
    const wrong = await post<Findings>('/validate', {
      ...{ kind: 'request', mode: 'strict', profile: 'dooh' },
      payload: sample('iab-spec/23-dooh-7-9-6-1-dooh-banner-bid-request.json'),
    });
    expect(wrong.valid).toBe(false);
    expect(wrong.findings).toContainEqual(
      expect.objectContaining({
        ...{ pointer: '/device/geo/long', severity: 'warning', section: '3.2.19' },
        suggestion: 'Did you mean lon?',
      }),
    );
    const broken = await post<Findings>('/validate', {
      ...{ kind: 'response', mode: 'strict', profile: 'dooh' },
      payload: textOfSample('iab-spec/26-dooh-7-9-6-4-dooh-video-bid-response.json'),
    });
    expect(broken.findings.map(({ code }) => code)).toEqual(['not_json']);
    const held = await post<Findings>('/validate', {
      ...{ kind: 'response', mode: 'lenient', profile: 'dooh', request: requestOf() },
      payload: responseOf([bidOf({ impid: '9' })]),
    });
    expect(held).toMatchObject({
      valid: false,
      findings: [{ code: 'unknown_imp', suggestion: 'Did you mean 1?' }],
    });
    expect(await post<Findings>('/validate', { kind: 'request', payload: null })).toMatchObject({
      valid: false,
    });
  });

  it('takes no more than 256 KB of payload', async () => {
    await post('/validate', { kind: 'request', payload: 'x'.repeat(600 * 1024) }, 413);
    /** Bytes, not characters: each of these has three. */
    for (const payload of ['x'.repeat(256 * 1024), '一'.repeat(90 * 1024)])
      await post('/validate', { kind: 'request', payload }, 400);
    await post('/validate', { kind: 'request', payload: 'x'.repeat(255 * 1024) });
  });

  it('refuses what is nested too deeply to be written, and finds faults in what no database takes', async () => {
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
    const answer = await test.app.inject({
      ...{ method: 'POST', url: `${BASE}/validate` },
      headers: {
        ...test.admin.headers,
        ...{ 'idempotency-key': uuid7(Date.now()), 'content-type': 'application/json' },
      },
      payload: `{"kind":"request","payload":${deep}}`,
    });
    expect(answer.statusCode).toBe(400);
    for (const payload of [{ '\ud800k': 1 }, { '\u0000k': 1 }, '{"\ud800k":1}'])
      expect(await post<Findings>('/validate', { kind: 'request', payload })).toMatchObject({ valid: false });
  });

  it('builds a request that is valid, and never one that is billable', async () => {
    const body = BUILD as Body<typeof buildOpenrtb>;
    const { request } = await post<Answer<typeof buildOpenrtb>>('/build', body);
    expect(request).toMatchObject({
      test: 1,
      imp: [{ qty: { multiplier: 1.25 }, pmp: { deals: [{ id: 'D1' }] } }],
    });
    const { findings } = await post<Findings>('/validate', { kind: 'request', payload: request });
    expect(findings).toEqual([]);
  });

  it.each(MOCK_PROFILES.filter(name => name !== 'timeout'))(
    'sends to the mock bidder: %s',
    async mock_profile => {
      const sent = await post<{ status: number; fault: null; text: string }>('/send', {
        request: requestOf(),
        mock_profile,
      });
      const expected = mock_profile === 'no_bid_204' ? 204 : mock_profile === 'error_500' ? 500 : 200;
      expect(sent).toMatchObject({ status: expected, fault: null });
    },
  );

  it('waits for an answer no longer than the request allows', async () => {
    const sent = await post('/send', { request: { ...requestOf(), tmax: 60 }, mock_profile: 'timeout' });
    expect(sent).toMatchObject({ status: null, fault: 'timeout' });
  });

  it('judges the answers of several bidders and ranks their bids', async () => {
    const body = (price: number, id: string) => responseOf([bidOf({ price, id })]);
    const { answers, standings } = await post<{ answers: object[]; standings: object[] }>(
      '/simulate-auction',
      {
        request: requestOf(),
        answers: [
          { name: 'A', latency_ms: 20, body: body(4, 'a') },
          { name: 'B', latency_ms: 30, body: body(3, 'b') },
          { name: 'C', latency_ms: 30, body: body(1, 'c') },
          { name: 'D', latency_ms: 900, body: body(9, 'd') },
          { name: 'E', status: 204 },
        ],
      },
    );
    expect(answers).toMatchObject([
      { outcome: 'bids' },
      { outcome: 'bids' },
      { bids: [{ loss_code: 100, reason: 'below_floor', check: 8 }] },
      { outcome: 'timeout', nonbid_code: 101 },
      { outcome: 'nobid' },
    ]);
    expect(standings).toMatchObject([
      { name: 'A', outcome: 'won', clearing_micros: 4_000_000, min_to_win_micros: 3_000_000 },
      { name: 'B', outcome: 'lost', loss_code: 102, min_to_win_micros: 4_000_000 },
    ]);
  });

  it('renders macros', async () => {
    const text = 'https://d.example/n?p=${AUCTION_PRICE}&x=${OTHER}';
    expect(await post('/render-macros', { text })).toEqual({
      text: 'https://d.example/n?p=AUDIT&x=${OTHER}',
      unknown: ['${OTHER}'],
    });
    const values = { AUCTION_PRICE: '2.5' };
    expect(await post('/render-macros', { text, values })).toMatchObject({
      text: 'https://d.example/n?p=2.5&x=${OTHER}',
    });
  });

  it('renders no more than a page can hold, and only values that can stand in an address', async () => {
    const text = `https://a?${'${AUCTION_ID}'.repeat(4_000)}`;
    for (const [AUCTION_ID, field] of [
      ['一'.repeat(2_048), 'text'],
      ['\ud800', 'values'],
    ] as const) {
      const refused = await post<{ details: object }>(
        '/render-macros',
        { text, values: { AUCTION_ID } },
        400,
      );
      expect(Object.keys(refused.details).join()).toContain(field);
    }
  });

  it('keeps nothing of what a tool is sent', async () => {
    await post('/render-macros', { text: 'a secret of the tester' });
    const stored = await test.db.execute(
      sql`select count(*)::int as n from idempotency_keys where answer::text like '%a secret of the tester%'`,
    );
    expect(rowsOf<{ n: number }>(stored)).toEqual([{ n: 0 }]);
  });

  it('keeps a case as it was sent', async () => {
    const request = { ...requestOf(), ext: { list: [1, null, { deep: [] }] } };
    const made = await post<TestCaseDetail>('/cases', { name: 'Odd', request, tags: ['odd'] });
    const kept = await read<TestCaseDetail>(`/cases/${made.id}`);
    expect(kept).toMatchObject({ request, response: null, has_response: false, source: 'manual' });
    // In the order in which it was written.
    expect(JSON.stringify(kept.request)).toBe(JSON.stringify(request));
    const list = await read<{ items: object[] }>('/cases');
    expect(Object.keys(list.items[0]!)).not.toContain('request');
  });

  it('takes the case files of Prebid Server unchanged, runs them all, and says of each what holds', async () => {
    const folder = join(import.meta.dirname, '../../../fixtures/openrtb/prebid-adapter');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter(path => path.endsWith('.json'))
      .map(path => ({ path, content: JSON.parse(readFileSync(join(folder, path), 'utf8')) as unknown }));
    const { made, refused } = await post<{ made: { id: string }[]; refused: string[] }>('/cases/import', {
      files: [...files, { path: 'other.json', content: { hello: 1 } }],
    });
    expect([made.length, refused]).toEqual([files.length + 17, ['other.json']]);
    const run = await post<TestRunDetail>('/runs', {
      suite: 'Smaato',
      mode: 'lenient',
      case_ids: made.map(({ id }) => id),
    });
    await test.runJobs();
    const done = await read<TestRunDetail>(`/runs/${run.id}`);
    expect(done).toMatchObject({ state: 'done', total: made.length, done: made.length, failed: 0 });
    expect(done.passed + done.not_judged).toBe(made.length);
    const own = done.results.find(({ name }) => name === 'smaato/supplemental/no-publisher-id-request');
    expect(own).toMatchObject({
      verdict: 'not_judged',
      checks: [{ check: 'partner', expected: 'Missing publisherId parameter.' }],
    });
  });

  it('a run that was cancelled judges nothing more, and there is no run of nothing', async () => {
    const { id } = await post<TestCaseDetail>('/cases', { name: 'One', request: requestOf() });
    const run = await post<TestRunDetail>('/runs', { suite: 'One', case_ids: [id] });
    // The job has run with the answer; a run that has ended is not cancelled.
    await post(`/runs/${run.id}/cancel`, {}, 409);
    await post('/runs', { suite: 'None', case_ids: [uuid7(Date.now())] }, 400);
  });
});

it('the mock bidder takes notices, and a slow one refuses its billing notice once', async () => {
  const url = '/mock-dsp/notice?kind=burl&profile=slow_burl&bid=b1&price=2.5';
  expect((await test.app.inject({ url })).statusCode).toBe(503);
  expect((await test.app.inject({ url })).statusCode).toBe(204);
  const { items } = (await test.app.inject({ url: '/mock-dsp/notices' })).json<{ items: object[] }>();
  expect(items[0]).toMatchObject({ kind: 'burl', bid: 'b1', status: 204, query: { price: '2.5' } });
  expect(
    (await test.app.inject({ method: 'POST', url: '/mock-dsp/bid?profile=x', payload: {} })).statusCode,
  ).toBe(400);
});

it('the mock bidder is off unless it is asked for', async () => {
  const plain = await startTestServer();
  const answer = await plain.app.inject({ method: 'POST', url: '/mock-dsp/bid', payload: {} });
  expect(answer.statusCode).toBe(404);
  await plain.close();
});
