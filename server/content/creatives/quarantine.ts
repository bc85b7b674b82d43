/** What was taken off all screens by hand, and the slides that hold a picture which was. */
import { eq, sql } from 'drizzle-orm';
import type { Quarantine } from '../../../shared/contract/content/media.ts';
import { allows } from '../../../shared/contract/wire/access.ts';
import { mediaAssets } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';

/**
 * Columns are named with their table by hand: in a query of one table the builder leaves that out. Most files hold no
 * pictures, and nothing is looked up for those.
 */
export const isQuarantined = sql<boolean>`("media_assets"."state" = 'quarantined'
  or "media_assets"."picture_ids" <> '{}' and exists(
    select 1 from media_assets as picture
    where picture.id = any("media_assets"."picture_ids") and picture.state = 'quarantined'))`;

const TAKEN_AT = `coalesce(taken.quarantine ->> 'at',
      to_char(taken.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`;
/**
 * Whoever brought the file before it was taken off. Who hands in the same bytes afterwards is not among them, also
 * where a creative of before got them only then: what was taken off is never approved.
 */
const broughtBefore = sql.raw(`(
      select jsonb_agg(distinct own.created_by) from creatives as own
      where own.asset_id = "media_assets"."id" and own.created_at <= (${TAKEN_AT})::timestamptz
        and (own.state = 'approved' or not exists(
          select 1 from creatives as again where again.asset_id = own.asset_id
            and again.created_by = own.created_by and again.created_at > (${TAKEN_AT})::timestamptz)))`);

interface StoredReason extends Quarantine {
  brought_by: readonly (string | null)[] | null;
}
/** What is selected of a file for `quarantineFor`: its own before that of a picture in it. */
export const quarantineColumn = sql<StoredReason | null>`(
  select jsonb_build_object(
    'reason', coalesce(taken.quarantine ->> 'reason', ''),
    'at', ${sql.raw(TAKEN_AT)},
    'by_name', (select coalesce(nullif(concat_ws(' ', taker.first_name, taker.last_name), ''), taker.email)
      from users as taker where taker.id = (taken.quarantine ->> 'by')::uuid),
    'picture', case when taken.id = "media_assets"."id" then null else taken.filename end,
    'brought_by', ${broughtBefore})
  from media_assets as taken
  where taken.state = 'quarantined'
    and (taken.id = "media_assets"."id" or taken.id = any("media_assets"."picture_ids"))
  order by (taken.id = "media_assets"."id") desc, taken.id limit 1)`;
export type QuarantineRow = StoredReason | null;

/** Whoever may let it back on the screens looks at it first. */
export const mayRelease = ({ role }: Pick<TransactionContext, 'role'>): boolean =>
  role !== null && allows(role, 'submissions', 'A');

/** Names are for those who read the queue, as with decisions; the reason is for them and for whoever brought that very file. */
export function quarantineFor(
  { role, user_id }: Pick<TransactionContext, 'role' | 'user_id'>,
  row: QuarantineRow,
): Quarantine | null {
  if (row === null) return null;
  const { brought_by, ...quarantine } = row;
  if (role !== null && allows(role, 'submissions', 'R')) return quarantine;
  const isOwn = user_id !== null && (brought_by ?? []).includes(user_id);
  return { ...quarantine, by_name: null, ...(!isOwn && { reason: '', picture: null }) };
}

/**
 * The same bytes may have been made of another file of the same picture: what holds them answers for all of these
 * files, or a second upload would lift the licence and the quarantine of the first.
 */
export async function notePictures(
  { tx }: Pick<TransactionContext, 'tx'>,
  asset_id: string,
  picture_ids: readonly string[] = [],
): Promise<void> {
  const all = sql`(select array_agg(distinct id) from unnest(${mediaAssets.picture_ids} || ${sql.param([...picture_ids])}::uuid[]) as id)`;
  if (picture_ids.length > 0)
    await tx.update(mediaAssets).set({ picture_ids: all }).where(eq(mediaAssets.id, asset_id));
}
