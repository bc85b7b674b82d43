/** What was taken off all screens by hand, and the slides that hold a picture which was. */
import { eq, sql } from 'drizzle-orm';
import type { Quarantine } from '../../../shared/contract/content/media.ts';
import { allows } from '../../../shared/contract/wire/access.ts';
import { mediaAssets } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';

/** Columns are named with their table by hand: in a query of one table the builder leaves that out. */
export const isQuarantined = sql<boolean>`("media_assets"."state" = 'quarantined' or exists(
  select 1 from media_assets as picture
  where picture.id = any("media_assets"."picture_ids") and picture.state = 'quarantined'))`;

/** What is selected of a file for `quarantineFor`: its own before that of a picture in it. */
export const quarantineColumn = sql<Quarantine | null>`(
  select jsonb_build_object(
    'reason', coalesce(taken.quarantine ->> 'reason', ''),
    'at', coalesce(taken.quarantine ->> 'at',
      to_char(taken.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
    'by_name', (select coalesce(nullif(concat_ws(' ', taker.first_name, taker.last_name), ''), taker.email)
      from users as taker where taker.id = (taken.quarantine ->> 'by')::uuid),
    'picture', case when taken.id = "media_assets"."id" then null else taken.filename end)
  from media_assets as taken
  where taken.state = 'quarantined'
    and (taken.id = "media_assets"."id" or taken.id = any("media_assets"."picture_ids"))
  order by (taken.id = "media_assets"."id") desc, taken.id limit 1)`;

/** Whoever may let it back on the screens looks at it first. */
export const mayRelease = ({ role }: Pick<TransactionContext, 'role'>): boolean =>
  role !== null && allows(role, 'submissions', 'A');

/** Names are for those who read the queue, as with decisions. */
export const quarantineFor = (
  { role }: Pick<TransactionContext, 'role'>,
  row: Quarantine | null,
): Quarantine | null =>
  row && { ...row, by_name: role !== null && allows(role, 'submissions', 'R') ? row.by_name : null };

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
