/** What follows from a message: a new alert, the next version of one, or its end. Whatever order they come in. */
import { and, eq, inArray } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import type { AlertWarning } from '../../../shared/contract/alerts/alert.ts';
import type { ImportAnswer } from '../../../shared/contract/alerts/alertCalls.ts';
import { isExercise, isShownStatus } from '../../../shared/contract/alerts/cap.ts';
import { uuid7 } from '../../../shared/random.ts';
import { alerts } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import * as live from '../alerts/live.ts';
import * as publishing from '../alerts/publish.ts';
import { isLive, type AlertRow } from '../alerts/state.ts';
import { writeAlert, type AlertColumns } from '../alerts/writes.ts';
import type { CapAlert } from '../cap/readAlert.ts';
import { columnsOf, type IntakeColumns } from './columns.ts';
import { hasDocument, keepDocument } from './documents.ts';
import {
  earlierEnding,
  findNamed,
  isOvertaken,
  keepEndings,
  knownAlert,
  NOTHING_NAMED,
  type Origin,
} from './lookups.ts';

export interface Intake extends Origin {
  /** Of the document, kept as it came. */
  bytes: Buffer;
  /** Otherwise what is new waits as a draft. */
  isPublishing: boolean;
  /** Priority 0 is published without a second person. */
  isDirect: boolean;
  /** What a partner's alert reaches that names no place, and where it may reach at all. */
  adjust?: (columns: IntakeColumns) => IntakeColumns;
}
export interface Outcome {
  action: ImportAnswer['items'][number]['action'];
  /** The message came before. */
  isReplay: boolean;
  warnings: AlertWarning[];
  /** The alert that came of it or was ended by it. */
  row: AlertRow | null;
}

const warning = (code: string, message: string): AlertWarning => ({ code, message });

/** What does not follow from the message itself is filled in here. */
async function insert(
  ctx: TransactionContext,
  columns: Omit<AlertColumns, 'id' | 'tenant_id' | 'root_id'> & { root_id: string | null },
  intake: Intake,
): Promise<AlertRow> {
  const { tx, tenant_id, user_id, now } = ctx;
  const id = uuid7(now);
  const [row] = await tx
    .insert(alerts)
    .values({
      ...{ ...columns, id, tenant_id, root_id: columns.root_id ?? id },
      ...{ source: intake.source, origin_id: intake.origin_id, agency: intake.agency },
      ...{ raw_sha256: await keepDocument(ctx, intake.bytes, intake), created_by: user_id },
      ...{ created_at: dateOf(now), updated_at: dateOf(now) },
    })
    .returning();
  if (!row) throw new Error('no row was made');
  return row;
}
export async function reread({ tx, tenant_id }: TransactionContext, { id }: AlertRow): Promise<AlertRow> {
  const [row] = await tx
    .select()
    .from(alerts)
    .where(and(eq(alerts.tenant_id, tenant_id), eq(alerts.id, id)));
  if (!row) throw new Error('the alert is gone');
  return row;
}

const noEffect = ({ status }: CapAlert) =>
  warning('no_effect', `A message with status ${status} is kept and changes no alert.`);
const LATE = warning('late', 'Something newer about this alert was received before; this changes nothing.');

/** A cancel is a row of its own, which no list shows: by it the cancel is known again, and what comes late is found out. */
async function applyCancel(ctx: TransactionContext, alert: CapAlert, intake: Intake): Promise<Outcome> {
  const isActing = isShownStatus(alert);
  const named = isActing ? await findNamed(ctx, alert, intake) : NOTHING_NAMED;
  const isLate = isOvertaken(
    alert,
    named.versions.filter(row => isLive(row, ctx.now) && row.origin_id === intake.origin_id),
  );
  const ended =
    isLate || !isActing ? [] : await live.cancel(ctx, named.versions, `Cancelled by ${alert.key.identifier}`);
  const isUnknown = isActing && named.missing.length > 0;
  const warnings = [
    ...alert.warnings,
    ...(isActing ? [] : [noEffect(alert)]),
    ...(isLate ? [LATE] : []),
    ...(isUnknown && isExercise(alert)
      ? [warning('unknown_reference', 'It refers to no test or exercise received before.')]
      : []),
    ...(isUnknown && !isExercise(alert)
      ? [
          warning(
            'unknown_reference',
            'The alert it cancels has not been received yet; it will not be shown.',
          ),
        ]
      : []),
  ];
  const record = await insert(
    ctx,
    {
      ...{ ...columnsOf(alert, ctx.now), msg_type: 'Cancel', state: 'archived', warnings },
      root_id: isLate ? null : (named.versions[0]?.root_id ?? null),
    },
    intake,
  );
  if (isActing && !isLate) await joinRoots(ctx, record, named.versions);
  const { status } = alert;
  await keepEndings(
    ctx,
    { status, missing: named.missing },
    { origin_id: intake.origin_id, by_alert_id: record.id },
  );
  const about = ended.at(-1) ?? named.rows[0] ?? null;
  return {
    action: isActing ? 'cancel' : 'log',
    ...{ isReplay: false, warnings, row: about === null ? null : await reread(ctx, about) },
  };
}

/** A message that is about several alerts makes them versions of one. */
async function joinRoots(
  { tx, tenant_id }: TransactionContext,
  { root_id }: AlertRow,
  versions: readonly AlertRow[],
): Promise<void> {
  const others = [...new Set(versions.map(row => row.root_id))].filter(one => one !== root_id);
  if (others.length > 0)
    await tx
      .update(alerts)
      .set({ root_id })
      .where(and(eq(alerts.tenant_id, tenant_id), inArray(alerts.root_id, others)));
}

/** Why it waits for people, whoever may publish. */
function holdOf(alert: CapAlert, { target }: IntakeColumns): AlertWarning | null {
  if (!isShownStatus(alert))
    return warning('not_shown', `Alerts with status ${alert.status} are not shown on screens.`);
  if (alert.scope !== 'Public')
    return warning('not_public', `Alerts with scope ${alert.scope} are not meant for the public.`);
  if (target.areas.length + target.geocodes.length === 0)
    return warning('nobody', 'The alert has no area, so it reaches no screen until one is set.');
  return null;
}

/** What was said about the alert before it came: by messages that named it, and by newer ones about its root. */
async function earlierWords(ctx: TransactionContext, alert: CapAlert, intake: Intake) {
  const isActing = isShownStatus(alert);
  const named = isActing && alert.msg_type === 'Update' ? await findNamed(ctx, alert, intake) : NOTHING_NAMED;
  const ending = isActing ? await earlierEnding(ctx, alert.key, intake) : null;
  const enders = ending?.by ? await live.versionsOf(ctx, [ending.by.root_id]) : [];
  /** An update that still waits for people ends nothing yet. */
  const isEnded =
    ending !== null &&
    (ending.by === null || enders.some(row => row.msg_type === 'Cancel' || row.published_at !== null));
  const isCancelled = ending !== null && (ending.by === null || ending.by.msg_type === 'Cancel');
  return {
    ...{ named, enders, isEnded, isCancelled },
    isLate: isOvertaken(alert, named.versions),
    root_id: enders[0]?.root_id ?? named.versions[0]?.root_id ?? null,
  };
}

async function addAlert(ctx: TransactionContext, alert: CapAlert, intake: Intake): Promise<Outcome> {
  const { tx, user_id, now } = ctx;
  const raw = columnsOf(alert, now);
  const columns = intake.adjust?.(raw) ?? raw;
  const hold = holdOf(alert, columns);
  const { named, enders, isEnded, isCancelled, isLate, root_id } = await earlierWords(ctx, alert, intake);
  const isPast = isEnded || isLate;
  const isOver = columns.expires_at.getTime() <= now;
  const needsSecond = columns.priority === 0 && columns.status === 'Actual' && !intake.isDirect;
  const warnings = [
    ...columns.warnings,
    ...(hold === null ? [] : [hold]),
    ...(isEnded
      ? [warning('ended_before', 'The alert was updated or cancelled before it was received.')]
      : []),
    ...(isLate && !isEnded ? [LATE] : []),
    ...(isOver ? [warning('expired', 'The alert had expired before it was received.')] : []),
  ];
  const versions = [...enders, ...named.versions];
  const newest = versions.reduce((most, one) => Math.max(most, one.alert_version), 0);
  const row = await insert(
    ctx,
    {
      ...{ ...columns, root_id, warnings },
      alert_version: isPast ? 1 : newest + 1,
      supersedes_id: live.newestOf(named.versions)?.id ?? named.rows[0]?.id ?? null,
    },
    intake,
  );
  await joinRoots(ctx, row, named.versions);
  const set = (values: Partial<AlertRow>) => tx.update(alerts).set(values).where(eq(alerts.id, row.id));
  /** What its own enders are about holds; what it names itself is replaced by it, whatever became of it since. */
  const replaced = named.versions.filter(one => !enders.some(({ id }) => id === one.id));
  if (isEnded) {
    await set({ state: isCancelled ? 'cancelled' : 'superseded', ended_at: dateOf(now) });
    if (!isLate) await live.supersede(ctx, replaced, { at: now, by: row });
  } else if (isLate) await set({ state: 'superseded', ended_at: dateOf(now) });
  else if (hold !== null || !intake.isPublishing) await set({ state: 'draft' });
  else if (isOver) {
    await set({ state: 'active', published_at: dateOf(now) });
    await live.supersede(ctx, replaced, { at: now, by: row });
  } else if (needsSecond) await set({ state: 'pending_approval', submitted_by: user_id });
  else await publishing.publish(ctx, row, { approved_by: user_id });
  const { status } = alert;
  await keepEndings(
    ctx,
    { status, missing: named.missing },
    { origin_id: intake.origin_id, by_alert_id: row.id },
  );
  const action = alert.msg_type === 'Update' ? 'update' : 'create';
  return { action, isReplay: false, warnings, row: await reread(ctx, row) };
}

const replay = (alert: CapAlert, row: AlertRow | null): Outcome => ({
  ...{ action: 'log', isReplay: true, row },
  warnings: [...alert.warnings, warning('duplicate', 'This message was received before.')],
});

export async function apply(ctx: TransactionContext, alert: CapAlert, intake: Intake): Promise<Outcome> {
  await live.lockAlerts(ctx);
  const known = await knownAlert(ctx, alert.key, intake);
  /** A draft that people have deleted gives its key to the same document when they hand it in again. */
  const isForgotten = known?.deleted_at != null && known.published_at === null && intake.source === 'manual';
  if (known !== null && !isForgotten) return replay(alert, known.msg_type === 'Cancel' ? null : known);
  if (known !== null)
    await writeAlert(ctx, known, { cap_sender: null, cap_identifier: null, cap_sent: null });
  switch (alert.msg_type) {
    case 'Ack':
    case 'Error':
      if (await hasDocument(ctx, intake.bytes)) return replay(alert, null);
      await keepDocument(ctx, intake.bytes, intake);
      return { action: 'log', isReplay: false, warnings: alert.warnings, row: null };
    case 'Cancel':
      return applyCancel(ctx, alert, intake);
    case 'Alert':
    case 'Update':
      return addAlert(ctx, alert, intake);
  }
}
