/** Reads feeds as they fall due, one at a time, as long as the process runs. */
import { and, eq, ne, sql } from 'drizzle-orm';
import { dateOf, every } from '../../../shared/clock.ts';
import { contentFeeds } from '../../db/schema.ts';
import type { Server } from '../../context/server.ts';
import type { FeedRow } from './feeds.ts';
import { nextReading, readFeed } from './readFeed.ts';

const PAUSE_MS = 5_000;
/** In one round, so that a stop does not wait for long. */
const ROUND = 20;

/** The one that has waited longest. It falls due again later, so that no second node reads it meanwhile. */
const claimFeed = ({ tenantTransactions, clock }: Server): Promise<FeedRow | undefined> =>
  tenantTransactions.acrossTenants(async tx => {
    const now = clock.now();
    const [row] = await tx
      .select()
      .from(contentFeeds)
      .where(
        and(
          ne(contentFeeds.state, 'paused'),
          sql`${contentFeeds.deleted_at} is null and ${contentFeeds.due_at} <= ${dateOf(now).toISOString()}::timestamptz`,
          sql`exists (select 1 from tenants where tenants.id = content_feeds.tenant_id and tenants.status = 'active')`,
        ),
      )
      .orderBy(contentFeeds.due_at)
      .limit(1)
      .for('update', { skipLocked: true });
    if (row)
      await tx
        .update(contentFeeds)
        .set({ due_at: nextReading(row, 0, now) })
        .where(eq(contentFeeds.id, row.id));
    return row;
  });

export async function readDueFeeds(server: Server, onFault: (error: unknown) => void): Promise<number> {
  for (let read = 0; ; read++) {
    const feed = read < ROUND ? await claimFeed(server) : undefined;
    if (!feed) return read;
    await readFeed(server, feed).catch(onFault);
  }
}

export function startFeeds(server: Server, onFault: (error: unknown) => void): () => void {
  return every(server.clock, PAUSE_MS, () => readDueFeeds(server, onFault).catch(onFault));
}
