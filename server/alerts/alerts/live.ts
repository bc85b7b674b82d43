/**
 * Which version of an alert is live. Publication, approval, update, cancel and all-clear, by people and by messages, go
 * through this file and publish.ts: one at a time in each tenant, and the set of screens gets a new version whenever
 * something that a screen holds changes.
 */
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import type { CapKey } from '../../../shared/contract/alerts/alert.ts';
import { isExercise, isShownStatus } from '../../../shared/contract/alerts/cap.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { alerts } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { nextSet } from '../screens/versions.ts';
import { isLive, stateAt, type AlertRow } from './state.ts';
import { writeAlert } from './writes.ts';

/** Taken before any row of alerts: an alert, its update and its cancel that come together take turns. */
export const lockAlerts = ({ tx, tenant_id }: TransactionContext) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`alerts ${tenant_id}`}, 0))`);

/** All versions of these roots, drafts and records of cancels included, the oldest first. */
export async function versionsOf(
  { tx, tenant_id }: TransactionContext,
  roots: readonly string[],
): Promise<AlertRow[]> {
  if (roots.length === 0) return [];
  return tx
    .select()
    .from(alerts)
    .where(
      and(eq(alerts.tenant_id, tenant_id), inArray(alerts.root_id, [...roots]), isNull(alerts.deleted_at)),
    )
    .orderBy(asc(alerts.alert_version), asc(alerts.id))
    .for('update');
}
/** An exercise acts on exercises alone, a real message on all. */
export const affectedBy = (message: { status: string }, versions: readonly AlertRow[]): AlertRow[] =>
  versions.filter(row => isExercise(row) || !isExercise(message));
/** The version that was published last, whether it still holds or not. */
export const newestOf = (versions: readonly AlertRow[]): AlertRow | null =>
  versions.findLast(row => row.published_at !== null) ?? null;
/** A message that waits for people. What people draft themselves is refused at its publication. */
const isWaiting = ({ state, published_at, cap_sent }: AlertRow) =>
  (state === 'draft' || state === 'pending_approval') && published_at === null && cap_sent !== null;

export const stateError = (text: string, status: string, newest: AlertRow | null) =>
  new AppError('STATE', text, { status, ...(newest !== null && { newest_id: newest.id }) });

/** Whether these references name that alert. */
export const names = (references: readonly CapKey[], { cap_sender, cap_identifier }: AlertRow): boolean =>
  references.some(({ sender, identifier }) => sender === cap_sender && identifier === cap_identifier);

/** Takes live versions off the screens at `at`, and older messages than `by` out of the queue of those that wait. */
export async function supersede(
  ctx: TransactionContext,
  versions: readonly AlertRow[],
  { at, by }: { at: number; by: AlertRow },
): Promise<void> {
  const live = versions.filter(row => isLive(row, ctx.now));
  for (const row of live) {
    const ends = [at, row.expires_at?.getTime() ?? at, row.ended_at?.getTime() ?? at];
    await writeAlert(ctx, row, { state: 'superseded', ended_at: dateOf(Math.min(...ends)) });
  }
  const sent = by.cap_sent?.getTime() ?? ctx.now;
  for (const row of versions)
    if (isWaiting(row) && (row.cap_sent?.getTime() ?? 0) <= sent && !names(row.references, by))
      await writeAlert(ctx, row, { state: 'superseded', ended_at: dateOf(ctx.now) });
  if (live.length > 0) await nextSet(ctx);
}

/** Ends all that is live of these versions and all messages of them that wait. The answer: those it ended. */
export async function cancel(
  ctx: TransactionContext,
  versions: readonly AlertRow[],
  reason: string,
): Promise<AlertRow[]> {
  const live = versions.filter(row => isLive(row, ctx.now));
  const ended = [...versions.filter(isWaiting), ...live];
  for (const row of ended)
    await writeAlert(ctx, row, { state: 'cancelled', ended_at: dateOf(ctx.now), reason });
  if (live.length > 0) await nextSet(ctx);
  return ended;
}

export const isAllClear = ({ response_types }: Pick<AlertRow, 'response_types'>): boolean =>
  response_types.includes('AllClear');

/** Refuses to publish what may not be shown, what has ended and what something newer has overtaken. */
export function requireNext(row: AlertRow, others: readonly AlertRow[], now: number): void {
  const newest = newestOf(others);
  const refuse = (text: string) => {
    throw stateError(text, stateAt(row, now), newest);
  };
  if (!isShownStatus(row)) refuse(`An alert with status ${row.status} is never shown.`);
  if (row.expires_at !== null && row.expires_at.getTime() <= now)
    refuse(`The alert ended at ${row.expires_at.toISOString()}.`);
  const isSince = (time: Date | null) => time !== null && time >= row.created_at;
  const isCancelled =
    others.some(one => one.msg_type === 'Cancel' && isSince(one.created_at)) ||
    ((newest?.state === 'cancelled' || newest?.state === 'archived') && isSince(newest.ended_at));
  if (isCancelled) refuse('The alert that it follows was cancelled.');
  if (newest === null || newest.id === row.supersedes_id) return;
  const isNewerMessage =
    row.cap_sent !== null && newest.cap_sent !== null && row.cap_sent.getTime() >= newest.cap_sent.getTime();
  if (isNewerMessage) return;
  refuse(
    isAllClear(newest)
      ? 'The all-clear was given for the alert that it follows.'
      : 'A newer version of the alert was published since; draft from that one.',
  );
}
