/** Job posts that anybody may read: those of active tenants that are live and said to be public. */
import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { instant } from '../../../shared/clock.ts';
import type { publicJobs, PublicJob } from '../../../shared/contract/content/publicJobs.ts';
import type { Answer, Query } from '../../../shared/contract/wire/endpoint.ts';
import type { Server } from '../../context/server.ts';
import { containsText, rowCount } from '../../db/lists.ts';
import { contentItems, tenants } from '../../db/schema.ts';
import { crowded, openTurns } from '../../transaction/turns.ts';
import { bodyOfRow, eachLanguage } from './items.ts';
import { stateColumn } from './state.ts';

const publishedAt = sql<Date>`coalesce(${contentItems.starts_at}, ${contentItems.created_at})`.mapWith(
  contentItems.created_at,
);

/** Anybody searches: one after the other, so that whoever is signed in has the other connections. */
const SEARCHES = { atOnce: 1, waiting: 20 };
const searches = openTurns(SEARCHES, crowded('Too many are searching at once.', 'UNAVAILABLE'));

export const listPublicJobs = (server: Server, query: Query<typeof publicJobs>) =>
  searches.run('', () => findJobs(server, query));

async function findJobs(
  { tenantTransactions, clock }: Server,
  { q, employment, limit, offset }: Query<typeof publicJobs>,
): Promise<Answer<typeof publicJobs>> {
  const { details, title, body } = contentItems;
  const where = and(
    eq(contentItems.kind, 'jobs'),
    eq(contentItems.public, true),
    isNull(contentItems.deleted_at),
    sql`${stateColumn({ now: clock.now() })} = 'live'`,
    eq(tenants.status, 'active'),
    isNull(tenants.deleted_at),
    containsText(q, eachLanguage(title), eachLanguage(body), sql`${details} ->> 'employer'`),
    employment === undefined ? undefined : sql`${details} ->> 'employment' = ${employment}`,
  );
  return tenantTransactions.acrossTenants(async tx => {
    const ofTenant = eq(tenants.id, contentItems.tenant_id);
    const rows = await tx
      .select({ item: contentItems, published_at: publishedAt })
      .from(contentItems)
      .innerJoin(tenants, ofTenant)
      .where(where)
      .orderBy(desc(publishedAt), desc(contentItems.id))
      .limit(limit)
      .offset(offset);
    const [counted] = await tx
      .select({ total: rowCount })
      .from(contentItems)
      .innerJoin(tenants, ofTenant)
      .where(where);
    const items = rows.map(({ item, published_at }) => ({
      ...(bodyOfRow(item) as Omit<PublicJob, 'id' | 'published_at'>),
      id: item.id,
      published_at: instant(published_at.getTime()),
    }));
    return { items, total: counted?.total ?? 0 };
  });
}
