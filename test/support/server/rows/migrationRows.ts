/** Files that are brought over: one that was mapped, one that was checked, one that was written, each with a line. */
import { uuid7 } from '../../../../shared/random.ts';
import { migrationJobs, migrationLines } from '../../../../server/db/schema.ts';
import type { TestServer } from '../server.ts';

const COLUMNS = ['name', 'lat', 'lng', 'radius_m', 'tz'];
export const MAPPED = {
  mode: 'create',
  mapping: Object.fromEntries(COLUMNS.map(name => [name, name])),
};
const NONE = '00000000-0000-7000-8000-00000000000f';
export type MigrationRows = Record<'mapped' | 'validated' | 'completed', string>;
export const NO_MIGRATIONS: MigrationRows = { mapped: NONE, validated: NONE, completed: NONE };

export async function addMigrations(
  { db, server }: Pick<TestServer, 'db' | 'server'>,
  { tenant_id, user_id }: { tenant_id: string; user_id: string },
): Promise<MigrationRows> {
  const now = server.clock.now();
  const [mapped, validated, completed] = [uuid7(now), uuid7(now), uuid7(now)];
  const common = {
    ...{ tenant_id, created_by: user_id, file_name: 'depots.csv', lines: 1 },
    ...{ kind: 'locations' as const, mode: 'create' as const },
    ...{ columns: COLUMNS, mapping: Object.fromEntries(COLUMNS.map(name => [name, name])) },
  };
  await db.insert(migrationJobs).values([
    { ...common, id: mapped, state: 'mapped' },
    { ...common, id: validated, state: 'validated', ok: 1 },
    { ...common, id: completed, state: 'completed', ok: 1, created: 1, ended_at: new Date(now) },
  ]);
  await db.insert(migrationLines).values(
    [mapped, validated, completed].map(job_id => ({
      tenant_id,
      job_id,
      line: 1,
      cells: { name: 'Depot' },
    })),
  );
  return { mapped, validated, completed };
}
