/** What follows from a message: a new alert, the next version of one, or its end. */
import { eq } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import type { AlertWarning } from '../../../shared/contract/alerts/alert.ts';
import type { ImportAnswer } from '../../../shared/contract/alerts/alertCalls.ts';
import { isExercise } from '../../../shared/contract/alerts/cap.ts';
import { uuid7 } from '../../../shared/random.ts';
import { alerts } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import * as publishing from '../alerts/publish.ts';
import { stateAt, type AlertRow } from '../alerts/state.ts';
import type { CapAlert } from '../cap/readAlert.ts';
import { nextSet } from '../screens/versions.ts';
import { columnsOf, type IntakeColumns } from './columns.ts';
import { keepDocument } from './documents.ts';
import { earlierEnding, keepEndings, knownAlert, referenced, type Origin } from './lookups.ts';

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
  warnings: AlertWarning[];
  /** The alert that came of it or was ended by it. */
  row: AlertRow | null;
}

const warning = (code: string, message: string): AlertWarning => ({ code, message });
/** Why it waits for people, whoever may publish. */
function holdOf(alert: CapAlert, { target }: IntakeColumns): AlertWarning | null {
  if (alert.status === 'Draft' || alert.status === 'System')
    return warning('not_shown', `Alerts with status ${alert.status} are not shown on screens.`);
  if (alert.scope !== 'Public')
    return warning('not_public', `Alerts with scope ${alert.scope} are not meant for the public.`);
  if (target.areas.length + target.geocodes.length === 0)
    return warning('nobody', 'The alert has no area, so it reaches no screen until one is set.');
  return null;
}

async function endReferenced(ctx: TransactionContext, alert: CapAlert, intake: Intake): Promise<Outcome> {
  const found = await referenced(ctx, alert, intake);
  for (const row of found)
    if (row.state === 'active') await publishing.cancel(ctx, row, `Cancelled by ${alert.key.identifier}`);
    else if (row.state === 'draft' || row.state === 'pending_approval')
      await ctx.tx
        .update(alerts)
        .set({ state: 'cancelled', ended_at: dateOf(ctx.now), version: row.version + 1 })
        .where(eq(alerts.id, row.id));
  const missing = alert.references.filter(
    ({ sender, identifier }) =>
      !found.some(row => row.cap_sender === sender && row.cap_identifier === identifier),
  );
  const { status } = alert;
  await keepEndings(ctx, { status, missing }, { origin_id: intake.origin_id, by_alert_id: null });
  const notes =
    missing.length === 0
      ? []
      : isExercise(alert)
        ? [warning('unknown_reference', 'It refers to no test or exercise received before.')]
        : [
            warning(
              'unknown_reference',
              'The alert it cancels has not been received yet; it will not be shown.',
            ),
          ];
  return { action: 'cancel', warnings: [...alert.warnings, ...notes], row: found[0] ?? null };
}

async function addAlert(ctx: TransactionContext, alert: CapAlert, intake: Intake): Promise<Outcome> {
  const { tx, tenant_id, user_id, now } = ctx;
  const raw = columnsOf(alert, now);
  const columns = intake.adjust?.(raw) ?? raw;
  const hold = holdOf(alert, columns);
  const before = alert.msg_type === 'Update' ? await referenced(ctx, alert, intake) : [];
  const ending = await earlierEnding(ctx, alert.key, intake);
  const id = uuid7(now);
  const first = before[0];
  const newest = before.reduce((most, row) => Math.max(most, row.alert_version), 0);
  const isOver = columns.expires_at.getTime() <= now;
  const needsSecond = columns.priority === 0 && columns.status === 'Actual' && !intake.isDirect;
  const warnings = [
    ...columns.warnings,
    ...(hold === null ? [] : [hold]),
    ...(ending === null
      ? []
      : [warning('ended_before', 'The alert was updated or cancelled before it was received.')]),
    ...(isOver ? [warning('expired', 'The alert had expired before it was received.')] : []),
  ];
  const [row] = await tx
    .insert(alerts)
    .values({
      ...columns,
      ...{ source: intake.source, origin_id: intake.origin_id, agency: intake.agency },
      ...{
        id,
        tenant_id,
        root_id: first?.root_id ?? id,
        alert_version: newest + 1,
        supersedes_id: first?.id ?? null,
      },
      ...{ raw_sha256: await keepDocument(ctx, intake.bytes, intake), warnings, created_by: user_id },
      ...{ created_at: dateOf(now), updated_at: dateOf(now) },
    })
    .returning();
  if (!row) throw new Error('no row was made');
  const set = (values: Partial<AlertRow>) => tx.update(alerts).set(values).where(eq(alerts.id, id));
  if (ending !== null)
    await set({ state: ending.by_alert_id === null ? 'cancelled' : 'superseded', ended_at: dateOf(now) });
  else if (hold !== null || !intake.isPublishing) await set({ state: 'draft' });
  else if (isOver) await set({ state: 'active', published_at: dateOf(now) });
  else if (needsSecond) await set({ state: 'pending_approval', submitted_by: user_id });
  else await publishing.publish(ctx, row, { approved_by: user_id });
  /** What it replaces goes as soon as it counts itself; until somebody decides, the old one stands. */
  if (before.length > 0 && (isOver || stateAt(await reread(ctx, id), now) !== 'draft')) {
    if (isOver) await nextSet(ctx);
    if (!needsSecond || isOver)
      await publishing.supersede(
        ctx,
        before.map(one => one.id),
      );
  }
  if (alert.msg_type === 'Update') {
    const missing = alert.references.filter(
      one => !before.some(row_ => row_.cap_sender === one.sender && row_.cap_identifier === one.identifier),
    );
    const { status } = alert;
    await keepEndings(ctx, { status, missing }, { origin_id: intake.origin_id, by_alert_id: id });
  }
  const action = alert.msg_type === 'Update' ? 'update' : 'create';
  return { action, warnings, row: await reread(ctx, id) };
}
async function reread({ tx }: TransactionContext, id: string): Promise<AlertRow> {
  const [row] = await tx.select().from(alerts).where(eq(alerts.id, id));
  if (!row) throw new Error('the alert is gone');
  return row;
}

export async function apply(ctx: TransactionContext, alert: CapAlert, intake: Intake): Promise<Outcome> {
  const known = await knownAlert(ctx, alert.key, intake);
  if (known !== null)
    return {
      action: 'log',
      warnings: [...alert.warnings, warning('duplicate', 'This message was received before.')],
      row: known,
    };
  switch (alert.msg_type) {
    case 'Ack':
    case 'Error':
      await keepDocument(ctx, intake.bytes, intake);
      return { action: 'log', warnings: alert.warnings, row: null };
    case 'Cancel':
      await keepDocument(ctx, intake.bytes, intake);
      return endReferenced(ctx, alert, intake);
    case 'Alert':
    case 'Update':
      return addAlert(ctx, alert, intake);
  }
}
