/** Plays with a still of the file that each names, and with what its screen sent while it ran. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import { instant } from '../../../shared/clock.ts';
import { LEAST_K } from '../../../shared/contract/playout/audience.ts';
import type { analyticsGallery, GalleryPlay } from '../../../shared/contract/proof/gallery.ts';
import { allows } from '../../../shared/contract/wire/access.ts';
import type { Answer, Query } from '../../../shared/contract/wire/endpoint.ts';
import { NEWEST_FIRST, type Play } from '../../../shared/contract/proof/play.ts';
import { isQuarantined, mayRelease } from '../../content/creatives/quarantine.ts';
import { mediaLink } from '../../content/media/links.ts';
import { rowsOf } from '../../db/rows.ts';
import { mediaAssets } from '../../db/schema.ts';
import { picturesWithin, type ReceivedPicture } from '../../fleet/live/pictures.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { isNotQuarantined, playsOf } from '../filter.ts';
import { pageOfPlays, type PlayWithZone } from '../list.ts';
import { cursorAt, encodeCursor, readCursor } from '../sorting.ts';
import { cellOf } from './rollUp.ts';
import { playSource, rolledAtLeast } from './source.ts';
import { daySpan, type AnalyticsSpan } from './span.ts';

type GalleryQuery = Query<typeof analyticsGallery>;

export async function galleryOf(
  ctx: TransactionContext,
  query: GalleryQuery,
): Promise<Answer<typeof analyticsGallery>> {
  const span = daySpan(query, ctx.now);
  const { from, to } = span;
  const where = and(await playsOf(ctx, { ...query, from, to }, { walked: true }), isNotQuarantined);
  const page = { after: readCursor(query.cursor, NEWEST_FIRST), limit: query.limit };
  const plays = await pageOfPlays(ctx, where, page);
  const last = plays.at(-1);
  return {
    ...{ from, to },
    items: await withPictures(ctx, { plays, span, query }),
    next_cursor: last && plays.length === query.limit ? encodeCursor(cursorAt(last)) : null,
  };
}

interface Found {
  plays: readonly PlayWithZone[];
  span: AnalyticsSpan;
  query: GalleryQuery;
}
async function withPictures(ctx: TransactionContext, found: Found): Promise<GalleryPlay[]> {
  const { plays } = found;
  if (plays.length === 0) return [];
  const records = await recordsOf(ctx, plays);
  const stills = await stillsOf(ctx, [...records.values()]);
  const cells = await largeCells(ctx, found, [...records.values()]);
  const pictures = await stagePicturesOf(ctx, plays);
  return plays.map(({ device_tz: tz, ...play }) => {
    const { sha256, cell } = records.get(play.id) ?? { sha256: '', cell: null };
    const still = stills.get(sha256);
    return {
      ...{ ...play, tz, cell: cell !== null && cells.has(cell) ? cell : null },
      still_url: still?.url ?? null,
      stage: still?.isWithheld ? null : pictureDuring(play, pictures),
    };
  });
}

interface RecordPart {
  id: string;
  sha256: string;
  cell: string | null;
}
async function recordsOf({ tx, tenant_id }: TransactionContext, plays: readonly Play[]) {
  const rows = rowsOf<RecordPart>(
    await tx.execute(sql`
      select p.play_id as id, coalesce(p.record ->> 'creative_sha256', '') as sha256, ${cellOf} as cell
      from jsonb_to_recordset(${JSON.stringify(plays.map(({ id, device_id }) => ({ id, device_id })))}::jsonb)
        as x(id uuid, device_id uuid)
      join plays p on p.device_id = x.device_id and p.play_id = x.id and p.tenant_id = ${tenant_id}`),
  );
  return new Map(rows.map(row => [row.id, row]));
}

interface Still {
  url: string | null;
  /** It is in quarantine, and whoever asks may not lift that. */
  isWithheld: boolean;
}
/** By the hash of the file that was approved, which is what a play names. */
async function stillsOf(
  ctx: TransactionContext,
  records: readonly RecordPart[],
): Promise<ReadonlyMap<string, Still>> {
  const { sha256, thumbnail_sha256, poster_sha256, tenant_id } = mediaAssets;
  const rows = await ctx.tx
    .select({ sha256, thumbnail_sha256, poster_sha256, isQuarantined })
    .from(mediaAssets)
    .where(
      and(
        eq(tenant_id, ctx.tenant_id),
        inArray(
          sha256,
          records.map(one => one.sha256),
        ),
      ),
    );
  return new Map(
    rows.map(row => {
      const file = row.thumbnail_sha256 ?? row.poster_sha256;
      const isWithheld = row.isQuarantined && !mayRelease(ctx);
      return [row.sha256, { url: file === null || isWithheld ? null : mediaLink(ctx, file), isWithheld }];
    }),
  );
}

/** Those of the map: a cell with fewer plays than that is shown nowhere. */
async function largeCells(
  { tx, tenant_id }: TransactionContext,
  { span, query }: Found,
  records: readonly RecordPart[],
): Promise<ReadonlySet<string>> {
  const named = [...new Set(records.flatMap(({ cell }) => cell ?? []))];
  if (named.length === 0) return new Set();
  const now = { ...span, before: span.from, partsBefore: [] };
  const until = await rolledAtLeast({ tx, tenant_id });
  const rows = rowsOf<{ cell: string }>(
    await tx.execute(sql`
      ${playSource({ tenant_id, span: now, filter: query, until })}
      select cell from src
      where cell = any(${sql.param(named)}::text[]) and result <> 'not_shown'
      group by cell having sum(plays - quarantined) >= ${LEAST_K}`),
  );
  return new Set(rows.map(({ cell }) => cell));
}

async function stagePicturesOf(ctx: TransactionContext, plays: readonly Play[]) {
  if (ctx.role === null || !allows(ctx.role, 'monitor', 'R')) return [];
  const starts = plays.map(({ started_at }) => Date.parse(started_at));
  const ends = plays.map(({ started_at, duration_ms }) => Date.parse(started_at) + duration_ms);
  const device_ids = [...new Set(plays.map(({ device_id }) => device_id))];
  return picturesWithin(ctx, device_ids, { from: Math.min(...starts), to: Math.max(...ends) });
}

/** A picture is on its way for no longer than that, or it is taken for one of the play before. */
const SENDING_MS = 5_000;
type Timed = Pick<Play, 'device_id' | 'started_at' | 'duration_ms' | 'uncertainty_ms' | 'zone'>;
/**
 * The picture that can be of no other play: it came after the latest start and before the earliest end that the
 * uncertainty of its time allows. Of a screen in parts it shows one of them, and nobody knows which.
 */
export function pictureDuring(play: Timed, pictures: readonly ReceivedPicture[]): GalleryPlay['stage'] {
  if (play.zone !== 'full') return null;
  const start = Date.parse(play.started_at) + play.uncertainty_ms + SENDING_MS;
  const end = Date.parse(play.started_at) + play.duration_ms - play.uncertainty_ms;
  const found = pictures.find(({ device_id, received_ms }) => {
    return device_id === play.device_id && received_ms >= start && received_ms <= end;
  });
  return found ? { received_at: instant(found.received_ms), picture: found.picture } : null;
}
