/** The format of a listing where its maker has left something empty: as its screens are, and what they play. */
import { and, count, desc, eq, isNotNull, sql } from 'drizzle-orm';
import {
  LISTING_SIDE,
  MAX_SPOT_LENGTHS,
  SPOT_MS,
  type ListingFormat,
  type listingCreate,
} from '../../../shared/contract/sales/listing.ts';
import type * as z from 'zod/mini';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { devices, playlists, playlistVersions } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { screensOf, type SoldPlace } from './places.ts';

/** Where its screens play nothing yet. */
const USUAL_SPOT_MS = 10_000;
type Wanted = z.infer<typeof listingCreate>['format'];

export async function filledFormat(
  ctx: TransactionContext,
  place: SoldPlace,
  { w, h, durations_ms }: Wanted,
): Promise<ListingFormat> {
  const size = w === null || h === null ? await usualSize(ctx, place) : null;
  return {
    w: w ?? size?.w ?? LISTING_SIDE.least,
    h: h ?? size?.h ?? LISTING_SIDE.least,
    durations_ms: durations_ms.length > 0 ? durations_ms : await lengthsPlayed(ctx, place),
  };
}

/** The most frequent one, as the screens are hung: a panel that stands upright is higher than wide. */
async function usualSize(ctx: TransactionContext, place: SoldPlace): Promise<{ w: number; h: number }> {
  const resolution = sql<string>`${devices.reported} ->> 'resolution'`;
  const isTurned = sql<boolean>`${devices.orientation} % 180 <> 0`;
  const [row] = await ctx.tx
    .select({ resolution, isTurned })
    .from(devices)
    .where(and(screensOf(ctx, place), isNotNull(resolution)))
    .groupBy(resolution, isTurned)
    .orderBy(desc(count()), resolution)
    .limit(1);
  const [long = 0, short = 0] = row?.resolution.split('x').map(Number) ?? [];
  const [w, h] = row?.isTurned === true ? [short, long] : [long, short];
  const fits = (px: number) => px >= LISTING_SIDE.least && px <= LISTING_SIDE.most;
  if (fits(w) && fits(h)) return { w, h };
  const text = 'No screen of it has reported its size yet';
  throw new AppError('VALIDATION', text, { 'format.w': [text] });
}

/** Of the published items, the most frequent ones, shortest first. */
async function lengthsPlayed(ctx: TransactionContext, place: SoldPlace): Promise<number[]> {
  const item = sql.raw('item');
  const length = sql<number>`(${item} ->> 'duration_ms')::int`;
  const rows = await ctx.tx
    .select({ length })
    .from(devices)
    .innerJoin(playlists, eq(playlists.id, devices.effective_playlist_id))
    .innerJoin(
      playlistVersions,
      and(
        eq(playlistVersions.playlist_id, playlists.id),
        eq(playlistVersions.version, playlists.published_version),
      ),
    )
    .innerJoin(sql`jsonb_array_elements(${playlistVersions.items}) as ${item}`, sql`true`)
    .where(
      and(
        screensOf(ctx, place),
        sql`${length} between ${SPOT_MS.least} and ${SPOT_MS.most}`,
        sql`coalesce(${item} ->> 'source', 'creative') in ('creative', 'campaign_slot')`,
      ),
    )
    .groupBy(length)
    .orderBy(desc(count()), length)
    .limit(MAX_SPOT_LENGTHS);
  const lengths = rows.map(row => Number(row.length)).sort((a, b) => a - b);
  return lengths.length > 0 ? lengths : [USUAL_SPOT_MS];
}
