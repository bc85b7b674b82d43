/** Which feed is read next. */
import { and, eq, ne, sql } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import { contentFeeds } from '../../db/schema.ts';
import type { Server } from '../../context/server.ts';
import { isFeatureOff } from '../../identity/tenants/layers.ts';
import { readDue, startReading } from '../../net/readDue.ts';
import type { FeedRow } from './feeds.ts';
import { nextReading, readFeed } from './readFeed.ts';

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

/** Where the tenant has feeds switched off, it stays as it is until its turn comes again. */
async function readUnlessOff(server: Server, row: FeedRow): Promise<void> {
  if (!(await isFeatureOff(server, row.tenant_id, 'content_feeds'))) await readFeed(server, row);
}

const DUE = { task: 'feeds' as const, claim: claimFeed, read: readUnlessOff };
export const readDueFeeds = (server: Server, onFault: (error: unknown) => void) =>
  readDue(server, DUE, onFault);
export const startFeeds = (server: Server, onFault: (error: unknown) => void) =>
  startReading(server, DUE, onFault);
