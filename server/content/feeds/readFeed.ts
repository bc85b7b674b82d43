/** Reads a feed and keeps what came of it: its items, and when it is read next. */
import { and, eq, inArray } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import { FAILURES_UNTIL_FAILING, type FeedFault } from '../../../shared/contract/content/feed.ts';
import { canonical } from '../../../shared/contract/wire/canonical.ts';
import { EDITABLE_STATES, type ContentBody } from '../../../shared/contract/content/contentItem.ts';
import { contentFeeds, contentItems } from '../../db/schema.ts';
import { backedOff } from '../../net/backOff.ts';
import { OutboundError, type Outbound, type OutboundAnswer } from '../../net/outbound.ts';
import type { Server } from '../../context/server.ts';
import { inTenant, type TransactionContext } from '../../transaction/context.ts';
import { isPublished } from '../local/cards.ts';
import { newestBodyOf, type ContentRow } from '../local/items.ts';
import { stateAt } from '../local/state.ts';
import { edited } from '../local/edits.ts';
import { refusedWords } from '../local/words.ts';
import { addItem } from '../local/writes.ts';
import { doesAnybodyLook } from '../submissions/contentSubmissions.ts';
import { fetchPicture } from './picture.ts';
import { mapEntry, type MappedEntry } from './mapping.ts';
import { broughtOf, mergedBody } from './merge.ts';
import { FeedError, parseFeed, type ParsedFeed } from './parse.ts';
import type { FeedRow } from './feeds.ts';

const MAX_BYTES = 2_000_000;
const TYPES = /\b(xml|rss|atom|json)\b|^text\/(plain|html)/i;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

type Source = Pick<FeedRow, 'url' | 'format'> & Partial<Pick<FeedRow, 'etag' | 'last_modified'>>;
/** null: it is as it was. */
export async function fetchFeed(
  outbound: Outbound,
  { url, format, etag = null, last_modified = null }: Source,
): Promise<{ answer: OutboundAnswer; feed: ParsedFeed | null }> {
  const headers = {
    ...(etag !== null && { 'if-none-match': etag }),
    ...(last_modified !== null && { 'if-modified-since': last_modified }),
  };
  const answer = await outbound({ url, types: TYPES, maxBytes: MAX_BYTES, headers });
  return { answer, feed: answer.isModified ? await parseFeed(answer.bytes, format) : null };
}

/** Twice as long after each failure, a day at most. */
export const nextReading = ({ interval_min }: Pick<FeedRow, 'interval_min'>, failures: number, now: number) =>
  dateOf(now + backedOff(interval_min * MINUTE_MS, failures, DAY_MS));

/** Why it could not be read; a fault of ours is none of its. */
const faultOf = (error: unknown): FeedFault | null =>
  error instanceof OutboundError || error instanceof FeedError ? error.fault : null;

/** An entry was left as it is while somebody looks at it, or its picture could not be had: the next reading is given it again. */
const UNREAD = { etag: null, last_modified: null };

export async function readFeed(server: Server, row: FeedRow): Promise<void> {
  const now = server.clock.now();
  try {
    const { answer, feed } = await fetchFeed(server.outbound, row);
    const isWhole = feed === null || (await keepEntries(server, row, feed));
    const { etag, last_modified } = isWhole ? answer : UNREAD;
    const read = { ok_at: dateOf(now), failures: 0, error: null, state: 'ok' as const };
    await note(server, row, { ...read, ...(feed && { etag, last_modified }) });
  } catch (error) {
    const failures = row.failures + 1;
    const fault = faultOf(error);
    const state = failures >= FAILURES_UNTIL_FAILING ? ('failing' as const) : ('ok' as const);
    await note(server, row, { failures, state, error: fault ?? 'unkept' });
    if (fault === null) throw error;
  }
}

/** Somebody who paused or changed it meanwhile is right: that it is read anew at once stays, too. */
const note = (server: Server, row: FeedRow, set: Partial<FeedRow> & { failures: number }) =>
  inTenant(server, { tenant_id: row.tenant_id, user_id: null }, ({ tx, now }) =>
    tx
      .update(contentFeeds)
      .set({ checked_at: dateOf(now), due_at: nextReading(row, set.failures, now), ...set })
      .where(
        and(
          eq(contentFeeds.id, row.id),
          eq(contentFeeds.tenant_id, row.tenant_id),
          eq(contentFeeds.version, row.version),
        ),
      ),
  );

/** False: something of it waits for another reading. */
async function keepEntries(server: Server, row: FeedRow, feed: ParsedFeed): Promise<boolean> {
  const now = server.clock.now();
  const mapped = feed.entries.map(entry => mapEntry(row, feed, entry, now));
  const current = mapped.filter(({ item, ends_at }) => item !== null && Date.parse(ends_at) > now);
  /** One entry that is named twice is one item. */
  const entries = [...new Map(current.map(entry => [entry.guid, entry])).values()];
  const known = await knownItems(server, row, entries);
  let isWhole = true;
  for (const entry of entries) {
    const before = known.get(entry.guid);
    const image_id = await pictureOf(server, row, entry, before);
    const isRead = await inTenant(server, { tenant_id: row.tenant_id, user_id: null }, async ctx => {
      if (!(await isStillRead(ctx, row))) return false;
      const isKept = await keepEntry(ctx, { feed: row, entry, image_id });
      isWhole &&= isKept && (image_id !== null || entry.image_url === null);
      return true;
    });
    if (!isRead) return isWhole;
  }
  return isWhole;
}

/** Somebody who pauses, changes or deletes it meanwhile waits for one entry at most. */
async function isStillRead({ tx, tenant_id }: TransactionContext, feed: FeedRow): Promise<boolean> {
  const { id, version } = contentFeeds;
  const [same] = await tx
    .select({ id })
    .from(contentFeeds)
    .where(and(eq(id, feed.id), eq(contentFeeds.tenant_id, tenant_id), eq(version, feed.version)))
    .for('share');
  return same !== undefined;
}

const knownItems = (server: Server, { id, tenant_id }: FeedRow, entries: readonly MappedEntry[]) =>
  inTenant(server, { tenant_id, user_id: null }, async ({ tx }) => {
    const guids = entries.map(({ guid }) => guid);
    const rows = await tx
      .select()
      .from(contentItems)
      .where(
        and(
          eq(contentItems.tenant_id, tenant_id),
          eq(contentItems.feed_id, id),
          inArray(contentItems.guid, guids),
        ),
      );
    return new Map(rows.map(item => [item.guid, item]));
  });

/** A picture that was fetched once is not fetched again; one that cannot be had is left out. */
async function pictureOf(
  server: Server,
  { tenant_id }: FeedRow,
  { image_url, title }: MappedEntry,
  before: ContentRow | undefined,
): Promise<string | null> {
  if (image_url === null) return null;
  const brought = before && broughtOf(before);
  if (brought?.image_url === image_url && brought.body.image_id) return brought.body.image_id;
  return fetchPicture(server, { url: image_url, tenant_id, name: title });
}

interface Kept {
  feed: FeedRow;
  entry: MappedEntry;
  image_id: string | null;
}
/**
 * What a feed has not changed since it was read last is not brought again, whatever somebody decided about it.
 * What somebody rejected, ended, archived or deleted stays as he left it, and what he looks at as he sees it. Words that
 * the rules refuse do not get to the screens.
 */
async function keepEntry(ctx: TransactionContext, { feed, entry, image_id }: Kept): Promise<boolean> {
  const { tx, tenant_id, now } = ctx;
  const { guid, image_url } = entry;
  const item = { ...(entry.item as ContentBody), image_id };
  const [before] = await tx
    .select()
    .from(contentItems)
    .where(
      and(
        eq(contentItems.tenant_id, tenant_id),
        eq(contentItems.feed_id, feed.id),
        eq(contentItems.guid, guid),
      ),
    )
    .for('update');
  const brought = { body: item, image_url };
  if (!before) {
    const isAllowed = (await refusedWords(ctx, item)).length === 0;
    const state = feed.auto_publish && isAllowed ? 'live' : 'in_review';
    await addItem(ctx, item, { source: 'feed', feed_id: feed.id, guid, image_url, brought, state });
    return true;
  }
  if (before.deleted_at !== null || !EDITABLE_STATES.includes(stateAt(before, now))) return true;
  if (canonical(brought) === canonical(before.brought)) return true;
  if (await doesAnybodyLook(ctx, before.id)) return false;
  const body = mergedBody(newestBodyOf(before), broughtOf(before).body, item);
  if (isPublished(before) && (await refusedWords(ctx, body)).length > 0) return true;
  await edited(ctx, before, body, { image_url, brought });
  return true;
}
