/** Queues commands for screens, and cancels them. */
import { and, eq, inArray } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import {
  COMMAND_LIFE_MS,
  deviceCommands as contract,
  refusesCommands,
  stateAt,
  type CommandInput,
  type CommandDetail,
} from '../../../shared/contract/fleet/command.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { uuid7 } from '../../../shared/random.ts';
import { requireFound, notFound } from '../../db/rows.ts';
import { deviceCommands, devices } from '../../db/schema.ts';
import { requireState } from '../../resource/repository.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { commandListing } from './list.ts';

const INSERT_BATCH = 500;

export const screensOf = ({ tx, tenant_id }: TransactionContext, ids: readonly string[]) =>
  tx
    .select({ id: devices.id, name: devices.name, state: devices.state })
    .from(devices)
    .where(and(eq(devices.tenant_id, tenant_id), inArray(devices.id, [...ids])))
    .orderBy(devices.id);

/** Returns the ids of the commands. */
export async function insertCommands(
  ctx: TransactionContext,
  device_ids: readonly string[],
  order: CommandInput,
  batch_id: string | null = null,
): Promise<string[]> {
  const { tx, tenant_id, user_id, now } = ctx;
  const at = { created_at: dateOf(now), updated_at: dateOf(now), expires_at: dateOf(now + COMMAND_LIFE_MS) };
  const rows = device_ids.map(device_id => ({
    ...at,
    id: uuid7(now),
    tenant_id,
    device_id,
    batch_id,
    kind: order.kind,
    params: order.params,
    created_by: user_id,
  }));
  for (let i = 0; i < rows.length; i += INSERT_BATCH)
    await tx.insert(deviceCommands).values(rows.slice(i, i + INSERT_BATCH));
  for (const id of device_ids) ctx.changedDevices.add(id);
  return rows.map(row => row.id);
}

export async function queueCommand(
  ctx: TransactionContext,
  device_id: string,
  order: CommandInput,
): Promise<CommandDetail> {
  const [screen] = await screensOf(ctx, [device_id]).for('key share');
  const { state, name } = requireFound(screen, 'device');
  ctx.auditNote.target_name = name;
  if (refusesCommands(state)) throw new AppError('STATE', `This is ${state}.`, { status: state });
  const [id] = await insertCommands(ctx, [device_id], order);
  return commandListing.read(ctx, id ?? '');
}

export async function lockCommand({ tx, tenant_id }: TransactionContext, id: string) {
  const [row] = await tx
    .select()
    .from(deviceCommands)
    .where(and(eq(deviceCommands.id, id), eq(deviceCommands.tenant_id, tenant_id)))
    .for('update');
  if (!row) throw notFound(contract.singular);
  return row;
}
type Row = Awaited<ReturnType<typeof lockCommand>>;
export const commandStateOf = ({ state, expires_at }: Row, now: number) =>
  stateAt({ state, expires_at: expires_at.toISOString() }, now);

export async function updateCommand(
  { tx, tenant_id, changedDevices, now }: TransactionContext,
  row: Row,
  fields: Partial<Pick<Row, 'state' | 'accepted_at' | 'ended_at' | 'result'>>,
): Promise<void> {
  changedDevices.add(row.device_id);
  await tx
    .update(deviceCommands)
    .set({ ...fields, version: row.version + 1, updated_at: dateOf(now) })
    .where(and(eq(deviceCommands.id, row.id), eq(deviceCommands.tenant_id, tenant_id)));
}

export async function cancel(ctx: TransactionContext, id: string): Promise<CommandDetail> {
  const row = await lockCommand(ctx, id);
  ctx.auditNote.before = { state: row.state };
  ctx.auditNote.after = { state: 'cancelled' };
  requireState(contract.actions.cancel, commandStateOf(row, ctx.now));
  await updateCommand(ctx, row, { state: 'cancelled', ended_at: dateOf(ctx.now) });
  return commandListing.read(ctx, id);
}
