/** Writes of data that is brought over that are taken. */
import { addMigrations, type MigrationRows } from '../../../support/server/rows/migrationRows.ts';
import type { Make } from '../making.ts';

const on =
  (which: keyof MigrationRows, body: Record<string, unknown> = {}): Make =>
  async ({ test, root }) => {
    const rows = await addMigrations(test, { tenant_id: test.tenant_id, user_id: root.id });
    return { params: { id: rows[which] }, body };
  };

export const MIGRATION_SAMPLES: Record<string, Make> = {
  'POST /api/migrations': () =>
    Promise.resolve({
      body: {
        kind: 'users',
        mode: 'upsert',
        file_name: 'people.csv',
        content: 'email,role\na@b.example,viewer\n',
      },
    }),
  'POST /api/migrations/:id/map': on('mapped', { mode: 'create', mapping: {} }),
  'POST /api/migrations/:id/dry-run': on('mapped'),
  'POST /api/migrations/:id/run': on('validated'),
  'POST /api/migrations/:id/cancel': on('mapped'),
  'POST /api/migrations/:id/rollback': on('completed'),
};
