/** A newer version of a file takes its place in all creatives that show it; what is approved waits for a decision. */
import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { CreativeState } from '../../../shared/contract/content/creative.ts';
import { isVideo } from '../../../shared/contract/content/media.ts';
import type { MediaFile } from '../../../shared/contract/content/library/mediaLibrary.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { notFound } from '../../db/rows.ts';
import { creatives, submissions } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { reworked, writeCreative } from '../creatives/rows.ts';
import { addSubmission, takeFile } from '../submissions/submit.ts';
import { recheckFiles } from '../validation/recheck.ts';
import { lockMediaRow, readMediaFile, writeMediaRow } from './library.ts';

/** States in which a creative shows its file, or is to. */
const SHOWING: CreativeState[] = ['draft', 'changes_requested', 'submitted', 'in_review', 'approved'];

/** What was sent back is sent again with the file that its creative shows by then: the reviewer decides on no other. */
const followFile = ({ tx, tenant_id }: TransactionContext, creative_id: string, asset_id: string) =>
  tx
    .update(submissions)
    .set({ asset_id })
    .where(
      and(
        ...[eq(submissions.tenant_id, tenant_id), eq(submissions.creative_id, creative_id)],
        eq(submissions.state, 'changes_requested'),
      ),
    );

/** The same bytes may be a file of the library with rights of its own: of two ends the earlier one holds. */
const earlierOf = (one: string | null, other: string | null) =>
  one === null || other === null ? (one ?? other) : one < other ? one : other;

interface NewerFile {
  /** The creative just uploaded, whose file it is; it is used up. */
  creative_id: string;
  note: string;
}
export async function replaceMediaFile(
  ctx: TransactionContext,
  id: string,
  { creative_id, note }: NewerFile,
): Promise<MediaFile> {
  const { tx, tenant_id } = ctx;
  const row = await lockMediaRow(ctx, id);
  if (row.deleted_at !== null) throw notFound('media');
  const showing = await tx
    .select()
    .from(creatives)
    .where(
      and(
        ...[eq(creatives.tenant_id, tenant_id), eq(creatives.asset_id, id)],
        ...[isNull(creatives.deleted_at), inArray(creatives.state, SHOWING)],
      ),
    )
    .orderBy(creatives.id)
    .for('update');
  if (showing.some(one => one.id === creative_id))
    throw new AppError('RULE', 'This is the file itself.', { creative_id: ['same'] });
  const kind = isVideo(row.mime) ? 'video' : 'image';
  const newer = await takeFile(ctx, creative_id, { id, kind, duration_ms: 0 });
  for (const creative of showing) {
    const { asset_id } = newer;
    if (creative.state === 'draft' || creative.state === 'changes_requested') {
      await writeCreative(ctx, creative, {
        ...reworked(ctx, creative),
        asset_id,
        ...(kind === 'video' && { duration_ms: newer.duration_ms }),
      });
      await followFile(ctx, creative.id, asset_id);
    } else await addSubmission(ctx, { creative, asset_id, is_newer_file: true, note });
  }
  const replacement = await lockMediaRow(ctx, newer.asset_id);
  const licence_until = earlierOf(row.licence_until, replacement.licence_until);
  const folder = replacement.folder || row.folder;
  const tags = replacement.tags.length > 0 ? replacement.tags : row.tags;
  await writeMediaRow(ctx, replacement, { folder, tags, licence_until, replaces: id });
  if (licence_until !== replacement.licence_until) await recheckFiles(ctx, [replacement.id]);
  ctx.auditNote.before = { filename: row.filename, sha256: row.sha256 };
  ctx.auditNote.after = {
    filename: replacement.filename,
    sha256: replacement.sha256,
    creatives: showing.length,
  };
  ctx.auditNote.target_name = row.filename;
  return readMediaFile(ctx, id);
}
