/** Drafts of alerts: made, changed, deleted and brought back. What is published is replaced, not changed. */
import { and, eq, inArray } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { dateOf } from '../../../shared/clock.ts';
import type { Alert, alertCreate, alertPatch, AlertTarget } from '../../../shared/contract/alerts/alert.ts';
import { DEFAULT_TTL_S, priorityOf, templateOf } from '../../../shared/contract/alerts/cap.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { uuid7 } from '../../../shared/random.ts';
import { requireFound, requireRestorable, requireVersion } from '../../db/rows.ts';
import { alerts, devices } from '../../db/schema.ts';
import { withEditor } from '../../resource/editors.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { alertListing } from './listing.ts';
import { stateAt, type AlertRow } from './state.ts';

type Values = z.output<typeof alertCreate>;
type Patch = z.output<typeof alertPatch>;
export type AlertColumns = typeof alerts.$inferInsert;

/** Screens that it names are the tenant's own. */
export async function requireOwnScreens(
  { tx, tenant_id }: TransactionContext,
  target: AlertTarget | undefined,
): Promise<void> {
  for (const field of ['device_ids', 'exclude_device_ids'] as const) {
    const ids = [...new Set(target?.[field] ?? [])];
    if (ids.length === 0) continue;
    const rows = await tx
      .select({ id: devices.id })
      .from(devices)
      .where(and(eq(devices.tenant_id, tenant_id), inArray(devices.id, ids)));
    const text = 'One of these screens does not exist.';
    if (rows.length < ids.length) throw new AppError('VALIDATION', text, { [`target.${field}`]: [text] });
  }
}

const dateOrNull = (time: string | null) => (time === null ? null : dateOf(Date.parse(time)));
const timed = ({ effective_at, onset_at, ...rest }: Patch) => ({
  ...rest,
  ...(effective_at !== undefined && { effective_at: dateOrNull(effective_at) }),
  ...(onset_at !== undefined && { onset_at: dateOrNull(onset_at) }),
});

export async function createAlert(ctx: TransactionContext, values: Values): Promise<Alert> {
  await requireOwnScreens(ctx, values.target);
  const { tx, tenant_id, user_id, now } = ctx;
  const id = uuid7(now);
  const priority = values.priority ?? priorityOf(values);
  await tx.insert(alerts).values({
    ...{ ...values, effective_at: dateOrNull(values.effective_at), onset_at: dateOrNull(values.onset_at) },
    ...{ priority, template: values.template ?? templateOf(priority) },
    ttl_s: values.ttl_s ?? DEFAULT_TTL_S(priority),
    ...{ id, root_id: id, tenant_id, created_by: user_id, edited_by: withEditor(ctx) },
    ...{ created_at: dateOf(now), updated_at: dateOf(now) },
  });
  return alertListing.read(ctx, id);
}

export async function lockAlert(ctx: TransactionContext, id: string): Promise<AlertRow> {
  const [row] = await ctx.tx
    .select()
    .from(alerts)
    .where(and(eq(alerts.tenant_id, ctx.tenant_id), eq(alerts.id, id)))
    .for('update');
  const current = requireFound(row?.deleted_at === null ? row : undefined, 'alert');
  ctx.auditNote.before = current;
  return current;
}

export async function writeAlert(
  { tx, tenant_id, now }: TransactionContext,
  row: Pick<AlertRow, 'id' | 'version'>,
  set: Partial<AlertColumns>,
): Promise<void> {
  await tx
    .update(alerts)
    .set({ ...set, version: row.version + 1, updated_at: dateOf(now) })
    .where(and(eq(alerts.tenant_id, tenant_id), eq(alerts.id, row.id)));
}

/** Refuses what was decided on other words than those that stand there now. */
export async function requireSeen(ctx: TransactionContext, row: AlertRow, expected: number): Promise<void> {
  if (row.version !== expected) requireVersion(await alertListing.read(ctx, row.id), expected);
}

async function lockDraft(ctx: TransactionContext, id: string, expected: number): Promise<AlertRow> {
  const row = await lockAlert(ctx, id);
  await requireSeen(ctx, row, expected);
  const state = stateAt(row, ctx.now);
  if (state !== 'draft')
    throw new AppError('STATE', `Only a draft can be changed; this alert is ${state}.`, { status: state });
  return row;
}

/** Priority and template follow the grade as long as nobody has set them otherwise. */
function regraded(row: AlertRow, patch: Patch): Partial<AlertColumns> {
  const graded = { ...row, ...patch };
  const isDerived = row.priority === priorityOf(row);
  const priority = patch.priority ?? (isDerived ? priorityOf(graded) : row.priority);
  const isUsual = row.template === templateOf(row.priority);
  return { priority, template: patch.template ?? (isUsual ? templateOf(priority) : row.template) };
}

export async function changeAlert(
  ctx: TransactionContext,
  id: string,
  expected: number,
  values: Patch,
): Promise<Alert> {
  const row = await lockDraft(ctx, id, expected);
  await requireOwnScreens(ctx, values.target);
  await writeAlert(ctx, row, { ...timed(values), ...regraded(row, values), edited_by: withEditor(ctx, row) });
  return alertListing.read(ctx, id);
}

export async function removeAlert(ctx: TransactionContext, id: string, expected: number): Promise<void> {
  const row = await lockDraft(ctx, id, expected);
  await writeAlert(ctx, row, { deleted_at: dateOf(ctx.now) });
}

export async function restoreAlert(ctx: TransactionContext, id: string): Promise<Alert> {
  const [found] = await ctx.tx
    .select()
    .from(alerts)
    .where(and(eq(alerts.tenant_id, ctx.tenant_id), eq(alerts.id, id)))
    .for('update');
  const row = requireFound(found, 'alert');
  requireRestorable(row.deleted_at, ctx.now);
  ctx.auditNote.before = row;
  await writeAlert(ctx, row, { deleted_at: null });
  return alertListing.read(ctx, id);
}
