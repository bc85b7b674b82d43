/** Media files as the console sees them. */
import { and, eq, getTableColumns, or } from 'drizzle-orm';
import { media, type Asset } from '../../shared/contract/media.ts';
import { commonOf } from '../db/rows.ts';
import { mediaAssets } from '../db/schema.ts';
import { listing, reading } from '../resource/listing.ts';
import type { Work } from '../transaction/work.ts';
import { mediaLink } from './links.ts';
import { assetInReach } from './ownDevices.ts';
import { THUMBNAIL_MIME } from './thumbnail.ts';

type Row = typeof mediaAssets.$inferSelect;

export const shownAsset = (work: Work, row: Row): Asset => ({
  ...commonOf(row),
  filename: row.filename,
  mime: row.mime as Asset['mime'],
  codec: row.codec,
  bytes: row.bytes,
  sha256: row.sha256,
  w: row.w,
  h: row.h,
  duration_ms: row.duration_ms,
  state: row.state as Asset['state'],
  url: mediaLink(work, row.sha256),
  thumbnail_url: row.thumbnail_sha256 === null ? null : mediaLink(work, row.thumbnail_sha256),
});

export const assetListing = listing<Row, Asset>({
  entity: media,
  from: (tx, fields) => reading(tx.select(fields as never).from(mediaAssets)),
  fields: getTableColumns(mediaAssets),
  id: mediaAssets.id,
  scope: work => and(eq(mediaAssets.tenant_id, work.tenant_id), assetInReach(work)),
  searched: [mediaAssets.filename, mediaAssets.sha256],
  told: { state: mediaAssets.state, mime: mediaAssets.mime },
  deleted_at: mediaAssets.deleted_at,
  created_at: mediaAssets.created_at,
  shown: (work, rows) => rows.map(row => shownAsset(work, row)),
});

/** Type of the tenant's bytes named by this hash; of a thumbnail too, for whoever holds a link to it. */
export async function mimeOf(
  { tx, tenant_id }: Work,
  sha256: string,
  { thumbnails }: { thumbnails: boolean },
): Promise<string | null> {
  const named = or(
    eq(mediaAssets.sha256, sha256),
    thumbnails ? eq(mediaAssets.thumbnail_sha256, sha256) : undefined,
  );
  const [row] = await tx
    .select({ sha256: mediaAssets.sha256, mime: mediaAssets.mime })
    .from(mediaAssets)
    .where(and(eq(mediaAssets.tenant_id, tenant_id), named))
    .limit(1);
  if (!row) return null;
  return row.sha256 === sha256 ? row.mime : THUMBNAIL_MIME;
}
