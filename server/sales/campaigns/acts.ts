/** What people do with a campaign: submit, decide, pause, resume, end. */
import {
  campaigns as contract,
  type Campaign,
  type CampaignState,
} from '../../../shared/contract/sales/campaign.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { refusedBy } from '../../../shared/contract/sales/refusals.ts';
import { missingIn, type Missing } from '../../../shared/sales/missing.ts';
import { requireVersion } from '../../db/rows.ts';
import { canAnotherDecide, withEditor } from '../../resource/editors.ts';
import { requireState } from '../../resource/repository.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { advance } from './advance.ts';
import { documentLines, lineSources } from './documentLines.ts';
import { campaignListing, DECIDERS, type CampaignRow } from './listing.ts';
import { lockFlights, settleScreens } from './screens.ts';
import { requireShareLeft } from '../avails/room.ts';
import { applyChange, lockCampaign, patched, requireStillNamed, writeCampaign } from './writes.ts';

const { actions } = contract;
type Verb = Exclude<keyof typeof actions, 'duplicate'>;

const MISSING: Readonly<Record<Missing, string>> = {
  no_creative: 'A campaign needs a creative.',
  flights_over: 'Its last flight is over.',
  no_goal: 'How many is its goal?',
  no_budget_or_price: 'A budget is spent at a price, and a goal of a budget needs both.',
  not_guaranteed: 'A share of the hour needs the class that is guaranteed.',
  no_share: 'A goal of a share needs the seconds an hour of each flight.',
};
function requireComplete(row: CampaignRow, now: number): void {
  const [first] = missingIn(row, now);
  if (first) throw refusedBy(first, MISSING[first]);
}

/** Nobody approves what he wrote of, unless nobody else of the tenant may. Says whether he wrote of it. */
async function requireNotOwn(ctx: TransactionContext, { edited_by }: CampaignRow): Promise<boolean> {
  const { user_id } = ctx;
  if (user_id === null || !edited_by.includes(user_id)) return false;
  if (await canAnotherDecide(ctx, { roles: DECIDERS, authors: edited_by }))
    throw new AppError('FORBIDDEN', 'Nobody decides what he wrote himself.', { own: true });
  return true;
}

/** Something of it must be such that screens may be given it. */
async function requirePlayable(ctx: TransactionContext, row: CampaignRow): Promise<void> {
  const sources = await lineSources(ctx, [row]);
  if (documentLines(row, sources, ctx.now).length === 0)
    throw refusedBy('not_playable', 'None of its creatives is approved and may be shown.');
}

async function begin(ctx: TransactionContext, id: string, verb: Verb): Promise<CampaignRow> {
  const row = await lockCampaign(ctx, id);
  requireState(actions[verb], row.state);
  return row;
}
/** What screens hold follows: whoever settles that writes rows of other campaigns, too, so its lock comes before any row. */
async function beginOnScreens(ctx: TransactionContext, id: string, verb: Verb): Promise<CampaignRow> {
  await lockFlights(ctx);
  return begin(ctx, id, verb);
}
const read = (ctx: TransactionContext, id: string): Promise<Campaign> => campaignListing.read(ctx, id);

/** The clock takes it further at once, and its screens follow. */
async function moveTo(
  ctx: TransactionContext,
  row: CampaignRow,
  state: CampaignState,
  set: Partial<CampaignRow> = {},
): Promise<Campaign> {
  await writeCampaign(ctx, row, { ...set, state });
  await advance(ctx, [{ ...row, ...set, state, version: row.version + 1 }]);
  await settleScreens(ctx);
  return read(ctx, row.id);
}

export async function submit(ctx: TransactionContext, id: string): Promise<Campaign> {
  const row = await begin(ctx, id, 'submit');
  requireComplete(row, ctx.now);
  const submitted = { submitted_by: ctx.user_id, edited_by: withEditor(ctx, row) };
  await writeCampaign(ctx, row, { ...submitted, state: 'submitted', reason: null });
  return read(ctx, id);
}

export async function approve(ctx: TransactionContext, id: string): Promise<Campaign> {
  const row = await beginOnScreens(ctx, id, 'approve');
  const is_own = await requireNotOwn(ctx, row);
  requireComplete(row, ctx.now);
  await requireStillNamed(ctx, row);
  await requirePlayable(ctx, row);
  await requireShareLeft(ctx, row);
  const approved = await moveTo(ctx, row, 'approved', { edited_by: [] });
  ctx.auditNote.after = { state: approved.state, ...(is_own && { own: true }) };
  return approved;
}

export async function reject(ctx: TransactionContext, id: string, reason: string): Promise<Campaign> {
  const row = await begin(ctx, id, 'reject');
  await requireNotOwn(ctx, row);
  await writeCampaign(ctx, row, { state: 'rejected', reason });
  return read(ctx, id);
}

export async function redraft(ctx: TransactionContext, id: string): Promise<Campaign> {
  const row = await begin(ctx, id, 'redraft');
  await writeCampaign(ctx, row, { state: 'draft' });
  return read(ctx, id);
}

export const pause = async (ctx: TransactionContext, id: string): Promise<Campaign> =>
  moveTo(ctx, await beginOnScreens(ctx, id, 'pause'), 'paused');
export const resume = async (ctx: TransactionContext, id: string): Promise<Campaign> =>
  moveTo(ctx, await beginOnScreens(ctx, id, 'resume'), 'live');
export const end = async (ctx: TransactionContext, id: string, reason: string): Promise<Campaign> =>
  moveTo(ctx, await beginOnScreens(ctx, id, 'end'), 'ended', { reason });

/** `expected`: the version that was looked at. */
async function requireChange(ctx: TransactionContext, row: CampaignRow, expected: number | null) {
  if (expected !== null && row.version !== expected) requireVersion(await read(ctx, row.id), expected);
  if (row.change === null) throw refusedBy('no_change', 'No edit waits here.');
}
/** One that was rejected waits for its author, and for nobody who decides. */
async function requireAwaited(ctx: TransactionContext, row: CampaignRow, expected: number | null) {
  await requireChange(ctx, row, expected);
  if (row.change_reason !== null) throw refusedBy('no_change', 'This edit was rejected.');
}
/** What comes of the edit must be such as could be approved anew. */
export async function approveChange(
  ctx: TransactionContext,
  id: string,
  expected: number | null,
): Promise<Campaign> {
  const row = await beginOnScreens(ctx, id, 'approve-change');
  await requireAwaited(ctx, row, expected);
  const is_own = await requireNotOwn(ctx, row);
  const changed: CampaignRow = { ...row, ...patched(row.change ?? {}, ctx.now) };
  requireComplete(changed, ctx.now);
  await requireStillNamed(ctx, row.change ?? {});
  await requirePlayable(ctx, changed);
  await requireShareLeft(ctx, changed);
  await applyChange(ctx, row);
  if (is_own) ctx.auditNote.after = { ...row.change, own: true };
  return read(ctx, id);
}
export async function dropChange(
  ctx: TransactionContext,
  id: string,
  expected: number | null,
): Promise<Campaign> {
  const row = await begin(ctx, id, 'drop-change');
  await requireChange(ctx, row, expected);
  await writeCampaign(ctx, row, { change: null, change_reason: null, edited_by: [] });
  return read(ctx, id);
}
/** Whoever wrote it reads why, and what he wrote is there to be mended. */
export async function rejectChange(
  ctx: TransactionContext,
  id: string,
  { reason, expected }: { reason: string; expected: number | null },
): Promise<Campaign> {
  const row = await begin(ctx, id, 'reject-change');
  await requireAwaited(ctx, row, expected);
  await requireNotOwn(ctx, row);
  await writeCampaign(ctx, row, { change_reason: reason });
  return read(ctx, id);
}
