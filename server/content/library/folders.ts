/** Folders are what files are in: counted and renamed from the files themselves. */
import { and, asc, desc, eq, isNull, ne, sql } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import { SLIDE_MIME } from '../../../shared/contract/content/media.ts';
import {
  folder as folderSchema,
  MAX_FOLDER_NAMES,
  type mediaFolders,
} from '../../../shared/contract/content/library/mediaLibrary.ts';
import type { Answer } from '../../../shared/contract/wire/endpoint.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { notFound } from '../../db/rows.ts';
import { mediaAssets } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { inFolder } from '../media/assets.ts';
import { assetInReach } from '../ownDevices.ts';

const MAX_TAGS_LISTED = 100;
const files = sql<number>`count(*)::int`.mapWith(Number);
const listed = (ctx: TransactionContext) =>
  and(
    ...[eq(mediaAssets.tenant_id, ctx.tenant_id), ne(mediaAssets.mime, SLIDE_MIME)],
    eq(mediaAssets.from_feed, false),
    ...[isNull(mediaAssets.deleted_at), assetInReach(ctx)],
  );

/** `Summer/Taxi tops` is in `Summer`, too. */
export function withParents(counts: readonly { path: string; files: number }[]) {
  const all = new Map<string, number>();
  for (const { path, files: own } of counts) {
    const names = path.split('/');
    for (let n = 1; n <= names.length; n++) {
      const parent = names.slice(0, n).join('/');
      all.set(parent, (all.get(parent) ?? 0) + own);
    }
  }
  return [...all].map(([path, sum]) => ({ path, files: sum })).sort((a, b) => (a.path < b.path ? -1 : 1));
}

export async function listFolders(ctx: TransactionContext): Promise<Answer<typeof mediaFolders>> {
  const { tx } = ctx;
  const counts = await tx
    .select({ path: mediaAssets.folder, files })
    .from(mediaAssets)
    .where(listed(ctx))
    .groupBy(mediaAssets.folder)
    .orderBy(asc(mediaAssets.folder));
  const tag = sql<string>`unnest(${mediaAssets.tags})`;
  const tagged = tx
    .select({ tag: tag.as('tag') })
    .from(mediaAssets)
    .where(listed(ctx))
    .as('tagged');
  const tags = await tx
    .select({ tag: tagged.tag, files })
    .from(tagged)
    .groupBy(tagged.tag)
    .orderBy(desc(files), asc(tagged.tag))
    .limit(MAX_TAGS_LISTED);
  return {
    files: counts.reduce((sum, one) => sum + one.files, 0),
    loose: counts.find(({ path }) => path === '')?.files ?? 0,
    folders: withParents(counts.filter(({ path }) => path !== '')),
    tags,
  };
}

/** What is below it moves with it; a folder that is there already takes them in. */
export async function renameFolder(
  ctx: TransactionContext,
  { from, to }: { from: string; to: string },
): Promise<{ changed: number }> {
  const { tx, now } = ctx;
  ctx.auditNote.target_name = from;
  const own = and(listed(ctx), inFolder(from));
  const paths = await tx.selectDistinct({ path: mediaAssets.folder }).from(mediaAssets).where(own);
  if (paths.length === 0) throw notFound('folder');
  const moved = (path: string) => [to, path.slice(from.length + 1)].filter(Boolean).join('/');
  const tooDeep = paths.some(({ path }) => !folderSchema.safeParse(moved(path)).success);
  if (tooDeep) {
    const text = `At most ${MAX_FOLDER_NAMES} names of 60 characters each, parted by /`;
    throw new AppError('VALIDATION', text, { to: [text] });
  }
  const rest = sql`substr(${mediaAssets.folder}, ${[...from].length + 2}::int)`;
  const rows = await tx
    .update(mediaAssets)
    .set({
      folder: sql`trim(both '/' from ${to}::text || '/' || ${rest})`,
      version: sql`${mediaAssets.version} + 1`,
      updated_at: dateOf(now),
    })
    .where(own)
    .returning({ id: mediaAssets.id });
  ctx.auditNote.after = { folder: to, files: rows.length };
  return { changed: rows.length };
}
