/** What people do with an alert: submit, decide, publish, end, and draft what follows it. */
import { dateOf } from '../../../shared/clock.ts';
import {
  alerts as contract,
  MIN_TTL_S,
  SHORT_TTL_S,
  type Alert,
  type AlertTexts,
} from '../../../shared/contract/alerts/alert.ts';
import { isOwnAlert, mayWithdraw } from '../../../shared/contract/alerts/ownership.ts';
import { rolesWith } from '../../../shared/contract/wire/access.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { uuid7 } from '../../../shared/random.ts';
import { alerts } from '../../db/schema.ts';
import type { UserPrincipal } from '../../http/principal.ts';
import { requireRecentPassword } from '../../http/recentPassword.ts';
import { canAnotherDecide, withEditor } from '../../resource/editors.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { alertListing } from './listing.ts';
import * as live from './live.ts';
import * as publishing from './publish.ts';
import { isLive, stateAt, type AlertRow } from './state.ts';
import { lockAlert, requireSeen, writeAlert, type AlertColumns } from './writes.ts';

const { actions } = contract;
const DECIDERS = rolesWith('alerts', 'A');
/** min */
const ALONE_MIN = 5;
const ALL_CLEAR: AlertTexts = {
  en: { headline: 'All clear: the danger is over', description: '', instruction: '', sender_name: '' },
  zh: { headline: '警报解除：危险已过去', description: '', instruction: '', sender_name: '' },
};
const DRILL = {
  en: 'DRILL – ',
  zh: '演练：',
} as const;

/** `expected`: the version the person has seen, where the call names it. */
export interface Seen {
  principal: UserPrincipal;
  expected: number | null;
}
async function begin(
  ctx: TransactionContext,
  id: string,
  verb: keyof typeof actions,
  expected: number | null = null,
): Promise<AlertRow> {
  await live.lockAlerts(ctx);
  const row = await lockAlert(ctx, id);
  if (expected !== null) await requireSeen(ctx, row, expected);
  const state = stateAt(row, ctx.now);
  const from: readonly string[] = actions[verb].from;
  if (!from.includes(state))
    throw live.stateError(
      `This is ${state}.`,
      state,
      live.newestOf(await live.versionsOf(ctx, [row.root_id])),
    );
  return row;
}
/** What follows an alert follows its newest version, and nothing follows an all-clear. */
async function beginAfter(
  ctx: TransactionContext,
  id: string,
  verb: 'update' | 'all-clear',
  expected: number | null = null,
): Promise<AlertRow> {
  const row = await begin(ctx, id, verb, expected);
  const newest = live.newestOf(await live.versionsOf(ctx, [row.root_id]));
  if (newest === null || !isLive(newest, ctx.now)) return row;
  if (live.isAllClear(newest))
    throw live.stateError('The all-clear was given for this alert.', stateAt(row, ctx.now), newest);
  return newest;
}
const read = (ctx: TransactionContext, id: string): Promise<Alert> => alertListing.read(ctx, id);

const takesTwo = ({ priority, status }: AlertRow) => priority === 0 && status === 'Actual';
/** Priority 0 takes two; who is alone says his password again, and that stands in the audit log. */
async function requireAlone(ctx: TransactionContext, row: AlertRow, principal: UserPrincipal): Promise<void> {
  /** Whoever did not write it can approve it once one of its authors has submitted it. */
  const authors = isOwnAlert(row, ctx.user_id) ? [row.created_by, row.submitted_by, ...row.edited_by] : [];
  if (await canAnotherDecide(ctx, { roles: DECIDERS, authors }))
    throw new AppError('FORBIDDEN', 'An alert of priority 0 needs the approval of a second person.', {
      reason: 'needs_approval',
    });
  requireRecentPassword(principal, ctx.now, ALONE_MIN);
}

export async function submit(ctx: TransactionContext, id: string, expected: number | null): Promise<Alert> {
  const row = await begin(ctx, id, 'submit', expected);
  await writeAlert(ctx, row, { state: 'pending_approval', submitted_by: ctx.user_id });
  return read(ctx, id);
}
export async function withdraw(
  ctx: TransactionContext,
  id: string,
  { principal, expected }: Seen,
): Promise<Alert> {
  const row = await begin(ctx, id, 'withdraw', expected);
  if (!mayWithdraw(row, { id: principal.user_id, role: principal.role }))
    throw new AppError('FORBIDDEN', 'Only who wrote this or asked for its approval may take it back.', {
      reason: 'not_own',
    });
  await writeAlert(ctx, row, { state: 'draft', submitted_by: null });
  return read(ctx, id);
}
export async function reject(
  ctx: TransactionContext,
  id: string,
  reason: string,
  expected: number | null,
): Promise<Alert> {
  const row = await begin(ctx, id, 'reject', expected);
  await writeAlert(ctx, row, { state: 'rejected', reason });
  return read(ctx, id);
}

async function publishBy(ctx: TransactionContext, row: AlertRow, isAloneOne: boolean): Promise<Alert> {
  const versions = await live.versionsOf(ctx, [row.root_id]);
  live.requireNext(
    row,
    versions.filter(one => one.id !== row.id),
    ctx.now,
  );
  await publishing.publish(ctx, row, { approved_by: ctx.user_id, approved_alone: isAloneOne });
  const after = await read(ctx, row.id);
  ctx.auditNote.after = {
    ...{ state: after.state, priority: after.priority, effective_at: after.effective_at },
    ...{ expires_at: after.expires_at, ...(isAloneOne && { approved_alone: true }) },
  };
  return after;
}
export async function approve(
  ctx: TransactionContext,
  id: string,
  { principal, expected }: Seen,
): Promise<Alert> {
  const row = await begin(ctx, id, 'approve', expected);
  const isAloneOne = isOwnAlert(row, ctx.user_id) && takesTwo(row);
  if (isAloneOne) await requireAlone(ctx, row, principal);
  return publishBy(ctx, row, isAloneOne);
}
export async function publish(
  ctx: TransactionContext,
  id: string,
  { principal, expected }: Seen,
): Promise<Alert> {
  const row = await begin(ctx, id, 'publish', expected);
  const isAloneOne = takesTwo(row);
  if (isAloneOne) await requireAlone(ctx, row, principal);
  return publishBy(ctx, row, isAloneOne);
}
/** Ends the alert, whichever of its versions is named. */
export async function cancel(
  ctx: TransactionContext,
  id: string,
  reason: string,
  expected: number | null,
): Promise<Alert> {
  const row = await begin(ctx, id, 'cancel', expected);
  await live.cancel(ctx, await live.versionsOf(ctx, [row.root_id]), reason);
  ctx.auditNote.after = { state: 'cancelled', reason };
  return read(ctx, id);
}
export async function archive(ctx: TransactionContext, id: string): Promise<Alert> {
  const row = await begin(ctx, id, 'archive');
  await writeAlert(ctx, row, { state: 'archived' });
  return read(ctx, id);
}

/** A new row like this one, that nothing was done with yet. */
async function copyOf(ctx: TransactionContext, row: AlertRow, set: Partial<AlertColumns>): Promise<AlertRow> {
  const { tx, now, user_id } = ctx;
  const id = uuid7(now);
  const [made] = await tx
    .insert(alerts)
    .values({
      ...row,
      ...{ id, state: 'draft', source: 'manual', origin_id: null, agency: null, version: 1 },
      ...{ cap_sender: null, cap_identifier: null, cap_sent: null, raw_sha256: null, sig_status: 'unsigned' },
      ...{ effective_at: null, expires_at: null, published_at: null, ended_at: null, set_version: null },
      ...{ submitted_by: null, approved_by: null, approved_alone: false, warnings: [], reason: null },
      ...{
        created_by: user_id,
        edited_by: withEditor(ctx),
        created_at: dateOf(now),
        updated_at: dateOf(now),
        deleted_at: null,
      },
      ...set,
    })
    .returning();
  if (!made) throw new Error('no row was made');
  ctx.auditNote.target_id = row.id;
  return made;
}
/** The next version of it. */
const following = (row: AlertRow): Partial<AlertColumns> => ({
  ...{
    msg_type: 'Update',
    supersedes_id: row.id,
    root_id: row.root_id,
    alert_version: row.alert_version + 1,
    ttl_s: Math.max(MIN_TTL_S, row.ttl_s),
  },
  references:
    row.cap_sender === null || row.cap_identifier === null || row.cap_sent === null
      ? []
      : [{ sender: row.cap_sender, identifier: row.cap_identifier, sent: row.cap_sent.toISOString() }],
});

export async function update(ctx: TransactionContext, id: string): Promise<Alert> {
  const row = await beginAfter(ctx, id, 'update');
  const made = await copyOf(ctx, row, following(row));
  return read(ctx, made.id);
}
export async function allClear(
  ctx: TransactionContext,
  id: string,
  { texts, expected }: { texts: AlertTexts | undefined; expected: number | null },
): Promise<Alert> {
  const row = await beginAfter(ctx, id, 'all-clear', expected);
  const made = await copyOf(ctx, row, {
    ...following(row),
    ...{ response_types: ['AllClear'], urgency: 'Past', severity: 'Minor', priority: 2, template: 'banner' },
    ...{ texts: texts ?? ALL_CLEAR, sound: false, ttl_s: SHORT_TTL_S, max_display_s: null },
  });
  await publishing.publish(ctx, made, { approved_by: ctx.user_id });
  return read(ctx, made.id);
}
export async function drill(ctx: TransactionContext, id: string): Promise<Alert> {
  const row = await begin(ctx, id, 'test');
  const texts = Object.fromEntries(
    Object.entries(row.texts).map(([language, text]) => [
      language,
      { ...text, headline: `${language.startsWith('zh') ? DRILL.zh : DRILL.en}${text.headline}` },
    ]),
  );
  const fresh = uuid7(ctx.now);
  const made = await copyOf(ctx, row, {
    ...{ id: fresh, root_id: fresh, supersedes_id: null, alert_version: 1, references: [] },
    ...{ msg_type: 'Alert', status: 'Exercise', forced: false, texts, ttl_s: SHORT_TTL_S },
    target: { ...row.target, mode: 'all', areas: [], geocodes: [], device_ids: [], tags: [] },
  });
  await publishing.publish(ctx, made, { approved_by: ctx.user_id });
  return read(ctx, made.id);
}
