/** Reissues published documents after new renditions, a newer file or a quarantine: same version, new hash. */
import { and, arrayOverlaps, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm';
import type { ContentKind } from '../../../shared/contract/content/contentKinds.ts';
import type { CreativeKind } from '../../../shared/contract/content/creative.ts';
import type { DocumentItem, PlaylistDocument } from '../../../shared/contract/playout/manifest.ts';
import {
  creatives,
  documents,
  mediaAssets,
  playlists,
  playlistVersions,
  type PublishedItem,
} from '../../db/schema.ts';
import { refreshDevices } from '../../playout/heads.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { isApproved } from '../creatives/approved.ts';
import { isMadeOf } from '../../playout/withdrawn.ts';
import { isQuarantined } from '../creatives/quarantine.ts';
import { licenceEnd } from '../creatives/rights.ts';
import { documentOf, storeDocuments } from '../../playout/documents.ts';
import { documentItems, noteIssued, playableOf, slidesFor } from './build.ts';
import { lockDocuments } from './documentLock.ts';
import { durationOf, totalsOf, versionItems } from './drafts.ts';
import { screensWith } from './publish.ts';
import { besideLoop } from './zones.ts';
import { isLiveVersion } from './liveVersion.ts';

/** What screens may be given now, and what was taken off them by hand. */
async function filesNow({ tx, tenant_id }: TransactionContext, creative_ids: readonly string[]) {
  const rows = await tx
    .select({
      creative: creatives,
      asset: mediaAssets,
      isApproved: sql<boolean>`${isApproved}`,
      isQuarantined,
      licence_until: licenceEnd,
    })
    .from(creatives)
    .innerJoin(mediaAssets, eq(mediaAssets.id, creatives.asset_id))
    .where(and(eq(creatives.tenant_id, tenant_id), inArray(creatives.id, [...creative_ids])));
  const approved = rows.filter(row => row.isApproved && !row.isQuarantined);
  return {
    files: new Map(rows.map(row => [row.creative.id, row])),
    approved: new Map(approved.flatMap(row => playableOf(row))),
  };
}

/** All that was made of these files, slides with their pictures, too. */
export async function reissue(ctx: TransactionContext, asset_ids: readonly string[]): Promise<void> {
  const made = await ctx.tx
    .select({ id: creatives.id })
    .from(creatives)
    .innerJoin(mediaAssets, eq(mediaAssets.id, creatives.asset_id))
    .where(and(eq(creatives.tenant_id, ctx.tenant_id), isMadeOf(asset_ids)));
  if (made.length > 0)
    await reissueCreatives(
      ctx,
      made.map(({ id }) => id),
    );
}

/** With the file of each as it is now; one that was not approved with this file stays as it was published. */
export const reissueCreatives = (ctx: TransactionContext, creative_ids: string[]) =>
  reissueWhere(ctx, arrayOverlaps(playlistVersions.creative_ids, creative_ids));

/** Local content of these kinds went live, changed or ended. */
export const reissueContent = (ctx: TransactionContext, kinds: readonly ContentKind[]): Promise<void> =>
  kinds.length === 0
    ? Promise.resolve()
    : reissueWhere(ctx, arrayOverlaps(playlistVersions.content_kinds, [...kinds]));

/** What they play may have been taken off while they were deleted. */
export const reissuePlaylists = (ctx: TransactionContext, ids: readonly string[]): Promise<void> =>
  reissueWhere(ctx, inArray(playlists.id, [...ids]));

/** What is played beside these has changed. */
export const reissueBeside = (ctx: TransactionContext, playlist_ids: readonly string[]): Promise<void> =>
  playlist_ids.length === 0
    ? Promise.resolve()
    : reissueWhere(ctx, inArray(playlistVersions.beside_id, [...playlist_ids]));

async function reissueWhere(ctx: TransactionContext, isAffected: SQL | undefined): Promise<void> {
  const { tx, tenant_id } = ctx;
  await lockDocuments(ctx);
  const published = await tx
    .select({
      playlist_id: playlists.id,
      version: playlistVersions.version,
      /** Of the version: an edit of the draft waits until it is published. */
      default_ms: sql<number>`coalesce(${playlistVersions.default_duration_ms}, ${playlists.default_duration_ms})`,
      beside_id: playlistVersions.beside_id,
      items: playlistVersions.items,
      body: documents.body,
    })
    .from(playlists)
    .innerJoin(playlistVersions, isLiveVersion)
    .innerJoin(
      documents,
      and(
        eq(documents.tenant_id, playlists.tenant_id),
        eq(documents.sha256, playlistVersions.document_sha256),
      ),
    )
    .where(and(eq(playlists.tenant_id, tenant_id), isNull(playlists.deleted_at), isAffected))
    .orderBy(playlists.id)
    .for('update', { of: playlists });
  const changed: string[] = [];
  for (const one of published) if (await reissueOne(ctx, one)) changed.push(one.playlist_id);
  if (changed.length === 0) return;
  await refreshDevices(ctx, await screensWith(ctx, changed));
  await reissueBeside(ctx, changed);
}

interface Published {
  playlist_id: string;
  version: number;
  default_ms: number;
  beside_id: string | null;
  items: PublishedItem[];
  body: string;
}
/** Says whether its document changed. */
async function reissueOne(
  ctx: TransactionContext,
  { playlist_id, version, default_ms, beside_id, items: stored, body }: Published,
): Promise<boolean> {
  const { tx, tenant_id } = ctx;
  const drafts = versionItems(stored);
  const { approved, files } = await filesNow(
    ctx,
    drafts.flatMap(({ creative_id }) => creative_id ?? []),
  );
  const { beside: _former, ...content } = JSON.parse(body) as PlaylistDocument;
  const before = new Map(content.items.map(item => [item.id, item]));
  const sources = { creatives: approved, ...(await slidesFor(ctx, drafts)) };
  const items = drafts.flatMap((draft): DocumentItem[] => {
    if (draft.creative_id === null) return documentItems(draft, sources, default_ms);
    if (files.get(draft.creative_id)?.isQuarantined) return [];
    /** One that comes back from quarantine is no longer in the document. */
    const item = before.get(draft.id);
    const now = approved.get(draft.creative_id);
    if (!now) return item ? [item] : [];
    const isOwnLength = item === undefined || (draft.duration_ms === null && now.kind !== 'image');
    return documentItems(draft, sources, default_ms).map(made =>
      item === undefined
        ? made
        : { ...made, name: item.name, duration_ms: isOwnLength ? made.duration_ms : item.duration_ms },
    );
  });
  const beside = beside_id === null ? null : await besideLoop(ctx, beside_id);
  /** A second zone that was deleted is left out; it is there again once its playlist is. */
  const document = documentOf({ ...content, items, ...(beside && { beside }) });
  if (document.body === body) return false;
  await storeDocuments(ctx, [document]);
  await noteIssued(ctx, items);
  const totals = totalsOf(
    drafts.map(draft => {
      const file = files.get(draft.creative_id ?? '');
      const creative = file && { ...file.creative, kind: file.creative.kind as CreativeKind };
      return {
        ms: durationOf(draft, creative ?? null, default_ms),
        ...{ sha256: file?.asset.sha256 ?? null, bytes: file?.asset.bytes ?? null },
        is_quarantined: file?.isQuarantined ?? null,
      };
    }),
  );
  await tx
    .update(playlistVersions)
    .set({ document_sha256: document.sha256, ...totals })
    .where(
      and(
        eq(playlistVersions.tenant_id, tenant_id),
        eq(playlistVersions.playlist_id, playlist_id),
        eq(playlistVersions.version, version),
      ),
    );
  return true;
}
