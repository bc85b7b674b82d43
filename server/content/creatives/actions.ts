/** What is done with a creative beside editing it: submitted, its file replaced, copied, archived. */
import * as contract from '../../../shared/contract/content/creative.ts';
import type { Creative } from '../../../shared/contract/content/creative.ts';
import { dateOf } from '../../../shared/clock.ts';
import { uuid7 } from '../../../shared/random.ts';
import { creatives } from '../../db/schema.ts';
import { withEditor } from '../../resource/editors.ts';
import { requireState } from '../../resource/repository.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { requireNoOpenSubmission } from '../submissions/submissions.ts';
import { addSubmission, submitDraft, takeFile } from '../submissions/submit.ts';
import { readCreative } from './creatives.ts';
import { lockCreativeRow, requireAltText, writeCreative, type CreativeRow } from './rows.ts';
import { requireUnused } from './uses.ts';

const acts = contract.creatives.actions;

async function lock(ctx: TransactionContext, id: string): Promise<CreativeRow> {
  const row = await lockCreativeRow(ctx, id);
  ctx.auditNote.before = { name: row.name, state: row.state };
  return row;
}

export async function submitCreative(ctx: TransactionContext, id: string, note: string): Promise<Creative> {
  const row = await lock(ctx, id);
  requireState(acts.submit, row.state);
  requireAltText(row.alt_text);
  await submitDraft(ctx, row, { note: note === '' ? undefined : note });
  return readCreative(ctx, id);
}

interface NewerFile {
  /** The creative just uploaded, whose file it is. */
  creative_id: string;
  note: string;
}
/** OPEN-LIFE-02: the old file stays live until the newer one is approved. */
export async function replaceFile(
  ctx: TransactionContext,
  id: string,
  { creative_id, note }: NewerFile,
): Promise<Creative> {
  const creative = await lock(ctx, id);
  requireState(acts.replace, creative.state);
  const { asset_id } = await takeFile(ctx, creative_id, creative);
  await addSubmission(ctx, { creative, asset_id, is_newer_file: true, note });
  return readCreative(ctx, id);
}

/** What was approved is its file: the copy of an approved creative is approved, any other is a draft. */
export async function duplicateCreative(
  ctx: TransactionContext,
  id: string,
  name: string,
): Promise<Creative> {
  const { tx, user_id, now } = ctx;
  const row = await lock(ctx, id);
  const made = uuid7(now);
  const at = { created_at: dateOf(now), updated_at: dateOf(now), created_by: user_id, version: 1 };
  const isApproved = row.state === 'approved';
  await tx.insert(creatives).values({
    ...{ ...row, ...at, id: made, name },
    ...(isApproved
      ? { edited_by: [] }
      : {
          ...{ state: 'draft', approval_reason: null, approved_sha256: null, approved_renditions: [] },
          edited_by: withEditor(ctx, row),
        }),
  });
  return readCreative(ctx, made);
}

export async function archiveCreative(ctx: TransactionContext, id: string): Promise<Creative> {
  const row = await lock(ctx, id);
  requireState(acts.archive, row.state);
  await requireUnused(ctx, id);
  await requireNoOpenSubmission(ctx, id);
  await writeCreative(ctx, row, { state: acts.archive.to });
  return readCreative(ctx, id);
}
