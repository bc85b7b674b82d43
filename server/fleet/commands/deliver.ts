/** The screen's side of a command: delivered with a heartbeat's answer, reported on afterwards. */
import { and, asc, eq, gt, inArray } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import {
  MAX_COMMANDS_PER_HEARTBEAT,
  canTransition,
  PENDING_STATES,
  type CommandState,
  type reportCommand,
  type PendingCommand,
} from '../../../shared/contract/fleet/command.ts';
import type { Answer, Body } from '../../../shared/contract/wire/endpoint.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { notFound } from '../../db/rows.ts';
import { deviceCommands, devices } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { revokeKeys } from '../pairing/pairing.ts';
import { lockCommand, updateCommand, commandStateOf } from './queue.ts';

/** Commands of this screen that are not accepted and not expired. */
export const pendingFor = (device_id: string, now: number) =>
  and(
    eq(deviceCommands.device_id, device_id),
    inArray(deviceCommands.state, PENDING_STATES),
    gt(deviceCommands.expires_at, dateOf(now)),
  );

/** Oldest first. Each heartbeat delivers them again until the screen accepts them. */
export async function deliverCommands(ctx: TransactionContext, device_id: string): Promise<PendingCommand[]> {
  const { tx, tenant_id, now } = ctx;
  const rows = await tx
    .select()
    .from(deviceCommands)
    .where(and(eq(deviceCommands.tenant_id, tenant_id), pendingFor(device_id, now)))
    .orderBy(asc(deviceCommands.created_at), asc(deviceCommands.id))
    .limit(MAX_COMMANDS_PER_HEARTBEAT)
    .for('update');
  const newIds = rows.filter(row => row.state === 'queued').map(row => row.id);
  if (newIds.length > 0)
    await tx
      .update(deviceCommands)
      .set({ state: 'delivered', delivered_at: dateOf(now) })
      .where(and(eq(deviceCommands.tenant_id, tenant_id), inArray(deviceCommands.id, newIds)));
  return rows.map(({ id, kind, params }) => ({ id, kind, params }));
}

interface CommandReport {
  id: string;
  device_id: string;
  report: Body<typeof reportCommand>;
}
export async function recordCommandReport(
  ctx: TransactionContext,
  { id, device_id, report }: CommandReport,
): Promise<Answer<typeof reportCommand>> {
  const row = await lockCommand(ctx, id);
  if (row.device_id !== device_id) throw notFound('device command');
  const state: CommandState = commandStateOf(row, ctx.now);
  /** A repeated report: the answer to the first one was lost. */
  if (state === report.state) return { state };
  if (!canTransition(state, report.state))
    throw new AppError('STATE', `This is ${state}.`, { status: state });
  const at = dateOf(ctx.now);
  await updateCommand(ctx, row, {
    state: report.state,
    ...(report.state === 'accepted' ? { accepted_at: at } : { ended_at: at, result: report.result ?? null }),
  });
  if (row.kind === 'unpair' && report.state === 'done') await unpair(ctx, device_id);
  return { state: report.state };
}

/** The screen deletes its key, so the server revokes it. Name and plays stay for a replacement. */
async function unpair(ctx: TransactionContext, device_id: string): Promise<void> {
  await revokeKeys(ctx, device_id);
  await ctx.tx
    .update(devices)
    .set({ state: 'unpaired', updated_at: dateOf(ctx.now) })
    .where(and(eq(devices.tenant_id, ctx.tenant_id), eq(devices.id, device_id)));
}
