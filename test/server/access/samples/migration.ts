/** A valid request for each call about data that is brought over. */
import { MAPPED, type MigrationRows } from '../../../support/server/rows/migrationRows.ts';
import type { Make } from '../samples.ts';

const none: Make = () => ({});
const on =
  (which: keyof MigrationRows, body?: object): Make =>
  ({ of }) => ({ params: { id: of.migrations[which] }, ...(body && { body }) });

export const MIGRATION_SAMPLES: Record<string, Make> = {
  'GET /api/migrations': none,
  'GET /api/migrations/export': none,
  'GET /api/migrations/data/:kind': () => ({ params: { kind: 'locations' } }),
  'POST /api/migrations': () => ({
    body: { kind: 'locations', file_name: 'depots.csv', content: 'name\nDepot north\n' },
  }),
  'GET /api/migrations/:id': on('mapped'),
  'POST /api/migrations/:id/map': on('mapped', MAPPED),
  'POST /api/migrations/:id/dry-run': on('mapped', {}),
  'POST /api/migrations/:id/run': on('validated', {}),
  'POST /api/migrations/:id/cancel': on('mapped', {}),
  'POST /api/migrations/:id/rollback': on('completed', {}),
  'GET /api/migrations/:id/lines': on('completed'),
  'GET /api/migrations/:id/report': on('completed'),
};
