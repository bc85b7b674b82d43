/** An exception from what a screen plays, and one that was deleted. */
import { scheduleEntries } from '../../../../server/db/schema.ts';
import { uuid7 } from '../../../../shared/random.ts';
import type { TestServer } from '../server.ts';

export const EVENINGS = {
  ...{ name: 'Evenings', valid_from: null, valid_until: null, priority: 60, enabled: true },
  dayparts: [{ days: [1, 2, 3, 4, 5], start: '18:00', end: '23:00' }],
};

interface Of {
  device_id: string;
  playlist_id: string;
}
export async function addSchedule(
  { db, server }: Pick<TestServer, 'db' | 'server'>,
  tenant_id: string,
  of: Of,
) {
  const now = server.clock.now();
  const row = { ...EVENINGS, ...of, tenant_id };
  const rows = {
    entry: { ...row, id: uuid7(now) },
    deleted: { ...row, id: uuid7(now), deleted_at: new Date(now) },
  };
  await db.insert(scheduleEntries).values(Object.values(rows));
  return { entry: rows.entry.id, deleted: rows.deleted.id };
}
