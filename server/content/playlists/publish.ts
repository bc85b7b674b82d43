/** Publishing: the draft becomes an immutable document, and every assigned screen gets a new head. */
import { and, eq, inArray, not, notExists } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import type { PlaylistDocument } from '../../../shared/contract/playout/manifest.ts';
import type { Playlist } from '../../../shared/contract/content/playlist.ts';
import type { Db } from '../../db/database.ts';
import {
  devices,
  creatives,
  mediaAssets,
  type playlists,
  playlistVersions,
  validations,
  type PublishedItem,
} from '../../db/schema.ts';
import { refreshDevices } from '../../playout/heads.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { isApproved } from '../creatives/approved.ts';
import { isQuarantined } from '../creatives/quarantine.ts';
import { mayStillBeShown } from '../creatives/rights.ts';
import { documentOf, storeDocuments } from '../../playout/documents.ts';
import { documentItems, noteIssued, playableOf, slidesFor } from './build.ts';
import { lockDocuments } from './documentLock.ts';
import { draftItems, summaries, summaryOf } from './drafts.ts';
import { lockPlaylist, writePlaylist } from './playlists.ts';
import { besideLoop } from './zones.ts';

/** Returns the published version; it stays the same where the draft has no changes. */
export async function publish(ctx: TransactionContext, playlist_id: string): Promise<number> {
  const { tx, tenant_id, user_id, now } = ctx;
  await lockDocuments(ctx);
  const row = await lockPlaylist(ctx, playlist_id);
  if (row.deleted_at !== null) throw new AppError('STATE', 'This playlist is deleted.');
  if (!row.has_draft && row.published_version !== null) return row.published_version;
  const version = (row.published_version ?? 0) + 1;
  const items = await draftItems(ctx, row.id);
  const content = await contentOf(ctx, { ...row, version, items });
  const document = documentOf(content);
  await storeDocuments(ctx, [document]);
  const { item_count, loop_ms, bytes } = summaryOf(await summaries(ctx, [row.id]), row.id);
  await tx.insert(playlistVersions).values({
    ...{ tenant_id, playlist_id: row.id, version, items, item_count, loop_ms, bytes },
    document_sha256: document.sha256,
    creative_ids: [...new Set(items.flatMap(item => item.creative_id ?? []))],
    content_kinds: [...new Set(items.flatMap(item => item.content_kind ?? []))],
    beside_id: row.beside_id,
    published_at: dateOf(now),
    published_by: user_id,
  });
  const set = { state: 'published' as Playlist['state'], published_version: version, has_draft: false };
  await writePlaylist(ctx, row, set);
  await noteIssued(ctx, content.items);
  await refreshDevices(ctx, await screensWith(ctx, [row.id]));
  return version;
}

export async function screensWith(
  { tx, tenant_id }: TransactionContext,
  playlist_ids: readonly string[],
): Promise<string[]> {
  const rows = await tx
    .select({ id: devices.id })
    .from(devices)
    .where(and(eq(devices.tenant_id, tenant_id), inArray(devices.effective_playlist_id, [...playlist_ids])));
  return rows.map(row => row.id);
}

interface Draft extends Pick<typeof playlists.$inferSelect, 'shuffle' | 'layout' | 'beside_id'> {
  id: string;
  version: number;
  default_duration_ms: number;
  items: readonly PublishedItem[];
}
async function contentOf(ctx: TransactionContext, draft: Draft): Promise<PlaylistDocument> {
  if (draft.items.length === 0)
    throw new AppError('RULE', 'An empty playlist cannot be published.', { items: ['empty'] });
  const known = await playable(ctx, draft);
  const missing = draft.items.flatMap(({ creative_id }) =>
    creative_id === null || known.has(creative_id) ? [] : creative_id,
  );
  if (missing.length > 0)
    throw new AppError(
      'RULE',
      'Some creatives are not approved, failed a check, have no licence any more, or their files are not ready.',
      {
        creative_ids: [...new Set(missing)],
      },
    );
  const beside = draft.beside_id === null ? null : await besideLoop(ctx, draft.beside_id);
  if (draft.beside_id !== null && beside === null) {
    const text = 'Publish the playlist of the second zone first.';
    throw new AppError('RULE', text, { beside_id: [text] });
  }
  const sources = { creatives: known, ...(await slidesFor(ctx, draft.items)) };
  return {
    kind: 'playlist',
    playlist_id: draft.id,
    version: draft.version,
    items: draft.items.flatMap(item => documentItems(item, sources, draft.default_duration_ms)),
    ...(draft.shuffle !== 'none' && { shuffle: draft.shuffle }),
    ...(beside && { layout: draft.layout, beside }),
  };
}

/** A rule that keeps it off the screens was broken, and nobody has waived it. */
const passedChecks = (tx: Db) =>
  notExists(
    tx
      .select({ id: validations.id })
      .from(validations)
      .where(
        and(
          ...[eq(validations.creative_id, creatives.id), eq(validations.asset_id, creatives.asset_id)],
          eq(validations.state, 'fail'),
        ),
      ),
  );

/** Creatives of the draft that are approved, have failed no check, whose licence has not ended, not deleted and have a ready file. */
async function playable({ tx, tenant_id, now }: TransactionContext, { items }: Draft) {
  const ids = [...new Set(items.flatMap(item => item.creative_id ?? []))];
  const rows = await tx
    .select({ creative: creatives, asset: mediaAssets })
    .from(creatives)
    .innerJoin(mediaAssets, eq(mediaAssets.id, creatives.asset_id))
    .where(
      and(
        eq(creatives.tenant_id, tenant_id),
        inArray(creatives.id, ids),
        isApproved,
        eq(mediaAssets.state, 'ready'),
        not(isQuarantined),
        passedChecks(tx),
        mayStillBeShown(now),
      ),
    );
  return new Map(rows.filter(({ creative }) => creative.deleted_at === null).flatMap(row => playableOf(row)));
}
