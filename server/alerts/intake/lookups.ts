/** What is known of a message that came in: the alert itself, those it references, and what came about it before. */
import { and, eq, inArray, isNull, lt, or, sql, type SQL } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import type { CapKey } from '../../../shared/contract/alerts/alert.ts';
import { isExercise } from '../../../shared/contract/alerts/cap.ts';
import type { CapAlert } from '../cap/readAlert.ts';
import { alertEndings, alerts, NO_ORIGIN } from '../../db/schema.ts';
import type { Db } from '../../db/database.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import type { AlertRow } from '../alerts/state.ts';

/** Whose message it is: a feed, a partner, or null for the tenant's own people, who may end anything. */
export interface Origin {
  source: AlertRow['source'];
  origin_id: string | null;
  agency: string | null;
}

/** A message of the same origin: another one may call its own the same. */
export async function knownAlert(
  { tx, tenant_id }: TransactionContext,
  { sender, identifier, sent }: CapKey,
  { origin_id }: Pick<Origin, 'origin_id'>,
): Promise<AlertRow | null> {
  const [row] = await tx
    .select()
    .from(alerts)
    .where(
      and(
        ...[eq(alerts.tenant_id, tenant_id), eq(alerts.cap_sender, sender)],
        ...[eq(alerts.cap_identifier, identifier), eq(alerts.cap_sent, dateOf(Date.parse(sent)))],
        origin_id === null ? isNull(alerts.origin_id) : eq(alerts.origin_id, origin_id),
      ),
    );
  return row ?? null;
}

const ofOrigin = ({ origin_id }: Origin): SQL | undefined =>
  origin_id === null ? undefined : eq(alerts.origin_id, origin_id);

/** Those it references, and all earlier versions of them that are still on screens. An exercise finds exercises alone. */
export async function referenced(
  { tx, tenant_id }: TransactionContext,
  message: Pick<CapAlert, 'references' | 'status'>,
  origin: Origin,
): Promise<AlertRow[]> {
  const { references } = message;
  if (references.length === 0) return [];
  const named = or(
    ...references.map(({ sender, identifier }) =>
      and(eq(alerts.cap_sender, sender), eq(alerts.cap_identifier, identifier)),
    ),
  );
  const found = await tx
    .select()
    .from(alerts)
    .where(and(eq(alerts.tenant_id, tenant_id), isNull(alerts.deleted_at), named, ofOrigin(origin)))
    .orderBy(alerts.id)
    .for('update');
  return found.filter(row => isExercise(row) || !isExercise(message));
}

/** An update or a cancel that came before the alert itself; null: there was none. */
export async function earlierEnding(
  { tx, tenant_id }: TransactionContext,
  { sender, identifier }: CapKey,
  { origin_id }: Origin,
) {
  const [row] = await tx
    .select()
    .from(alertEndings)
    .where(
      and(
        ...[eq(alertEndings.tenant_id, tenant_id), eq(alertEndings.sender, sender)],
        eq(alertEndings.identifier, identifier),
        inArray(alertEndings.origin_id, [NO_ORIGIN, origin_id ?? NO_ORIGIN]),
      ),
    )
    /** Ended for good before replaced. */
    .orderBy(sql`${alertEndings.by_alert_id} is not null`)
    .limit(1);
  return row ?? null;
}

const HOUR_MS = 3_600_000;
/** The longest an alert holds, and 48 hours. */
const KEPT_MS = 72 * HOUR_MS;
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
