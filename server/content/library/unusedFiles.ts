/** Cards and pictures of feeds that nothing shows any more: after a while they count in no plan and stand in no library. */
import { and, eq, gte, inArray, isNull, lt, notExists, notInArray, or, sql } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import { CONTENT_KINDS } from '../../../shared/contract/content/contentKinds.ts';
import { SLIDE_MIME } from '../../../shared/contract/content/media.ts';
import { OPEN_SUBMISSIONS } from '../../../shared/contract/content/submissionState.ts';
import type { Db } from '../../db/database.ts';
import { contentItems, creatives, mediaAssets, submissions } from '../../db/schema.ts';
import { cardFilename } from '../local/cards.ts';

const UNUSED_MS = 30 * 86_400_000;

/** Only marked as deleted: a card that is drawn with the same bytes again is there again. The bytes stay in the store. */
export async function sweepUnusedFiles(tx: Db, now: number): Promise<void> {
  const before = dateOf(now - UNUSED_MS);
  const { id } = mediaAssets;
  const one = sql`1`;
  const isUsing = or(
    eq(contentItems.card_id, id),
    eq(contentItems.image_id, id),
    ...['card_id', 'body,image_id'].map(
      path => sql`${contentItems.waiting} #>> ${`{${path}}`} = ${id}::text`,
    ),
  );
  /** Not over, not ended by somebody, or so short a time ago that it may come back. */
  const { state, ends_at, deleted_at, updated_at } = contentItems;
  const isInUse = or(
    gte(updated_at, before),
    and(
      ...[isNull(deleted_at), notInArray(state, ['expired', 'archived', 'rejected'])],
      or(isNull(ends_at), gte(ends_at, before)),
    ),
  );
  const isOpen = inArray(submissions.state, OPEN_SUBMISSIONS);
  const isSubmitted = or(eq(submissions.asset_id, id), eq(submissions.replaced_asset_id, id));
  const isCard = and(
    eq(mediaAssets.mime, SLIDE_MIME),
    isNull(mediaAssets.slide),
    inArray(mediaAssets.filename, CONTENT_KINDS.map(cardFilename)),
  );
  await tx
    .update(mediaAssets)
    .set({ deleted_at: dateOf(now), updated_at: dateOf(now) })
    .where(
      and(
        ...[isNull(mediaAssets.deleted_at), lt(mediaAssets.created_at, before)],
        or(isCard, eq(mediaAssets.from_feed, true)),
        notExists(tx.select({ one }).from(contentItems).where(and(isUsing, isInUse))),
        notExists(tx.select({ one }).from(submissions).where(and(isSubmitted, isOpen))),
        notExists(tx.select({ one }).from(creatives).where(eq(creatives.asset_id, id))),
      ),
    );
}
