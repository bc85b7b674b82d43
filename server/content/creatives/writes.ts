/** Changes of a creative: edited, deleted, restored. */
import { and, eq } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { dateOf } from '../../../shared/clock.ts';
import type { Creative, creativePatch } from '../../../shared/contract/content/creative.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { requireFound, requireRestorable, requireVersion } from '../../db/rows.ts';
import { creatives, mediaAssets } from '../../db/schema.ts';
import { requireWithinPlan } from '../../identity/tenants/plan.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { reissueCreatives } from '../playlists/reissue.ts';
import { besideNewerFile, requireNoOpenSubmission } from '../submissions/submissions.ts';
import { addSubmission } from '../submissions/submit.ts';
import { readCreative } from './creatives.ts';
import { lockCreativeRow, recheckWords, requireAltText, reworked, writeCreative } from './rows.ts';
import { requireUnused } from './uses.ts';

/** Locks the row, so that checks still hold at the write. */
async function lockCreative(ctx: TransactionContext, id: string): Promise<Creative> {
  await ctx.tx
    .select({ id: creatives.id })
    .from(creatives)
    .where(and(eq(creatives.id, id), eq(creatives.tenant_id, ctx.tenant_id)))
    .for('update');
  const creative = await readCreative(ctx, id);
  ctx.auditNote.before = { ...creative };
  return creative;
}

/** Locks a creative that is not deleted and still has the expected version. */
async function lockVersion(ctx: TransactionContext, id: string, expected: number): Promise<Creative> {
  const current = await lockCreative(ctx, id);
  if (current.deleted_at !== null) requireFound(null, 'creative');
  requireVersion(current, expected);
  return current;
}

interface Change {
  id: string;
  expected: number;
  patch: z.infer<typeof creativePatch>;
}
export async function changeCreative(
  ctx: TransactionContext,
  { id, expected, patch }: Change,
): Promise<Creative> {
  const current = await lockVersion(ctx, id, expected);
  if (patch.duration_ms !== undefined && current.kind === 'video')
    throw new AppError('VALIDATION', 'A video has its own length.', {
      duration_ms: ['A video has its own length.'],
    });
  const { qr_target, ...rest } = patch;
  requireNotWaiting(current);
  if (current.state !== 'draft' && current.alt_text !== '')
    requireAltText(patch.alt_text ?? current.alt_text);
  const waits = qr_target !== undefined && qr_target !== current.qr_target && current.state === 'approved';
  const row = await lockCreativeRow(ctx, id);
  await writeCreative(ctx, row, {
    ...{ ...rest, ...(qr_target !== undefined && !waits && { qr_target }) },
    ...(row.state === 'approved' ? await besideNewerFile(ctx, row) : reworked(ctx, row)),
  });
  if (waits) await askForTarget(ctx, id, qr_target);
  const { valid_from, valid_until } = patch;
  if ([valid_from, valid_until, qr_target].some(value => value !== undefined))
    await reissueCreatives(ctx, [id]);
  return readCreative(ctx, id);
}

/** What waits for a decision stays as it was submitted: its submitter changes or withdraws the submission. */
function requireNotWaiting({ state }: Creative): void {
  if (state === 'submitted' || state === 'in_review')
    throw new AppError('STATE', 'This waits for a decision.', { state });
}

/** What people are led to is approved as its file is: the code leads where it did until that is decided. */
async function askForTarget(ctx: TransactionContext, id: string, qr_target: string | null): Promise<void> {
  const creative = await lockCreativeRow(ctx, id);
  const { asset_id } = creative;
  await addSubmission(ctx, { creative, asset_id, is_newer_file: true, note: '', qr_target });
}

export async function removeCreative(ctx: TransactionContext, id: string, expected: number): Promise<void> {
  const current = await lockVersion(ctx, id, expected);
  await requireUnused(ctx, id);
  await requireNoOpenSubmission(ctx, id);
  await write(ctx, current, { deleted_at: dateOf(ctx.now) });
}

export async function restoreCreative(ctx: TransactionContext, id: string): Promise<Creative> {
  const current = await lockCreative(ctx, id);
  requireRestorable(current.deleted_at === null ? null : dateOf(Date.parse(current.deleted_at)), ctx.now);
  await write(ctx, current, { deleted_at: null });
  /** Its file may have been deleted in the library since. */
  await ctx.tx.update(mediaAssets).set({ deleted_at: null }).where(eq(mediaAssets.id, current.asset.id));
  await requireWithinPlan(ctx, 'storage_gb');
  return readCreative(ctx, id);
}

async function write(
  ctx: TransactionContext,
  { id, version }: Creative,
  set: Partial<typeof creatives.$inferInsert>,
): Promise<void> {
  const { tx, tenant_id, now } = ctx;
  await recheckWords(ctx, id, set);
  await tx
    .update(creatives)
    .set({ ...set, version: version + 1, updated_at: dateOf(now) })
    .where(and(eq(creatives.tenant_id, tenant_id), eq(creatives.id, id)));
}
