/** Writes of reports that are taken. */
import { eq } from 'drizzle-orm';
import { reportRuns } from '../../../../server/db/schema.ts';
import { addReports, type ReportRows } from '../../../support/server/rows/reportRows.ts';
import { DAILY_REPORT, ONE_REPORT } from '../../reports/bodies.ts';
import type { Make } from '../making.ts';

const on =
  (which: keyof ReportRows, body: Record<string, unknown> = {}): Make =>
  async ({ test }) => ({
    ...{ params: { id: (await addReports(test, test.tenant_id))[which] }, body, version: 1 },
  });

export const REPORT_SAMPLES: Record<string, Make> = {
  'POST /api/reports/preview': () => Promise.resolve({ body: { ...ONE_REPORT } }),
  'POST /api/reports/definitions': () => Promise.resolve({ body: { ...DAILY_REPORT } }),
  'PATCH /api/reports/definitions/:id': on('active', { ...DAILY_REPORT }),
  'DELETE /api/reports/definitions/:id': on('active'),
  'POST /api/reports/definitions/:id/restore': on('deleted'),
  'POST /api/reports/definitions/:id/pause': on('active'),
  'POST /api/reports/definitions/:id/resume': on('paused'),
  /** Of a tenant so many wait at most: nobody makes them here. */
  'POST /api/reports/runs': async ({ test }) => {
    await test.db.delete(reportRuns).where(eq(reportRuns.state, 'queued'));
    return { body: { definition_id: null, name: 'Once', report: ONE_REPORT } };
  },
  'POST /api/reports/runs/:id/cancel': on('queued'),
};
