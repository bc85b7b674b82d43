/** Publishing: the draft becomes an immutable document, and every assigned screen gets a new head. */
import { and, eq, inArray } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import { refusedByContent } from '../../../shared/contract/content/refusals.ts';
import type { Playlist } from '../../../shared/contract/content/playlist.ts';
import { creatives, devices, playlistVersions } from '../../db/schema.ts';
import { refreshDevices } from '../../playout/heads.ts';
import { requireOpen } from './acts/requireOpen.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { documentOf, storeDocuments } from '../../playout/documents.ts';
import { noteIssued } from './build.ts';
import { contentOf, type Draft, type DraftContent } from './document/content.ts';
import { lockDocuments } from './documentLock.ts';
import { draftItems, summaries, summaryOf } from './drafts.ts';
import { playsAny } from '../ownDevices.ts';
import { lockPlaylist, writePlaylist } from './playlists.ts';

export async function lockForPublish(ctx: TransactionContext, playlist_id: string) {
  await lockDocuments(ctx);
  return lockPlaylist(ctx, playlist_id);
}

/** Returns the published version; it stays the same where the draft has no changes. */
export async function publish(ctx: TransactionContext, playlist_id: string): Promise<number> {
  const { tx, tenant_id, user_id, now } = ctx;
  const row = await lockForPublish(ctx, playlist_id);
  requireOpen(row);
  if (!row.has_draft && row.published_version !== null) return row.published_version;
  const version = (row.published_version ?? 0) + 1;
  const items = await draftItems(ctx, row.id);
  const draft = { ...row, version, items };
  const content = await contentOf(ctx, draft);
  await requireWhole(ctx, draft, content);
  const document = documentOf(content.document);
  await storeDocuments(ctx, [document]);
  const { item_count, loop_ms, bytes } = summaryOf(await summaries(ctx, [row.id]), row.id);
  await tx.insert(playlistVersions).values({
    ...{ tenant_id, playlist_id: row.id, version, items, item_count, loop_ms, bytes },
    document_sha256: document.sha256,
    creative_ids: [...new Set(items.flatMap(item => item.creative_id ?? []))],
    content_kinds: [...new Set(items.flatMap(item => item.content_kind ?? []))],
    beside_id: row.beside_id,
    default_duration_ms: row.default_duration_ms,
    published_at: dateOf(now),
    published_by: user_id,
  });
  const set = { state: 'published' as Playlist['state'], published_version: version, has_draft: false };
  await writePlaylist(ctx, row, set);
  await noteIssued(ctx, content.document.items);
  await refreshDevices(ctx, await screensWith(ctx, [row.id]));
  return version;
}

/** Those that play one of them, be it at some hours only. */
export async function screensWith(
  { tx, tenant_id }: TransactionContext,
  playlist_ids: readonly string[],
): Promise<string[]> {
  const rows = await tx
    .select({ id: devices.id })
    .from(devices)
    .where(and(eq(devices.tenant_id, tenant_id), playsAny(playlist_ids)));
  return rows.map(row => row.id);
}

/** What a person must mend before the screens are given it; a kind of local content may have nothing for now. */
async function requireWhole(
  { tx, tenant_id }: TransactionContext,
  draft: Draft,
  { left_out, is_beside_missing }: DraftContent,
): Promise<void> {
  if (draft.items.length === 0)
    throw refusedByContent('empty_playlist', 'An empty playlist cannot be published.', { items: ['empty'] });
  const creativeOf = new Map(draft.items.map(({ id, creative_id }) => [id, creative_id]));
  const missing = left_out.flatMap(({ item_id }) => creativeOf.get(item_id) ?? []);
  if (missing.length > 0) {
    const creative_ids = [...new Set(missing)];
    const named = await tx
      .select({ name: creatives.name })
      .from(creatives)
      .where(and(eq(creatives.tenant_id, tenant_id), inArray(creatives.id, creative_ids)))
      .orderBy(creatives.name);
    const text =
      'Some creatives are not approved, failed a check, have no licence any more, or their files are not ready.';
    const names = named.map(({ name }) => name).join(', ');
    throw refusedByContent('left_out', text, { creative_ids, names });
  }
  if (is_beside_missing) {
    const text = 'Publish the playlist of the second zone first.';
    throw refusedByContent('second_zone', text, { beside_id: [text] });
  }
}
