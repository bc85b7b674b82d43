/** Slides are creatives whose file is made here. */
import { eq } from 'drizzle-orm';
import type { Creative } from '../../../shared/contract/content/creative.ts';
import type { SlideInput } from '../../../shared/contract/content/slideCalls.ts';
import type { SlideContent } from '../../../shared/contract/content/slide.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { problemsOf, problemText } from '../../../shared/slides/compose.ts';
import { requireVersion } from '../../db/rows.ts';
import { mediaAssets } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { readCreative } from '../creatives/creatives.ts';
import { notePictures } from '../creatives/quarantine.ts';
import { lockCreativeRow, requireAltText, reworked, writeCreative } from '../creatives/rows.ts';
import { addAsset, addCreative, MAKER_APPROVES } from '../media/ingest.ts';
import { besideNewerFile } from '../submissions/submissions.ts';
import { addSubmission } from '../submissions/submit.ts';
import { reissueCreatives } from '../playlists/reissue.ts';
import { requireWithinPlan } from '../../identity/tenants/plan.ts';
import { makeSlideFile } from './slideFile.ts';

function requireSound(slide: SlideContent): void {
  const problems = problemsOf(slide);
  if (problems.length === 0) return;
  const texts = problems.map((one): [string, string[]] => [`slide.${one.field}`, [problemText(one)]]);
  throw new AppError('VALIDATION', 'Some fields of the slide are not valid.', Object.fromEntries(texts));
}

async function addFile(ctx: TransactionContext, slide: SlideContent) {
  requireSound(slide);
  const file = await makeSlideFile(ctx, slide);
  const stored = await addAsset(ctx, file);
  await requireWithinPlan(ctx, 'storage_gb');
  /** The same file may have been made of another input: what stands in the editor is what was typed last. */
  await ctx.tx.update(mediaAssets).set({ slide }).where(eq(mediaAssets.id, stored.asset_id));
  await notePictures(ctx, stored.asset_id, file.picture_ids);
  return stored;
}

export async function makeSlide(ctx: TransactionContext, input: SlideInput): Promise<Creative> {
  const { slide, ...fields } = input;
  const file = await addFile(ctx, slide);
  const creative = { ...fields, ...file, kind: 'slide', approval_reason: MAKER_APPROVES } as const;
  return readCreative(ctx, await addCreative(ctx, creative));
}

/** Of an import: somebody submits it, and somebody else approves it. */
export async function addSlideDraft(ctx: TransactionContext, { slide, ...fields }: SlideInput) {
  const file = await addFile(ctx, slide);
  const creative_id = await addCreative(ctx, { ...fields, ...file, kind: 'slide', approval_reason: null });
  return { creative_id, asset_id: file.asset_id };
}

interface Change {
  id: string;
  expected: number;
  input: SlideInput;
}
/** OPEN-LIFE-02: of an approved slide the old one stays live until the newer one is approved. */
export async function changeSlide(
  ctx: TransactionContext,
  { id, expected, input }: Change,
): Promise<Creative> {
  const row = await lockCreativeRow(ctx, id);
  const before = await readCreative(ctx, id);
  ctx.auditNote.before = { ...before };
  if (row.version !== expected) requireVersion(before, expected);
  if (row.kind !== 'slide') throw new AppError('RULE', 'Only a slide is changed so.', { kind: ['slide'] });
  if (!['draft', 'changes_requested', 'approved'].includes(row.state))
    throw new AppError('STATE', 'A slide that waits for a decision is not changed.', { state: row.state });
  const { slide, ...fields } = input;
  /** As by the form of a creative: what screens show does not lose its words. */
  if (row.state !== 'draft' && row.alt_text !== '') requireAltText(fields.alt_text);
  const { asset_id, sha256 } = await addFile(ctx, slide);
  if (row.state !== 'approved') await writeCreative(ctx, row, { ...fields, ...reworked(ctx, row), asset_id });
  else {
    await writeCreative(ctx, row, { ...fields, ...(await besideNewerFile(ctx, row)) });
    if (sha256 !== row.approved_sha256)
      await addSubmission(ctx, { creative: row, asset_id, is_newer_file: true, note: '' });
    await reissueCreatives(ctx, [id]);
  }
  return readCreative(ctx, id);
}
