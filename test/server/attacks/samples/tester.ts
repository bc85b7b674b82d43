/** For each write of the OpenRTB tester a body that is taken; each on rows of its own. */
import { requestOf } from '../../../shared/openrtb/requests.ts';
import { addTester, type TesterRows } from '../../../support/server/rows/programmatic/testerRows.ts';
import { BUILD } from '../../programmatic/tester/values.ts';
import type { Make } from '../making.ts';

const BASE = '/api/programmatic/openrtb';
const request = requestOf();
const on =
  (which: keyof TesterRows, body: Record<string, unknown> = {}): Make =>
  async ({ test }) => ({ params: { id: (await addTester(test, test.tenant_id))[which] }, body, version: 1 });
const taking =
  (body: Record<string, unknown>): Make =>
  () =>
    Promise.resolve({ body });
const CASE = {
  ...{
    name: 'Taxi spot',
    profile: 'dooh',
    request,
    response: { status: 204, body: null },
    tags: ['harbour'],
  },
  expect: {
    ...{ http: 204, valid: true, errors: [], winner: null, outcome: 'nobid', bids: null, not_judged: [] },
  },
};

export const TESTER_SAMPLES: Record<string, Make> = {
  [`POST ${BASE}/validate`]: taking({ kind: 'request', mode: 'strict', profile: 'dooh', payload: request }),
  [`POST ${BASE}/build`]: taking(BUILD),
  [`POST ${BASE}/send`]: taking({ request, target: 'mock', mock_profile: 'bid' }),
  [`POST ${BASE}/simulate-auction`]: taking({
    ...{
      request,
      profile: 'dooh',
      base_currency: 'EUR',
      rates: { USD: 0.9 },
      deals: { D1: { priority: 3 } },
    },
    answers: [{ name: 'Mock', status: 200, latency_ms: 20, body: {} }],
  }),
  [`POST ${BASE}/render-macros`]: taking({ text: 'p=${AUCTION_PRICE}', values: { AUCTION_PRICE: '2.5' } }),
  [`POST ${BASE}/cases`]: taking({ ...CASE, source: 'manual' }),
  [`POST ${BASE}/cases/import`]: taking({
    files: [{ path: 'exemplary/a.json', content: { mockBidRequest: request } }],
  }),
  [`PATCH ${BASE}/cases/:id`]: on('kept', CASE),
  [`DELETE ${BASE}/cases/:id`]: on('kept'),
  [`POST ${BASE}/cases/:id/restore`]: on('deleted'),
  [`POST ${BASE}/runs`]: async ({ test }) => {
    const { kept } = await addTester(test, test.tenant_id);
    return { body: { suite: 'Harbour', mode: 'strict', case_ids: [kept] } };
  },
  [`POST ${BASE}/runs/:id/cancel`]: on('queued'),
};
