/** What of local content screens are given: the card of each item that is live, or will be soon. */
import { and, asc, eq, gt, isNull, lte, not, or, sql } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import type { ContentKind } from '../../../shared/contract/content/contentKinds.ts';
import type { DocumentAsset, DocumentItem } from '../../../shared/contract/playout/manifest.ts';
import { contentItems, mediaAssets } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { documentAssetOf } from '../media/assets.ts';
import { isQuarantined } from '../creatives/quarantine.ts';
import { licenceEnd } from '../creatives/rights.ts';
import { AHEAD_MS } from './dueTime.ts';
import { titleOf } from './items.ts';

/** Of one kind in a document: a screen on a metered line loads each of them. */
export const MAX_CHOICES = 24;
const METRES_A_KM = 1_000;

export interface ContentChoice extends Pick<DocumentItem, 'starts_at' | 'ends_at' | 'near'> {
  content_item_id: string;
  name: string;
  asset: DocumentAsset;
  /** The lower goes first. */
  priority: number;
  /** The last day of the licence of its picture. */
  licence_until: string | null;
}
/** In the order in which they take turns: by priority, the newest of one priority first. */
export async function choicesOf(
  { tx, tenant_id, now }: TransactionContext,
  kind: ContentKind,
): Promise<ContentChoice[]> {
  const { state, starts_at, ends_at, priority, created_at } = contentItems;
  const rows = await tx
    .select({ item: contentItems, card: mediaAssets, licence_until: licenceEnd })
    .from(contentItems)
    .innerJoin(mediaAssets, eq(mediaAssets.id, contentItems.card_id))
    .where(
      and(
        ...[eq(contentItems.tenant_id, tenant_id), eq(contentItems.kind, kind), eq(state, 'live')],
        ...[isNull(contentItems.deleted_at), eq(mediaAssets.state, 'ready')],
        eq(contentItems.approved_sha256, mediaAssets.sha256),
        not(isQuarantined),
        or(isNull(starts_at), lte(starts_at, dateOf(now + AHEAD_MS))),
        or(isNull(ends_at), gt(ends_at, dateOf(now))),
      ),
    )
    .orderBy(asc(priority), sql`coalesce(${starts_at}, ${created_at}) desc`, contentItems.id)
    .limit(MAX_CHOICES);
  return rows.flatMap(({ item, card, licence_until }) => {
    const asset = documentAssetOf(card, []);
    if (!asset) return [];
    const { geo } = item;
    const choice: ContentChoice = {
      ...{ content_item_id: item.id, name: titleOf(item), asset, priority: item.priority },
      licence_until,
      ...(item.starts_at && { starts_at: item.starts_at.toISOString() }),
      ...(item.ends_at && { ends_at: item.ends_at.toISOString() }),
      ...(geo && { near: { lat: geo.lat, lng: geo.lng, radius_km: geo.radius_m / METRES_A_KM } }),
    };
    return [choice];
  });
}
