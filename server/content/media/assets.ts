/** Media files for the console. */
import { and, eq, getTableColumns, ne, or, sql, type SQL } from 'drizzle-orm';
import type { DocumentAsset } from '../../../shared/contract/playout/manifest.ts';
import {
  CHUNK_BYTES,
  isAv1,
  shownFile,
  SLIDE_MIME,
  type Asset,
} from '../../../shared/contract/content/media.ts';
import { endingBefore, lastDayAnywhere } from '../../../shared/playout/licence.ts';
import { media, NO_FOLDER, type MediaFile } from '../../../shared/contract/content/library/mediaLibrary.ts';
import { commonFieldsOf } from '../../db/rows.ts';
import { mediaAssets, type StoredRendition } from '../../db/schema.ts';
import { listing, asSelectQuery } from '../../resource/listing.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { mediaLink } from './links.ts';
import { mayRelease } from '../creatives/quarantine.ts';
import { assetInReach } from '../ownDevices.ts';
import { THUMBNAIL_MIME } from './thumbnail.ts';

type Row = typeof mediaAssets.$inferSelect;

/** `isQuarantined`: the file, or a picture in it. */
export function toAsset(
  ctx: TransactionContext,
  row: Row,
  isQuarantined = row.state === 'quarantined',
): Asset {
  const isWithheld = isQuarantined && !mayRelease(ctx);
  const link = (sha256: string) => (isWithheld ? '' : mediaLink(ctx, sha256));
  const still = (sha256: string | null) => (sha256 === null || isWithheld ? null : link(sha256));
  return {
    filename: row.filename,
    mime: row.mime as Asset['mime'],
    unplayable: row.unplayable,
    failure: row.failure,
    codec: row.codec,
    bytes: row.bytes,
    sha256: row.sha256,
    w: row.w,
    h: row.h,
    duration_ms: row.duration_ms,
    state: row.state as Asset['state'],
    licence_until: row.licence_until,
    url: link(shownFile(row).sha256),
    thumbnail_url: still(row.thumbnail_sha256),
    poster_url: still(row.poster_sha256),
    renditions: row.renditions.map(({ sha256, bytes, mime, w, h, codec }) => ({
      ...{ sha256, bytes, mime, w, h },
      ...(codec && { codec }),
      url: link(sha256),
    })),
    processing: row.processing,
    progress: row.progress,
    ...commonFieldsOf(row),
  };
}

type DocumentSource = Pick<Row, 'sha256' | 'bytes' | 'mime' | 'chunks_sha256' | 'renditions' | 'unplayable'>;
/**
 * The asset as playlist documents name it, for screens: of its renditions those that were approved with it. In the
 * place of an original that screens do not play stands its largest rendition; null where there is none.
 */
export function documentAssetOf(
  { sha256, bytes, mime, chunks_sha256, renditions, unplayable }: DocumentSource,
  approved: readonly string[],
): DocumentAsset | null {
  const chunk_bytes = CHUNK_BYTES;
  const all = renditions.filter(one => approved.includes(one.sha256));
  const made = all.filter(one => !isAv1(one));
  const inAv1 = all.filter(isAv1);
  const named = ({ codec: _, ...one }: StoredRendition) => ({ ...one, chunk_bytes });
  const original = { sha256, bytes, mime: mime as DocumentAsset['mime'], chunks_sha256 };
  const largest = unplayable === null ? original : made.pop();
  if (!largest) return null;
  return {
    ...{ sha256: largest.sha256, bytes: largest.bytes, mime: largest.mime },
    ...{ chunk_bytes, chunks_sha256: largest.chunks_sha256 },
    ...(unplayable !== null && { original_sha256: sha256 }),
    ...(made.length > 0 && { renditions: made.map(named) }),
    ...(inAv1.length > 0 && { av1: inAv1.map(named) }),
  };
}

/** As `licenceState` of the contract, for the database. */
const licenceColumn = ({ now }: TransactionContext): SQL => {
  const until = mediaAssets.licence_until;
  return sql`case
    when ${until} is null then 'none'
    when ${until} < ${lastDayAnywhere(now)}::date then 'ended'
    when ${until} < ${endingBefore(now)}::date then 'ending'
    else 'valid' end`;
};
/** In the folder or below it. */
export const inFolder = (folder: string): SQL =>
  folder === NO_FOLDER
    ? eq(mediaAssets.folder, '')
    : sql`(${mediaAssets.folder} = ${folder} or starts_with(${mediaAssets.folder}, ${`${folder}/`}))`;

/** What is searched of its tags. */
const tagText = sql`array_to_string(${mediaAssets.tags}, ' ')`;

interface ListedRow extends Row {
  creative_count: number;
}
/** Named with its table by hand: in a query of one table the builder leaves that out. */
const creativeCount = sql<number>`(
  select count(*)::int from creatives as showing
  where showing.asset_id = "media_assets"."id" and showing.deleted_at is null)`.mapWith(Number);

const toMediaFile = (ctx: TransactionContext, row: ListedRow): MediaFile => ({
  ...toAsset(ctx, row),
  folder: row.folder,
  tags: row.tags,
  creative_count: row.creative_count,
  replaces: row.replaces,
  origin: row.from_feed ? 'feed' : 'upload',
});

const origin = sql<MediaFile['origin']>`case when ${mediaAssets.from_feed} then 'feed' else 'upload' end`;

export const assetListing = listing(media)<ListedRow>({
  from: (tx, fields) => asSelectQuery(tx.select(fields as never).from(mediaAssets)),
  fields: { ...getTableColumns(mediaAssets), creative_count: creativeCount },
  id: mediaAssets.id,
  /** The file of a slide is nobody's upload. */
  scope: ctx =>
    and(eq(mediaAssets.tenant_id, ctx.tenant_id), ne(mediaAssets.mime, SLIDE_MIME), assetInReach(ctx)),
  /** Pictures of feeds come by the hundred: they are listed for whoever asks for them. */
  defaultFilter: ({ origin: chosen = [] }) =>
    chosen.length > 0 ? undefined : eq(mediaAssets.from_feed, false),
  sortColumns: {
    filename: mediaAssets.filename,
    bytes: mediaAssets.bytes,
    folder: mediaAssets.folder,
    licence_until: mediaAssets.licence_until,
    created_at: mediaAssets.created_at,
  },
  searchColumns: [mediaAssets.filename, mediaAssets.sha256, tagText],
  filterColumns: {
    state: mediaAssets.state,
    mime: mediaAssets.mime,
    licence: licenceColumn,
    origin,
    sha256: mediaAssets.sha256,
    chunks_sha256: mediaAssets.chunks_sha256,
    folder: { matches: inFolder },
    tag: { matches: tag => sql`${mediaAssets.tags} @> array[${tag}]::text[]` },
  },
  deleted_at: mediaAssets.deleted_at,
  created_at: mediaAssets.created_at,
  serialize: (ctx, rows) => rows.map(row => toMediaFile(ctx, row)),
});

/** MIME type of the tenant's file with this hash. `stills`: includes thumbnails and posters. */
export async function mimeOf(
  { tx, tenant_id }: TransactionContext,
  sha256: string,
  { stills }: { stills: boolean },
): Promise<string | null> {
  const named = or(
    eq(mediaAssets.sha256, sha256),
    sql`${mediaAssets.renditions} @> ${JSON.stringify([{ sha256 }])}::jsonb`,
    stills ? eq(mediaAssets.thumbnail_sha256, sha256) : undefined,
    stills ? eq(mediaAssets.poster_sha256, sha256) : undefined,
  );
  const [row] = await tx
    .select({ sha256: mediaAssets.sha256, mime: mediaAssets.mime, renditions: mediaAssets.renditions })
    .from(mediaAssets)
    .where(and(eq(mediaAssets.tenant_id, tenant_id), named))
    .limit(1);
  if (!row) return null;
  const file = [row, ...row.renditions].find(one => one.sha256 === sha256);
  return file?.mime ?? THUMBNAIL_MIME;
}
