/** What is known of a message that came in: the alert itself, those it references, and what came about it before. */
import { and, eq, gte, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import type { CapKey } from '../../../shared/contract/alerts/alert.ts';
import { isExercise } from '../../../shared/contract/alerts/cap.ts';
import type { CapAlert } from '../cap/readAlert.ts';
import { alertEndings, alerts, NO_ORIGIN } from '../../db/schema.ts';
import type { Db } from '../../db/database.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { affectedBy, names, versionsOf } from '../alerts/live.ts';
import type { AlertRow } from '../alerts/state.ts';

/** Whose message it is: a feed, a partner, or null for the tenant's own people, who may end anything. */
export interface Origin {
  source: AlertRow['source'];
  origin_id: string | null;
  agency: string | null;
}

const SECOND_MS = 1_000;
/**
 * The message that came with this key from the same origin: another one may call its own the same. CAP writes whole
 * seconds, rows of before hold milliseconds.
 */
export async function knownAlert(
  { tx, tenant_id }: TransactionContext,
  { sender, identifier, sent }: CapKey,
  { origin_id }: Pick<Origin, 'origin_id'>,
): Promise<AlertRow | null> {
  const second = Math.floor(Date.parse(sent) / SECOND_MS) * SECOND_MS;
  const [row] = await tx
    .select()
    .from(alerts)
    .where(
      and(
        ...[eq(alerts.tenant_id, tenant_id), eq(alerts.cap_sender, sender)],
        ...[eq(alerts.cap_identifier, identifier), gte(alerts.cap_sent, dateOf(second))],
        lt(alerts.cap_sent, dateOf(second + SECOND_MS)),
        origin_id === null ? isNull(alerts.origin_id) : eq(alerts.origin_id, origin_id),
      ),
    )
    .for('update');
  return row ?? null;
}

/** What a message names: alerts of its own origin, and all versions of them. */
export interface Named {
  rows: AlertRow[];
  versions: AlertRow[];
  /** Not received yet. */
  missing: CapKey[];
}
export const NOTHING_NAMED: Named = { rows: [], versions: [], missing: [] };

/** An alert that has not come yet may be named by an earlier update, which is a version of it then. */
export async function findNamed(
  ctx: TransactionContext,
  message: Pick<CapAlert, 'references' | 'status'>,
  origin: Origin,
): Promise<Named> {
  const { tx, tenant_id } = ctx;
  const { references } = message;
  if (references.length === 0) return NOTHING_NAMED;
  const named = or(
    ...references.map(({ sender, identifier }) =>
      and(eq(alerts.cap_sender, sender), eq(alerts.cap_identifier, identifier)),
    ),
  );
  const ofOrigin = origin.origin_id === null ? undefined : eq(alerts.origin_id, origin.origin_id);
  const found = await tx
    .select()
    .from(alerts)
    .where(and(eq(alerts.tenant_id, tenant_id), isNull(alerts.deleted_at), named, ofOrigin))
    .orderBy(alerts.id);
  const rows = affectedBy(message, found);
  const missing = references.filter(key => !rows.some(row => names([key], row)));
  const roots = new Set(rows.map(row => row.root_id));
  if (!isExercise(message))
    for (const key of missing) {
      const root = (await earlierEnding(ctx, key, origin))?.by?.root_id;
      if (root !== undefined) roots.add(root);
    }
  const versions = affectedBy(message, await versionsOf(ctx, [...roots]));
  return { rows, versions, missing };
}

/** An update or a cancel that named the alert before it came itself; null: there was none. */
export async function earlierEnding(
  { tx, tenant_id }: TransactionContext,
  { sender, identifier }: CapKey,
  { origin_id }: Origin,
): Promise<{ by: AlertRow | null } | null> {
  const [found] = await tx
    .select({ by: alerts, by_alert_id: alertEndings.by_alert_id })
    .from(alertEndings)
    .leftJoin(
      alerts,
      and(eq(alerts.id, alertEndings.by_alert_id), eq(alerts.tenant_id, alertEndings.tenant_id)),
    )
    .where(
      and(
        ...[eq(alertEndings.tenant_id, tenant_id), eq(alertEndings.sender, sender)],
        eq(alertEndings.identifier, identifier),
        inArray(alertEndings.origin_id, [NO_ORIGIN, origin_id ?? NO_ORIGIN]),
      ),
    )
    /** Ended for good before replaced. */
    .orderBy(sql`coalesce(${alerts.msg_type} <> 'Cancel', false)`)
    .limit(1);
  return found ? { by: found.by } : null;
}

/**
 * Whether something newer than this message was said about these versions already: a later version, a later cancel, or
 * an end by people. A message that names a version or its cancel comes after it, whatever its clock says.
 */
export function isOvertaken(
  { key, references }: Pick<CapAlert, 'key' | 'references'>,
  versions: readonly AlertRow[],
): boolean {
  const sent = Date.parse(key.sent);
  const isByMessage = ({ ended_at }: AlertRow) =>
    versions.some(one => one.msg_type === 'Cancel' && one.created_at.getTime() === ended_at?.getTime());
  return versions.some(row => {
    const cap_sent = row.cap_sent?.getTime() ?? 0;
    if (row.state === 'cancelled' && row.published_at !== null && !isByMessage(row))
      return (row.ended_at?.getTime() ?? 0) >= sent;
    if (names(references, row)) return false;
    return row.msg_type === 'Cancel' ? cap_sent >= sent : row.published_at !== null && cap_sent > sent;
  });
}

const HOUR_MS = 3_600_000;
/** The longest an alert holds, and 48 hours. */
const KEPT_MS = 72 * HOUR_MS;
/** `by_alert_id`: the message that names what has not come yet. */
export async function keepEndings(
  { tx, tenant_id, now }: TransactionContext,
  { status, missing }: { status: string; missing: readonly CapKey[] },
  { origin_id, by_alert_id }: { origin_id: string | null; by_alert_id: string | null },
): Promise<void> {
  /** The alert that an exercise names may still come as a real one. */
  if (isExercise({ status })) return;
  const named = new Map(missing.map(one => [JSON.stringify([one.sender, one.identifier]), one]));
  if (named.size === 0) return;
  const ending = { by_alert_id, keep_until: dateOf(now + KEPT_MS) };
  await tx
    .insert(alertEndings)
    .values(
      [...named.values()].map(({ sender, identifier }) => ({
        ...{ tenant_id, sender, identifier, origin_id: origin_id ?? NO_ORIGIN },
        ...ending,
      })),
    )
    .onConflictDoUpdate({
      target: [
        ...[alertEndings.tenant_id, alertEndings.origin_id],
        ...[alertEndings.sender, alertEndings.identifier],
      ],
      set: ending,
    });
}

export async function sweepEndings(tx: Db, now: number): Promise<void> {
  await tx.delete(alertEndings).where(lt(alertEndings.keep_until, dateOf(now)));
}
