/** The draft of a playlist: its ordered items and their totals. */
import { and, asc, eq, inArray } from 'drizzle-orm';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import type { Creative } from '../../../shared/contract/content/creative.ts';
import {
  MAX_HOURS,
  WIDGET_IDS,
  type Playlist,
  type PlaylistItem,
} from '../../../shared/contract/content/playlist.ts';
import { uuid7 } from '../../../shared/random.ts';
import { creatives, mediaAssets, playlistItems, playlists, type PublishedItem } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { creativesById } from '../creatives/creatives.ts';
import { isQuarantined } from '../creatives/quarantine.ts';

const STRIP_ITEMS = 50;

/** ms; an item's own duration, else that of the video or slide, else the playlist's default. */
export const durationOf = (
  item: { duration_ms: number | null },
  creative: Pick<Creative, 'kind' | 'duration_ms'> | null,
  default_duration_ms: number,
) =>
  item.duration_ms ??
  (creative === null || creative.kind === 'image' ? default_duration_ms : creative.duration_ms);

export type Summary = Pick<Playlist, 'item_count' | 'loop_ms' | 'bytes' | 'strip' | 'hours'>;
const EMPTY: Summary = { item_count: 0, loop_ms: 0, bytes: 0, strip: [], hours: [] };

/** Each once, however many items have it. */
function withHours(known: Summary['hours'], more: Summary['hours']): Summary['hours'] {
  const named = new Set(known.map(one => JSON.stringify(one)));
  return [...known, ...more.filter(one => !named.has(JSON.stringify(one)))].slice(0, MAX_HOURS);
}

interface CountedItem {
  ms: number;
  /** Of its file; null: it has none of its own. */
  sha256: string | null;
  bytes: number | null;
  /** No screen is given it. */
  is_quarantined: boolean | null;
}
/** Of a draft and of a version alike: what is in quarantine takes no time, and a file that is used twice counts once. */
export function totalsOf(items: readonly CountedItem[]): Pick<Summary, 'loop_ms' | 'bytes'> {
  const played = items.filter(({ is_quarantined }) => is_quarantined !== true);
  const files = new Map(
    played.flatMap(({ sha256, bytes }) => (sha256 === null ? [] : [[sha256, bytes ?? 0] as const])),
  );
  return {
    loop_ms: played.reduce((sum, { ms }) => sum + ms, 0),
    bytes: [...files.values()].reduce((sum, bytes) => sum + bytes, 0),
  };
}

export async function summaries(
  { tx, tenant_id }: TransactionContext,
  playlist_ids: readonly string[],
): Promise<Map<string, Summary>> {
  const all = new Map<string, Summary>();
  if (playlist_ids.length === 0) return all;
  const rows = await tx
    .select({
      playlist_id: playlistItems.playlist_id,
      creative_id: playlistItems.creative_id,
      item_id: playlistItems.id,
      widget: playlistItems.widget,
      duration_ms: playlistItems.duration_ms,
      dayparts: playlistItems.dayparts,
      creative: { kind: creatives.kind, duration_ms: creatives.duration_ms },
      bytes: mediaAssets.bytes,
      sha256: mediaAssets.sha256,
      is_quarantined: isQuarantined,
      default_ms: playlists.default_duration_ms,
    })
    .from(playlistItems)
    .innerJoin(playlists, eq(playlists.id, playlistItems.playlist_id))
    .leftJoin(creatives, eq(creatives.id, playlistItems.creative_id))
    .leftJoin(mediaAssets, eq(mediaAssets.id, creatives.asset_id))
    .where(and(eq(playlistItems.tenant_id, tenant_id), inArray(playlistItems.playlist_id, [...playlist_ids])))
    .orderBy(playlistItems.playlist_id, playlistItems.position);
  const counted = new Map<string, CountedItem[]>();
  for (const row of rows) {
    const before = all.get(row.playlist_id) ?? EMPTY;
    const kind = (row.creative?.kind ?? 'slide') as Creative['kind'];
    const ms = durationOf(row, row.creative && { ...row.creative, kind }, row.default_ms);
    const creative_id = row.creative_id ?? (row.widget === null ? row.item_id : WIDGET_IDS[row.widget]);
    const isDrawn = before.strip.length < STRIP_ITEMS && row.is_quarantined !== true;
    all.set(row.playlist_id, {
      ...before,
      item_count: before.item_count + 1,
      strip: isDrawn ? [...before.strip, { creative_id, kind, ms }] : before.strip,
      hours: withHours(before.hours, row.dayparts),
    });
    const items = counted.get(row.playlist_id) ?? [];
    items.push({ ...row, ms });
    counted.set(row.playlist_id, items);
  }
  for (const [id, items] of counted) all.set(id, { ...summaryOf(all, id), ...totalsOf(items) });
  return all;
}
export const summaryOf = (all: Map<string, Summary>, id: string) => all.get(id) ?? EMPTY;

export async function draftItems(
  { tx, tenant_id }: TransactionContext,
  playlist_id: string,
): Promise<PublishedItem[]> {
  const rows = await tx
    .select()
    .from(playlistItems)
    .where(and(eq(playlistItems.tenant_id, tenant_id), eq(playlistItems.playlist_id, playlist_id)))
    .orderBy(asc(playlistItems.position));
  return rows.map(({ tenant_id: _tenant, playlist_id: _playlist, position: _position, ...item }) => ({
    ...item,
    transition: item.transition as PlaylistItem['transition'],
    fit: item.fit as PlaylistItem['fit'],
  }));
}

/** With the creative of each; null where it is no creative's, or was deleted. */
export async function withCreatives(
  ctx: TransactionContext,
  items: readonly PublishedItem[],
): Promise<PlaylistItem[]> {
  const known = await creativesById(
    ctx,
    items.flatMap(item => item.creative_id ?? []),
  );
  return items.map(item => ({ ...item, creative: known.get(item.creative_id ?? '') ?? null }));
}

/** Versions of older servers name creatives alone and nothing that restricts them. */
const PLAIN: Partial<PublishedItem> = {
  ...{ source: 'creative', content_kind: null, widget: null, weight: 1 },
  ...{ dayparts: [], conditions: [], valid_from: null, valid_until: null },
};
export const versionItems = (items: readonly PublishedItem[]): PublishedItem[] =>
  items.map(item => ({ ...PLAIN, ...item }));

/** What is left out is as the table has it by default: a creative that nothing restricts. */
export type DraftItem = Partial<Omit<PublishedItem, 'id'>> & { id?: string | undefined };

/** An item keeps its id when items are reordered, so that play records still refer to it. */
export async function writeItems(
  ctx: TransactionContext,
  playlist_id: string,
  items: readonly DraftItem[],
): Promise<void> {
  const { tx, tenant_id, now } = ctx;
  await requireCreatives(ctx, items);
  const kept = new Set((await draftItems(ctx, playlist_id)).map(item => item.id));
  await tx
    .delete(playlistItems)
    .where(and(eq(playlistItems.tenant_id, tenant_id), eq(playlistItems.playlist_id, playlist_id)));
  if (items.length === 0) return;
  await tx.insert(playlistItems).values(
    items.map(({ id, ...item }, position) => {
      /** An id is kept only if it was in this playlist, and only once. */
      const own = id !== undefined && kept.delete(id) ? id : uuid7(now);
      return { ...item, id: own, tenant_id, playlist_id, position };
    }),
  );
}

/** Locks the creatives against deletion until the commit. */
async function requireCreatives(ctx: TransactionContext, items: readonly DraftItem[]): Promise<void> {
  const ids = [...new Set(items.flatMap(item => item.creative_id ?? []))];
  if (ids.length === 0) return;
  await ctx.tx
    .select({ id: creatives.id })
    .from(creatives)
    .where(and(eq(creatives.tenant_id, ctx.tenant_id), inArray(creatives.id, ids)))
    .orderBy(creatives.id)
    .for('key share');
  const known = await creativesById(ctx, ids);
  const missing = ids.filter(id => !known.has(id));
  if (missing.length > 0)
    throw new AppError('VALIDATION', 'Some creatives do not exist or were deleted.', {
      items: ['Some creatives do not exist or were deleted.'],
      creative_ids: missing,
    });
}
