/** What whoever decides does: takes over, says how urgent it is, approves, asks for changes, rejects. */
import { and, eq } from 'drizzle-orm';
import { instant } from '../../../shared/clock.ts';
import * as contract from '../../../shared/contract/content/submission.ts';
import type { Decision, Submission } from '../../../shared/contract/content/submission.ts';
import { AWAITED } from '../../../shared/contract/content/submissionState.ts';
import { refusedByContent } from '../../../shared/contract/content/refusals.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { equals } from '../../db/lists.ts';
import { requireFound, requireVersion } from '../../db/rows.ts';
import { contentItems, creatives, mediaAssets, users, validations } from '../../db/schema.ts';
import type { UserPrincipal } from '../../http/principal.ts';
import { canAnotherDecide, isDecider } from '../../resource/editors.ts';
import { requireState } from '../../resource/repository.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { creativeLength } from '../media/ingest.ts';
import { hashesOf } from '../creatives/frozen.ts';
import { itemApproved, itemRejected, itemSentBack } from '../local/decisions.ts';
import { lockCreativeRow, writeCreative } from '../creatives/rows.ts';
import { reissueCreatives } from '../playlists/reissue.ts';
import { requireChecked } from '../validation/beforeUse.ts';
import { dropOldFindings } from '../validation/recheck.ts';
import { openSubmissionOf } from './contentSubmissions.ts';
import { mailDecision } from './decisionMail.ts';
import {
  DECIDERS,
  lockSubmission,
  submissionListing,
  writeSubmission,
  type SubmissionRow,
} from './submissions.ts';

const { actions } = contract.submissions;

const read = (ctx: TransactionContext, id: string) => submissionListing.read(ctx, id);

/** Into review, by oneself or by somebody of the tenant who may decide. */
export async function assign(
  ctx: TransactionContext,
  principal: UserPrincipal,
  { id, user_id = principal.user_id, expected }: ExpectedVersion & { user_id?: string | undefined },
): Promise<Submission> {
  const row = await lockSubmission(ctx, id);
  await requireVersionSeen(ctx, row, expected);
  requireState(actions.assign, row.state);
  if (user_id !== principal.user_id) {
    const [named] = await ctx.tx
      .select({ id: users.id })
      .from(users)
      .where(and(isDecider(ctx.tenant_id, DECIDERS), eq(users.id, user_id)));
    if (!named) {
      const text = 'Nobody of this tenant who may decide.';
      throw new AppError('VALIDATION', text, { user_id: [text] });
    }
  }
  await intoReview(ctx, row, user_id);
  return read(ctx, id);
}

/** Returns it as it stands then. */
async function intoReview(
  ctx: TransactionContext,
  row: SubmissionRow,
  user_id: string,
): Promise<SubmissionRow> {
  if (row.creative_id !== null && row.state === 'pending' && !row.is_newer_file)
    await writeCreative(ctx, await lockCreativeRow(ctx, row.creative_id), { state: 'in_review' });
  const taken = { state: actions.assign.to, assigned_to: user_id };
  await writeSubmission(ctx, row, taken);
  return { ...row, ...taken, version: row.version + 1 };
}

export async function prioritise(
  ctx: TransactionContext,
  id: string,
  priority: Submission['priority'],
): Promise<Submission> {
  const row = await lockSubmission(ctx, id);
  requireState(actions.prioritise, row.state);
  await writeSubmission(ctx, row, { priority });
  return read(ctx, id);
}

/** OPEN-LIFE-05: nobody decides his own, unless nobody else in the tenant may. Returns whether it is his own. */
async function requireNotOwn(ctx: TransactionContext, row: SubmissionRow): Promise<boolean> {
  const authors = [row.created_by, ...(await editorsOf(ctx, row))];
  if (ctx.user_id === null || !authors.includes(ctx.user_id)) return false;
  if (await canAnotherDecide(ctx, { roles: DECIDERS, authors }))
    throw new AppError('FORBIDDEN', 'Nobody decides what he submitted himself.', { own: true });
  return true;
}

/** Whoever wrote any part of it does not decide it, whoever sent it for review. */
async function editorsOf(
  { tx, tenant_id }: TransactionContext,
  { creative_id, content_item_id }: SubmissionRow,
): Promise<string[]> {
  const table = creative_id === null ? contentItems : creatives;
  const [subject] = await tx
    .select({ edited_by: table.edited_by })
    .from(table)
    .where(and(equals(table.id, creative_id ?? content_item_id), eq(table.tenant_id, tenant_id)));
  return subject?.edited_by ?? [];
}

interface ExpectedVersion {
  id: string;
  /** The version that was looked at; null: whoever calls names none. */
  expected: number | null;
}
/** Nobody decides about anything but what he has seen. */
async function requireVersionSeen(ctx: TransactionContext, row: SubmissionRow, expected: number | null) {
  if (expected !== null && row.version !== expected) requireVersion(await read(ctx, row.id), expected);
}

interface Verdict extends ExpectedVersion {
  verb: 'approve' | 'request-changes' | 'reject';
  reason: string;
  reason_code: Decision['reason_code'];
}
/** What nobody has taken over yet is taken over by whoever decides, in the same transaction. */
export async function decide(
  ctx: TransactionContext,
  principal: UserPrincipal,
  { id, expected, verb, reason, reason_code }: Verdict,
): Promise<Submission> {
  const found = await lockSubmission(ctx, id);
  await requireVersionSeen(ctx, found, expected);
  const { to } = actions[verb];
  const words = contract.submittedWords.parse(await read(ctx, id));
  requireState(actions[verb], found.state);
  const is_own = await requireNotOwn(ctx, found);
  const row = found.state === 'pending' ? await intoReview(ctx, found, principal.user_id) : found;
  const file = await fileOf(ctx, row);
  const { sha256 } = file;
  const renditions = hashesOf(file.renditions);
  if (to === 'approved' && file.state === 'quarantined')
    throw refusedByContent('in_quarantine', 'Its file is in quarantine.', { asset: [file.state] });
  if (to === 'approved' && file.state !== 'ready')
    throw new AppError('RULE', 'Its file cannot be shown.', { asset: [file.state] });
  if (to === 'approved') await requirePassed(ctx, row);
  if (row.content_item_id === null) await settleCreative(ctx, row, to, file);
  const by = { by: principal.user_id, by_name: principal.email };
  const seen = { sha256, words };
  const taken: Decision = {
    ...{ decision: to, reason_code, reason, at: instant(ctx.now), ...by, is_own },
    ...{ ...seen, answered_at: null },
  };
  await writeSubmission(ctx, row, { state: to, decisions: [...row.decisions, taken] });
  if (row.creative_id !== null) await dropOldFindings(ctx, row.creative_id);
  if (row.content_item_id !== null) await settleItem(ctx, row.content_item_id, taken);
  const decided = await read(ctx, id);
  ctx.auditNote.after = {
    state: to,
    reason_code,
    reason,
    sha256,
    renditions,
    ...(found.state === 'pending' ? { assigned_to: principal.user_id } : {}),
    ...(is_own ? { own: true } : {}),
  };
  await mailDecision(ctx, decided, taken);
  return decided;
}

function settleItem(ctx: TransactionContext, id: string, { decision, reason, sha256 }: Decision) {
  switch (decision) {
    case 'approved':
      return itemApproved(ctx, id, sha256);
    case 'changes_requested':
      return itemSentBack(ctx, id, reason);
    case 'rejected':
      return itemRejected(ctx, id, reason);
  }
}

/** What a rule keeps off the screens is approved once somebody has waived that. */
async function requirePassed(ctx: TransactionContext, { creative_id, asset_id }: SubmissionRow) {
  if (creative_id === null) return;
  await requireChecked(ctx, [{ creative_id, asset_id }]);
  const failed = await ctx.tx
    .select({ rule: validations.rule })
    .from(validations)
    .where(
      and(
        eq(validations.creative_id, creative_id),
        eq(validations.asset_id, asset_id),
        eq(validations.state, 'fail'),
      ),
    );
  if (failed.length > 0)
    throw refusedByContent('failed_check', 'It failed a check that nobody has waived.', {
      checks: failed.map(({ rule }) => rule),
    });
}

async function fileOf({ tx, tenant_id }: TransactionContext, { asset_id }: SubmissionRow) {
  const [asset] = await tx
    .select({
      sha256: mediaAssets.sha256,
      state: mediaAssets.state,
      duration_ms: mediaAssets.duration_ms,
      renditions: mediaAssets.renditions,
    })
    .from(mediaAssets)
    .where(and(eq(mediaAssets.tenant_id, tenant_id), eq(mediaAssets.id, asset_id)));
  return requireFound(asset, 'media file');
}

/** A newer file that is approved takes the place of the old one, on the screens, too; one that is not leaves it live. */
async function settleCreative(
  ctx: TransactionContext,
  row: SubmissionRow,
  to: Decision['decision'],
  file: Awaited<ReturnType<typeof fileOf>>,
): Promise<void> {
  const creative = await lockCreativeRow(ctx, requireFound(row.creative_id, 'creative'));
  const approved = {
    approved_sha256: file.sha256,
    approved_renditions: hashesOf(file.renditions),
    ...{ approval_reason: null, edited_by: [] },
  };
  if (!row.is_newer_file) {
    await writeCreative(ctx, creative, { state: to, ...(to === 'approved' ? approved : {}) });
    return;
  }
  if (to !== 'approved') return;
  requireState({ from: ['approved'] }, creative.state);
  await writeCreative(ctx, creative, {
    ...approved,
    asset_id: row.asset_id,
    qr_target: row.qr_target,
    ...(file.duration_ms === null ? {} : { duration_ms: creativeLength(file.duration_ms) }),
  });
  await reissueCreatives(ctx, [creative.id]);
}

/** Whoever publishes or rejects an item that waits for a decision decides its submission. Returns whether there was one. */
export async function decideItem(
  ctx: TransactionContext,
  principal: UserPrincipal,
  item_id: string,
  verdict: Omit<Verdict, keyof ExpectedVersion>,
): Promise<boolean> {
  const open = await openSubmissionOf(ctx, item_id);
  if (open === undefined || !AWAITED.some(state => state === open.state)) return false;
  await decide(ctx, principal, { ...verdict, id: open.id, expected: null });
  return true;
}
