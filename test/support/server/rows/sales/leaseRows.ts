/** A lease of a screen and its turn, as the server writes them when it grants one. */
import { dateOf } from '../../../../../shared/clock.ts';
import { uuid7 } from '../../../../../shared/random.ts';
import { leases, leaseTurns } from '../../../../../server/db/schema.ts';
import type { TestServer } from '../../server.ts';

export async function addLease(
  { db, server }: Pick<TestServer, 'db' | 'server'>,
  of: { tenant_id: string; campaign_id: string; device_id: string },
): Promise<void> {
  const now = dateOf(server.clock.now());
  await db.insert(leaseTurns).values({ ...of, granted_at: now });
  await db.insert(leases).values({
    ...{ ...of, id: uuid7(now.getTime()), line_id: uuid7(now.getTime()), max_plays: 1, manifest_version: 1 },
    ...{ created_at: now, window_start: now, window_end: now, play_deadline: now, report_deadline: now },
  });
}
