/** Feeds of a tenant: list, changes, and their state, which follows from when they were read. */
import { and, eq, getTableColumns, sql, type SQL } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import * as contract from '../../../shared/contract/content/feed.ts';
import type { FeedState } from '../../../shared/contract/content/feed.ts';
import { commonFieldsOf, requireFound } from '../../db/rows.ts';
import { contentFeeds } from '../../db/schema.ts';
import { asSelectQuery, listing } from '../../resource/listing.ts';
import { repository, requireState, type Repository } from '../../resource/repository.ts';
import type { TransactionContext } from '../../transaction/context.ts';

export type FeedRow = typeof contentFeeds.$inferSelect;
const MINUTE_MS = 60_000;
/** Not read for so many of its intervals, it is stale. */
const STALE_AFTER = 2;
type Watched = Pick<FeedRow, 'state' | 'ok_at' | 'created_at' | 'interval_min'>;
export function feedState({ state, ok_at, created_at, interval_min }: Watched, now: number): FeedState {
  const unread = now - (ok_at ?? created_at).getTime();
  return state === 'ok' && unread > STALE_AFTER * interval_min * MINUTE_MS ? 'stale' : state;
}
/** The same for the database, which filters and counts by it. */
function stateColumn({ now }: TransactionContext): SQL {
  const { state, ok_at, created_at, interval_min } = contentFeeds;
  const unread = sql`${dateOf(now).toISOString()}::timestamptz - coalesce(${ok_at}, ${created_at})`;
  const most = sql`${sql.raw(String(STALE_AFTER))} * ${interval_min} * interval '1 minute'`;
  return sql`case when ${state} = 'ok' and ${unread} > ${most} then 'stale' else ${state} end`;
}

/** Names its tables in full: both have an id. */
const itemCount = sql<number>`(select count(*)::int from content_items
  where content_items.feed_id = content_feeds.id and content_items.deleted_at is null)`;
const orNull = (time: Date | null) => time?.toISOString() ?? null;

export const feedListing = listing(contract.feeds)<FeedRow & { items: number }>({
  from: (tx, fields) => asSelectQuery(tx.select(fields as never).from(contentFeeds)),
  fields: { ...getTableColumns(contentFeeds), items: itemCount },
  id: contentFeeds.id,
  scope: ({ tenant_id }) => eq(contentFeeds.tenant_id, tenant_id),
  searchColumns: [contentFeeds.name, contentFeeds.url],
  filterColumns: { state: stateColumn, kind: contentFeeds.kind },
  deleted_at: contentFeeds.deleted_at,
  created_at: contentFeeds.created_at,
  serialize: ({ now }, rows) =>
    rows.map(row => ({
      ...{ name: row.name, url: row.url, kind: row.kind, format: row.format, language: row.language },
      ...{ interval_min: row.interval_min, keep_h: row.keep_h, mapping: row.mapping },
      ...{ auto_publish: row.auto_publish, state: feedState(row, now), error: row.error, items: row.items },
      ...{ checked_at: orNull(row.checked_at), ok_at: orNull(row.ok_at) },
      due_at: row.state === 'paused' ? null : orNull(row.due_at),
      ...commonFieldsOf(row),
    })),
});

const OF_ITS_READING = 'how often its reading failed';
const FOR_ITS_SERVER = 'what its server named the last answer by';
/** What is read anew is read whole: its answer may be the same while its mapping is not. */
const readAnew = (now: number) => ({ due_at: dateOf(now), etag: null, last_modified: null });

const kept = repository({
  entity: contract.feeds,
  table: contentFeeds,
  listing: feedListing,
  /** Somebody who adds or changes a feed wants to see what comes of it. */
  insertDefaults: ({ now }) => ({ due_at: dateOf(now) }),
  internalColumns: {
    failures: OF_ITS_READING,
    etag: FOR_ITS_SERVER,
    last_modified: FOR_ITS_SERVER,
  },
});

export const feedRepository: Repository = {
  ...kept,
  change: (ctx, id, expected, values) => kept.change(ctx, id, expected, { ...values, ...readAnew(ctx.now) }),
};

type Verb = keyof typeof contract.feeds.actions;
export async function actOnFeed(ctx: TransactionContext, id: string, verb: Verb) {
  const { tx, tenant_id, now } = ctx;
  const isIt = and(eq(contentFeeds.id, id), eq(contentFeeds.tenant_id, tenant_id));
  const [row] = await tx.select().from(contentFeeds).where(isIt).for('update');
  const feed = requireFound(row?.deleted_at === null ? row : undefined, 'feed');
  ctx.auditNote.before = feed;
  requireState(contract.feeds.actions[verb], feedState(feed, now));
  const set = {
    refresh: readAnew(now),
    pause: { state: 'paused' as const },
    resume: { state: 'ok' as const, failures: 0, ...readAnew(now) },
  }[verb];
  await tx
    .update(contentFeeds)
    .set({ ...set, version: feed.version + 1, updated_at: dateOf(now) })
    .where(isIt);
  return feedListing.read(ctx, id);
}
