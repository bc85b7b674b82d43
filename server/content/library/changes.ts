/** The same change to many files: what each of them allows, in one transaction and few statements. */
import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import { SLIDE_MIME } from '../../../shared/contract/content/media.ts';
import {
  MAX_MEDIA_AT_ONCE,
  type changeMedia,
  type MediaChange,
} from '../../../shared/contract/content/library/mediaLibrary.ts';
import type { Answer, Body } from '../../../shared/contract/wire/endpoint.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { MAX_TAGS } from '../../../shared/contract/wire/wire.ts';
import { mediaAssets } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { assetListing } from '../media/assets.ts';
import { deleteFiles, followLicence, lockCreativesOf } from './library.ts';
import { blockersOf, type Blocker } from './usage.ts';

type Result = Answer<typeof changeMedia>;
type Named = Pick<typeof mediaAssets.$inferSelect, 'id' | 'filename' | 'tags' | 'deleted_at'>;
/** PostgreSQL takes 65,535 parameters in a statement; the plans of shorter lists are better. */
const IDS_A_STATEMENT = 1_000;

export async function changeMany(
  ctx: TransactionContext,
  { change, media_ids, filter = {} }: Body<typeof changeMedia>,
): Promise<Result> {
  const ids = [...new Set(media_ids ?? (await assetListing.idsOf(ctx, filter, null)))];
  if (ids.length > MAX_MEDIA_AT_ONCE)
    throw new AppError('RULE', `At most ${MAX_MEDIA_AT_ONCE} files at once.`, {
      most: MAX_MEDIA_AT_ONCE,
      named: ids.length,
    });
  const rows = new Map((await lockAll(ctx, ids)).map(row => [row.id, row]));
  const blockers =
    change.delete === true ? await blockersOfAll(ctx, [...rows.keys()]) : new Map<string, Blocker>();
  const failed: Result['failed'] = [];
  const ok: string[] = [];
  for (const id of ids) {
    const row = rows.get(id);
    const error = refusalOf(row, change, blockers);
    if (error === null) ok.push(id);
    else failed.push({ id, name: row?.filename ?? null, error });
  }
  for (const step of steps(ok))
    await (change.delete === true ? deleteFiles(ctx, step) : write(ctx, step, change));
  if (change.licence_until !== undefined && change.delete !== true)
    for (const step of steps(ok)) await followLicence(ctx, step);
  ctx.auditNote.after = { ...change, files: ok.length };
  return { changed: ok.length, failed };
}

const steps = (ids: readonly string[]) =>
  Array.from({ length: Math.ceil(ids.length / IDS_A_STATEMENT) }, (_, i) =>
    ids.slice(i * IDS_A_STATEMENT, (i + 1) * IDS_A_STATEMENT),
  );

async function lockAll({ tx, tenant_id }: TransactionContext, ids: readonly string[]): Promise<Named[]> {
  const rows: Named[] = [];
  const { id, filename, tags, deleted_at } = mediaAssets;
  for (const step of steps([...ids].sort()))
    rows.push(
      ...(await tx
        .select({ id, filename, tags, deleted_at })
        .from(mediaAssets)
        .where(and(eq(mediaAssets.tenant_id, tenant_id), ne(mediaAssets.mime, SLIDE_MIME), inArray(id, step)))
        .orderBy(id)
        .for('update')),
    );
  return rows;
}

async function blockersOfAll(ctx: TransactionContext, ids: readonly string[]) {
  const all: [string, Blocker][] = [];
  for (const step of steps(ids)) {
    await lockCreativesOf(ctx, step);
    all.push(...(await blockersOf(ctx, step)));
  }
  return new Map(all);
}

/** Its tags after the change. */
export const tagsAfter = (
  tags: readonly string[],
  { add_tags = [], remove_tags = [] }: Pick<MediaChange, 'add_tags' | 'remove_tags'>,
) => [...new Set([...tags, ...add_tags])].filter(tag => !remove_tags.includes(tag));

function refusalOf(
  row: Named | undefined,
  change: MediaChange,
  blockers: ReadonlyMap<string, Blocker>,
): Result['failed'][number]['error'] | null {
  if (!row || row.deleted_at !== null) return 'NOT_FOUND';
  if (blockers.has(row.id)) return 'IN_USE';
  return tagsAfter(row.tags, change).length > MAX_TAGS ? 'RULE' : null;
}

const textArray = (words: readonly string[]) =>
  sql`array[${sql.join(
    words.map(word => sql`${word}`),
    sql`, `,
  )}]::text[]`;

async function write({ tx, now }: TransactionContext, ids: readonly string[], change: MediaChange) {
  const { folder, licence_until, add_tags = [], remove_tags = [] } = change;
  const all = sql`${mediaAssets.tags} || ${textArray(add_tags)}`;
  /** Each once, where it stood first. */
  const tags = sql`array(select one.tag from unnest(${all}) with ordinality as one(tag, n)
    where not one.tag = any(${textArray(remove_tags)}) group by one.tag order by min(one.n))`;
  await tx
    .update(mediaAssets)
    .set({
      ...(folder !== undefined && { folder }),
      ...(licence_until !== undefined && { licence_until }),
      ...(add_tags.length + remove_tags.length > 0 && { tags }),
      version: sql`${mediaAssets.version} + 1`,
      updated_at: dateOf(now),
    })
    .where(inArray(mediaAssets.id, [...ids]));
}
