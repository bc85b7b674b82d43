/** What a submitter does: submits, changes, withdraws, submits again, and throws a draft away. */
import { dateOf } from '../../../shared/clock.ts';
import * as contract from '../../../shared/contract/content/submission.ts';
import type { OwnSubmission } from '../../../shared/contract/content/submission.ts';
import type { Body } from '../../../shared/contract/wire/endpoint.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { uuid7 } from '../../../shared/random.ts';
import { notFound, requireFound, requireVersion } from '../../db/rows.ts';
import { submissions } from '../../db/schema.ts';
import { withEditor } from '../../resource/editors.ts';
import { requireState } from '../../resource/repository.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { itemResubmitted, itemWithdrawn } from '../local/decisions.ts';
import { lockCreativeRow, reworked, writeCreative, type CreativeRow } from '../creatives/rows.ts';
import { requireUnused } from '../creatives/uses.ts';
import { deleteOwnUnused } from '../library/library.ts';
import { dropOldFindings } from '../validation/recheck.ts';
import { isEditedSince, requireChanged, requireOwnWords } from './answered.ts';
import {
  lockSubmission,
  openSubmissionAbout,
  ownSubmissionListing,
  requireNoOpenSubmission,
  waitsAgain,
  waitsForDecision,
  writeSubmission,
  type SubmissionRow,
} from './submissions.ts';

const { actions } = contract.ownSubmissions;

const dueOf = (now: number) => dateOf(now + contract.SLA_MS);
export const readOwn = (ctx: TransactionContext, id: string) => ownSubmissionListing.read(ctx, id);

interface NewSubmission {
  creative: Pick<CreativeRow, 'id' | 'asset_id' | 'qr_target'>;
  /** The file that is to be decided. */
  asset_id: string;
  is_newer_file: boolean;
  note: string;
  /** Where its code is to lead; left out: where it leads now. */
  qr_target?: string | null;
}
/** A creative is submitted once at a time: its row is locked by now. */
export async function addSubmission(
  ctx: TransactionContext,
  { creative, asset_id, is_newer_file, note, qr_target = creative.qr_target }: NewSubmission,
): Promise<string> {
  const { tx, tenant_id, user_id, now } = ctx;
  const open = await openSubmissionAbout(ctx, creative.id);
  if (open !== undefined && open.state !== 'changes_requested') throw waitsForDecision();
  if (open !== undefined) {
    /** What was sent back goes on in the submission in which that was done. */
    const again = { ...waitsAgain(ctx, open), asset_id, qr_target, ...(note !== '' && { note }) };
    await writeSubmission(ctx, open, again);
    /** Whoever made what is sent again does not decide it, whosever submission it is. */
    const row = await lockCreativeRow(ctx, creative.id);
    await writeCreative(ctx, row, { edited_by: withEditor(ctx, row) });
    return open.id;
  }
  const id = uuid7(now);
  const at = { created_at: dateOf(now), updated_at: dateOf(now) };
  await tx.insert(submissions).values({
    ...{ id, tenant_id, creative_id: creative.id, asset_id, is_newer_file, note, qr_target },
    replaced_asset_id: is_newer_file ? creative.asset_id : null,
    ...{ ...at, created_by: user_id, sla_due: dueOf(now) },
  });
  return id;
}

interface Draft {
  /** Left out where what was sent back keeps the note it had. */
  note: string | undefined;
  words?: Omit<Body<typeof contract.ownSubmissions.patch>, 'note'>;
}
/** A draft is submitted; what was sent back goes on in the submission in which that was done. */
export async function submitDraft(
  ctx: TransactionContext,
  row: CreativeRow,
  { note, words = {} }: Draft,
): Promise<string> {
  const open = await openSubmissionAbout(ctx, row.id);
  if (open !== undefined && open.state !== 'changes_requested') throw waitsForDecision();
  const draft = row.state === 'changes_requested' ? await writeCreative(ctx, row, reworked(ctx, row)) : row;
  const creative = await writeCreative(ctx, draft, {
    ...words,
    ...{ state: 'submitted', edited_by: withEditor(ctx, draft) },
  });
  const { asset_id } = creative;
  if (open === undefined)
    return addSubmission(ctx, { creative, asset_id, is_newer_file: false, note: note ?? '' });
  await writeSubmission(ctx, open, {
    ...{ ...waitsAgain(ctx, open), asset_id },
    ...(note !== undefined && { note }),
  });
  return open.id;
}

/** Somebody else's draft is none that one may submit. */
async function lockOwnDraft(ctx: TransactionContext, id: string): Promise<CreativeRow> {
  const row = await lockCreativeRow(ctx, id);
  if (row.created_by !== ctx.user_id) throw notFound('creative');
  requireState({ from: ['draft'] }, row.state);
  return row;
}

export async function submitOwn(
  ctx: TransactionContext,
  { creative_id, note, ...words }: Body<typeof contract.ownSubmissions.create>,
): Promise<OwnSubmission> {
  const draft = await lockOwnDraft(ctx, creative_id);
  const open = await openSubmissionAbout(ctx, draft.id);
  if (open !== undefined && open.created_by !== ctx.user_id) throw waitsForDecision();
  return readOwn(ctx, await submitDraft(ctx, draft, { note, words }));
}

interface Change {
  id: string;
  expected: number;
  patch: Body<typeof contract.ownSubmissions.patch>;
}
/** Until somebody looks at it, and again once changes were asked for. */
export async function changeOwn(
  ctx: TransactionContext,
  { id, expected, patch }: Change,
): Promise<OwnSubmission> {
  const row = await lockSubmission(ctx, id, 'own');
  if (row.version !== expected) requireVersion(await readOwn(ctx, id), expected);
  requireState({ from: ['pending', 'changes_requested'] }, row.state);
  const { note, ...words } = patch;
  requireOwnWords(row, Object.keys(words));
  if (row.creative_id !== null && Object.keys(words).length > 0) {
    const creative = await lockCreativeRow(ctx, row.creative_id);
    const isChanged = Object.entries(words).some(
      ([word, value]) => !contract.isSameWord(value, creative[word as keyof typeof words]),
    );
    if (isChanged) await writeCreative(ctx, creative, { ...words, ...reworked(ctx, creative) });
  }
  await writeSubmission(ctx, row, note === undefined ? {} : { note });
  return readOwn(ctx, id);
}

export async function withdraw(ctx: TransactionContext, id: string): Promise<OwnSubmission> {
  const row = await lockSubmission(ctx, id, 'own');
  requireState(actions.withdraw, row.state);
  if (row.creative_id !== null && !row.is_newer_file)
    await writeCreative(ctx, await lockCreativeRow(ctx, row.creative_id), { state: 'draft' });
  await writeSubmission(ctx, row, { state: actions.withdraw.to });
  if (row.creative_id !== null) await dropOldFindings(ctx, row.creative_id);
  if (row.content_item_id !== null) await itemWithdrawn(ctx, row.content_item_id);
  return readOwn(ctx, id);
}

interface Answer extends Body<typeof contract.ownSubmissions.actionEndpoints.resubmit> {
  id: string;
}
/** With other words, and with the file of another own draft, where there is one: it is used up. */
export async function resubmit(ctx: TransactionContext, { id, ...answer }: Answer): Promise<OwnSubmission> {
  const row = await lockSubmission(ctx, id, 'own');
  requireState(actions.resubmit, row.state);
  const { creative_id, note, ...words } = answer;
  requireOwnWords(row, Object.keys(words));
  const before = await readOwn(ctx, id);
  const isEdited = await isEditedSince(ctx, row);
  if (row.creative_id === null) await resubmitItem(ctx, row, answer);
  else {
    const creative = await lockCreativeRow(ctx, row.creative_id);
    const file = creative_id === undefined ? null : await takeFile(ctx, creative_id, creative);
    if (row.is_newer_file)
      await writeSubmission(ctx, row, {
        ...waitsAgain(ctx, row),
        ...(note !== undefined && { note }),
        ...(file !== null && { asset_id: file.asset_id }),
      });
    else {
      const draft =
        file === null
          ? creative
          : await writeCreative(ctx, creative, { ...file, ...reworked(ctx, creative) });
      await submitDraft(ctx, draft, { note, words });
    }
  }
  const now = await readOwn(ctx, id);
  if (!isEdited) requireChanged(before, now);
  return now;
}

/** Its item is changed by itself; here it only goes back into review. */
async function resubmitItem(
  ctx: TransactionContext,
  row: SubmissionRow,
  { creative_id, note }: Omit<Answer, 'id'>,
): Promise<void> {
  if (creative_id !== undefined)
    throw new AppError('RULE', 'Local content has no file of its own.', { creative_id: ['kind'] });
  await itemResubmitted(ctx, requireFound(row.content_item_id, 'content item'));
  if (note !== undefined) await writeSubmission(ctx, await lockSubmission(ctx, row.id), { note });
}

/** The file of a creative that was just uploaded and is used nowhere; that creative goes. */
export async function takeFile(
  ctx: TransactionContext,
  creative_id: string,
  into: Pick<CreativeRow, 'id' | 'kind' | 'duration_ms'>,
): Promise<Pick<CreativeRow, 'asset_id' | 'duration_ms'>> {
  const source = await lockCreativeRow(ctx, creative_id);
  if (source.created_by !== ctx.user_id || source.id === into.id) throw notFound('creative');
  if (source.kind !== into.kind)
    throw new AppError('RULE', 'A video is replaced by a video, a picture by a picture.', {
      creative_id: ['kind'],
    });
  await requireUnused(ctx, source.id);
  await requireNoOpenSubmission(ctx, source.id);
  await writeCreative(ctx, source, { deleted_at: dateOf(ctx.now) });
  const { asset_id } = source;
  return { asset_id, duration_ms: into.kind === 'video' ? source.duration_ms : into.duration_ms };
}

export async function discardDraft(ctx: TransactionContext, creative_id: string): Promise<void> {
  const draft = await lockOwnDraft(ctx, creative_id);
  await requireNoOpenSubmission(ctx, draft.id);
  ctx.auditNote.target_id = draft.id;
  ctx.auditNote.target_name = draft.name;
  await writeCreative(ctx, draft, { deleted_at: dateOf(ctx.now) });
  await deleteOwnUnused(ctx, draft.asset_id);
}
