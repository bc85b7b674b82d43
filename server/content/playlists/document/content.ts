/** The document that a draft would become, and what of it screens would not be given. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { LeftOut } from '../../../../shared/contract/content/playlistCalls.ts';
import type { PlaylistDocument } from '../../../../shared/contract/playout/manifest.ts';
import { creatives, mediaAssets, type playlists, type PublishedItem } from '../../../db/schema.ts';
import type { TransactionContext } from '../../../transaction/context.ts';
import { isApproved } from '../../creatives/approved.ts';
import { isQuarantined } from '../../creatives/quarantine.ts';
import { licenceEnd, mayStillBeShown } from '../../creatives/rights.ts';
import { failsCheck } from '../../validation/failing.ts';
import { documentItems, playableOf, slidesFor, type PlayableCreative } from '../build.ts';
import { besideLoop } from '../zones.ts';

export interface Draft extends Pick<
  typeof playlists.$inferSelect,
  'shuffle' | 'layout' | 'beside_id' | 'default_duration_ms'
> {
  id: string;
  version: number;
  items: readonly PublishedItem[];
}
export interface DraftContent {
  document: PlaylistDocument;
  left_out: { item_id: string; reason: LeftOut }[];
  /** The playlist of its second zone has published nothing. */
  is_beside_missing: boolean;
}

/** By its id: each creative of the draft as screens play it, or why they may not be given it. */
async function creativesOf(
  { tx, tenant_id, now }: TransactionContext,
  items: readonly PublishedItem[],
): Promise<Map<string, PlayableCreative | LeftOut>> {
  const ids = [...new Set(items.flatMap(item => item.creative_id ?? []))];
  const rows = await tx
    .select({
      creative: creatives,
      asset: mediaAssets,
      is_approved: sql<boolean>`${isApproved}`,
      fails_check: failsCheck,
      isQuarantined,
      is_licensed: sql<boolean>`${mayStillBeShown(now)}`,
      licence_until: licenceEnd,
    })
    .from(creatives)
    .innerJoin(mediaAssets, eq(mediaAssets.id, creatives.asset_id))
    .where(and(eq(creatives.tenant_id, tenant_id), inArray(creatives.id, ids)));
  return new Map(
    rows.map(row => {
      const { creative, asset, is_approved, fails_check, is_licensed } = row;
      const judge = (): PlayableCreative | LeftOut => {
        if (creative.deleted_at !== null) return 'deleted';
        if (row.isQuarantined) return 'quarantined';
        if (asset.state !== 'ready') return 'file_not_ready';
        if (!is_approved) return 'not_approved';
        if (fails_check) return 'failed_check';
        if (!is_licensed) return 'ended';
        return playableOf(row)[0]?.[1] ?? 'file_not_ready';
      };
      return [creative.id, judge()];
    }),
  );
}

export async function contentOf(ctx: TransactionContext, draft: Draft): Promise<DraftContent> {
  const judged = await creativesOf(ctx, draft.items);
  const known = new Map(
    [...judged].flatMap(([id, one]) => (typeof one === 'string' ? [] : [[id, one] as const])),
  );
  const beside = draft.beside_id === null ? null : await besideLoop(ctx, draft.beside_id);
  const sources = { creatives: known, ...(await slidesFor(ctx, draft.items)) };
  const made = draft.items.map(item => ({
    item,
    playable: documentItems(item, sources, draft.default_duration_ms),
  }));
  const reasonOf = ({ creative_id }: PublishedItem): LeftOut => {
    if (creative_id === null) return 'no_content';
    const reason = judged.get(creative_id);
    return typeof reason === 'string' ? reason : 'deleted';
  };
  return {
    document: {
      kind: 'playlist',
      playlist_id: draft.id,
      version: draft.version,
      items: made.flatMap(({ playable }) => playable),
      ...(draft.shuffle !== 'none' && { shuffle: draft.shuffle }),
      ...(beside && { layout: draft.layout, beside }),
    },
    left_out: made
      .filter(({ playable }) => playable.length === 0)
      .map(({ item }) => ({ item_id: item.id, reason: reasonOf(item) })),
    is_beside_missing: draft.beside_id !== null && beside === null,
  };
}
