/** Publishing: the draft becomes an immutable document, and every assigned screen gets a new head. */
import { and, eq, inArray } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import type { LeftOut } from '../../../shared/contract/content/playlistCalls.ts';
import { refusedByContent, type RefusedCreative } from '../../../shared/contract/content/refusals.ts';
import type { Playlist } from '../../../shared/contract/content/playlist.ts';
import { creatives, devices, playlistVersions, validations } from '../../db/schema.ts';
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
  ctx: TransactionContext,
  draft: Draft,
  { left_out, is_beside_missing }: DraftContent,
): Promise<void> {
  if (draft.items.length === 0)
    throw refusedByContent('empty_playlist', 'An empty playlist cannot be published.', { items: ['empty'] });
  const reasons = new Map(left_out.map(({ item_id, reason }) => [item_id, reason]));
  const missing = new Map(
    draft.items.flatMap(({ id, creative_id }): [string, LeftOut][] => {
      const reason = reasons.get(id);
      return creative_id === null || reason === undefined ? [] : [[creative_id, reason]];
    }),
  );
  if (missing.size > 0) {
    const refused = await refusedCreatives(ctx, missing);
    const text =
      'Some creatives are not approved, failed a check, have no licence any more, or their files are not ready.';
    const names = refused.map(({ name }) => name).join(', ');
    throw refusedByContent('left_out', text, { creative_ids: [...missing.keys()], names, refused });
  }
  if (is_beside_missing) {
    const text = 'Publish the playlist of the second zone first.';
    throw refusedByContent('second_zone', text, { beside_id: [text] });
  }
}

/** By name, each with the rules it broke by the file that it shows. */
async function refusedCreatives(
  { tx, tenant_id }: TransactionContext,
  reasons: ReadonlyMap<string, LeftOut>,
): Promise<RefusedCreative[]> {
  const named = await tx
    .select({ id: creatives.id, name: creatives.name, asset_id: creatives.asset_id })
    .from(creatives)
    .where(and(eq(creatives.tenant_id, tenant_id), inArray(creatives.id, [...reasons.keys()])))
    .orderBy(creatives.name);
  const failed = await tx
    .select()
    .from(validations)
    .where(
      and(
        ...[eq(validations.tenant_id, tenant_id), eq(validations.state, 'fail')],
        inArray(validations.creative_id, [...reasons.keys()]),
      ),
    )
    .orderBy(validations.rule);
  return named.map(({ id, name, asset_id }) => {
    const reason = reasons.get(id) ?? 'deleted';
    const own = failed.filter(one => one.creative_id === id && one.asset_id === asset_id);
    const checks = own.map(({ rule, measured, most, found }) => ({ rule, measured, limit: most, found }));
    return { id, name, reason, checks: reason === 'failed_check' ? checks : [] };
  });
}
