/** A valid request for each call of the OpenRTB tester. */
import { requestOf } from '../../../../shared/openrtb/requests.ts';
import { BUILD } from '../../../programmatic/tester/values.ts';
import type { Make } from '../../samples.ts';
import type { TesterRows } from '../../../../support/server/rows/programmatic/testerRows.ts';

const none: Make = () => ({});
const BASE = '/api/programmatic/openrtb';
const request = requestOf();
const on =
  (which: keyof TesterRows, more: object = {}): Make =>
  ({ of }) => ({ params: { id: of.tester[which] }, ...more });

export const TESTER_SAMPLES: Record<string, Make> = {
  [`POST ${BASE}/validate`]: () => ({ body: { kind: 'request', payload: request } }),
  [`POST ${BASE}/build`]: () => ({ body: BUILD }),
  [`POST ${BASE}/send`]: () => ({ body: { request } }),
  [`POST ${BASE}/simulate-auction`]: () => ({ body: { request, answers: [{ name: 'Mock' }] } }),
  [`POST ${BASE}/render-macros`]: () => ({ body: { text: 'https://d.example/?p=${AUCTION_PRICE}' } }),
  [`GET ${BASE}/cases`]: none,
  [`GET ${BASE}/cases/export`]: none,
  [`GET ${BASE}/cases/:id`]: on('kept'),
  [`POST ${BASE}/cases`]: () => ({ body: { name: 'Taxi spot', request } }),
  [`POST ${BASE}/cases/import`]: () => ({
    body: { files: [{ path: 'exemplary/a.json', content: { mockBidRequest: request } }] },
  }),
  [`PATCH ${BASE}/cases/:id`]: on('kept', { body: { name: 'Harbour' }, version: 1 }),
  [`DELETE ${BASE}/cases/:id`]: on('kept', { version: 1 }),
  [`POST ${BASE}/cases/:id/restore`]: on('deleted', { body: {} }),
  [`GET ${BASE}/runs`]: none,
  [`GET ${BASE}/runs/export`]: none,
  [`GET ${BASE}/runs/:id`]: on('done'),
  [`POST ${BASE}/runs`]: () => ({ body: { suite: 'Harbour' } }),
  [`POST ${BASE}/runs/:id/cancel`]: on('queued', { body: {} }),
};
