/** A valid request for each call of reports. */
import type { ReportRows } from '../../../support/server/rows/reportRows.ts';
import { DAILY_REPORT, ONE_REPORT } from '../../reports/bodies.ts';
import type { Make } from '../samples.ts';

const none: Make = () => ({});
const on =
  (which: keyof ReportRows, more: object = {}): Make =>
  ({ of }) => ({ params: { id: of.reports[which] }, ...more });
const empty = { body: {} };

export const REPORT_SAMPLES: Record<string, Make> = {
  'POST /api/reports/preview': () => ({ body: ONE_REPORT }),
  'GET /api/reports/definitions': none,
  'GET /api/reports/definitions/export': none,
  'POST /api/reports/definitions': () => ({ body: DAILY_REPORT }),
  'GET /api/reports/definitions/:id': on('active'),
  'PATCH /api/reports/definitions/:id': on('active', { body: { name: 'Each day' }, version: 1 }),
  'DELETE /api/reports/definitions/:id': on('active', { version: 1 }),
  'POST /api/reports/definitions/:id/restore': on('deleted', empty),
  'POST /api/reports/definitions/:id/pause': on('active', empty),
  'POST /api/reports/definitions/:id/resume': on('paused', empty),
  'GET /api/reports/runs': none,
  'GET /api/reports/runs/export': none,
  'POST /api/reports/runs': () => ({
    body: { definition_id: null, name: 'Once', report: ONE_REPORT },
  }),
  'GET /api/reports/runs/:id': on('ready'),
  'GET /api/reports/runs/:id/download': on('ready'),
  'POST /api/reports/runs/:id/cancel': on('queued', empty),
};
