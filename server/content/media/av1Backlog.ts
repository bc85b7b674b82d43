/** Videos that were ready before a screen of their tenant reported AV1: each gets its renditions in AV1 later, once. */
import { and, desc, eq, exists, gt, isNull, like, ne, sql } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import { CHUNK_BYTES, isAv1 } from '../../../shared/contract/content/media.ts';
import type { Server } from '../../context/server.ts';
import type { Db } from '../../db/database.ts';
import { devices, mediaAssets } from '../../db/schema.ts';
import { jobOf, type Job } from './processing.ts';

/** A screen of that tenant reported AV1 in its last heartbeat. */
const av1Screens = (tx: Db, tenant_id: string | typeof mediaAssets.tenant_id) =>
  tx
    .select({ id: devices.id })
    .from(devices)
    .where(
      and(
        eq(devices.tenant_id, tenant_id),
        ne(devices.state, 'retired'),
        sql`${devices.reported} ->> 'av1' = 'true'`,
      ),
    )
    .limit(1);

export async function hasAv1Screens(server: Server, { tenant_id }: Job): Promise<boolean> {
  const found = await server.tenantTransactions.acrossTenants(tx => av1Screens(tx, tenant_id));
  return found.length > 0;
}

/**
 * The next of them, for a worker that found the queue empty: what is uploaded meanwhile waits for one video at most.
 * A process that is killed leaves it to the queue, where its lease runs out. What comes of it is frozen into the
 * approvals of the file when the job ends, like all work of our own ladder on the approved bytes; until then, and
 * where the creative waits for a decision, documents name none of it.
 */
export const claimAv1Job = ({ tenantTransactions, clock }: Server): Promise<Job | null> =>
  tenantTransactions.acrossTenants(async tx => {
    const [row] = await tx
      .select()
      .from(mediaAssets)
      .where(
        and(
          ...[eq(mediaAssets.processing, 'done'), eq(mediaAssets.av1_tried, false)],
          ...[eq(mediaAssets.state, 'ready'), isNull(mediaAssets.deleted_at)],
          ...[like(mediaAssets.mime, 'video/%'), gt(mediaAssets.bytes, CHUNK_BYTES)],
          sql`not ${mediaAssets.renditions} @> '[{"codec": "av1"}]'::jsonb`,
          exists(av1Screens(tx, mediaAssets.tenant_id)),
        ),
      )
      .orderBy(desc(mediaAssets.created_at))
      .limit(1)
      .for('update', { skipLocked: true });
    if (!row) return null;
    await tx
      .update(mediaAssets)
      .set({ processing: 'running', progress: 0, processing_at: dateOf(clock.now()) })
      .where(eq(mediaAssets.id, row.id));
    return { ...jobOf(row), stays: row.renditions.filter(one => !isAv1(one)) };
  });
