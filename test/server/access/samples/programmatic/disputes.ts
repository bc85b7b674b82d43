/** A valid request for each call of disputes and of comparisons with partners' files. */
import type { DisputeRows } from '../../../../support/server/rows/programmatic/disputeRows.ts';
import { MARCH_CSV, MARCH_FILE } from '../../../reports/bodies.ts';
import type { Make } from '../../samples.ts';

const none: Make = () => ({});
const on =
  (which: keyof DisputeRows, more: object = {}): Make =>
  ({ of }) => ({ params: { id: of.disputes[which] }, ...more });
const NOTE = { body: { note: 'They bill two deals under one number.' } };

export const DISPUTE_SAMPLES: Record<string, Make> = {
  'GET /api/programmatic/disputes': none,
  'GET /api/programmatic/disputes/export': none,
  'GET /api/programmatic/disputes/:id': on('open'),
  'POST /api/programmatic/disputes': ({ of }) => ({
    body: {
      ...{ invoice_id: of.billing.invoices.overdue, kind: 'wrong_place', claimed_minor: 100 },
      claim: 'Half of the plays were shown in the depot.',
    },
  }),
  'PATCH /api/programmatic/disputes/:id': on('open', { body: { claimed_minor: 90 }, version: 1 }),
  'POST /api/programmatic/disputes/:id/evidence': on('open', { body: { text: 'Please send the trips.' } }),
  'POST /api/programmatic/disputes/:id/decide': on('under_review', {
    body: { decision: 'accepted', reason: 'The fixes show the depot.' },
  }),
  'POST /api/programmatic/disputes/:id/close': on('credited', { body: {} }),
  'GET /api/reports/reconciliations': none,
  'GET /api/reports/reconciliations/export': none,
  'GET /api/reports/reconciliations/:id': on('compared'),
  'POST /api/reports/reconciliations': ({ of }) => ({
    body: { ...MARCH_FILE, partner_id: of.partners.partner.active },
  }),
  'DELETE /api/reports/reconciliations/:id': on('compared', { version: 1 }),
  'POST /api/reports/reconciliations/:id/restore': on('uncompared', { body: {} }),
  'POST /api/reports/reconciliations/:id/import': on('compared', {
    body: { file_name: 'march.csv', csv: MARCH_CSV },
  }),
  'POST /api/reports/reconciliations/:id/explain': on('compared', NOTE),
  'POST /api/reports/reconciliations/:id/dispute': on('compared', NOTE),
};
