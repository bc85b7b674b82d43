/** A person asks something of screens, or takes it back. */
import { and, eq, inArray } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import {
  COMMAND_LIFE_MS,
  deviceCommands as contract,
  isDeaf,
  stateAt,
  type AskedOrder,
  type CommandDetail,
} from '../../../shared/contract/fleet/command.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { uuid7 } from '../../../shared/random.ts';
import { found, notFound } from '../../db/rows.ts';
import { deviceCommands, devices } from '../../db/schema.ts';
import { requireStart } from '../../resource/repository.ts';
import type { Work } from '../../transaction/work.ts';
import { commandListing } from './list.ts';

const COMMANDS_A_STEP = 500;

export const screensOf = ({ tx, tenant_id }: Work, ids: readonly string[]) =>
  tx
    .select({ id: devices.id, name: devices.name, state: devices.state })
    .from(devices)
    .where(and(eq(devices.tenant_id, tenant_id), inArray(devices.id, [...ids])))
    .orderBy(devices.id);

/** The ids of the commands. */
export async function queue(
  work: Work,
  device_ids: readonly string[],
  order: AskedOrder,
  batch_id: string | null = null,
): Promise<string[]> {
  const { tx, tenant_id, by, now } = work;
  const at = { created_at: dateOf(now), updated_at: dateOf(now), expires_at: dateOf(now + COMMAND_LIFE_MS) };
  const rows = device_ids.map(device_id => ({
    ...at,
    id: uuid7(now),
    tenant_id,
    device_id,
    batch_id,
    kind: order.kind,
    params: order.params,
    created_by: by,
  }));
  for (let i = 0; i < rows.length; i += COMMANDS_A_STEP)
    await tx.insert(deviceCommands).values(rows.slice(i, i + COMMANDS_A_STEP));
  for (const id of device_ids) work.touched.add(id);
  return rows.map(row => row.id);
}

export async function ask(work: Work, device_id: string, order: AskedOrder): Promise<CommandDetail> {
  const [screen] = await screensOf(work, [device_id]).for('key share');
  const { state } = found(screen, 'device');
  if (isDeaf(state)) throw new AppError('STATE', `This is ${state}.`, { status: state });
  const [id] = await queue(work, [device_id], order);
  return commandListing.one(work, id ?? '');
}

export async function lockCommand({ tx, tenant_id }: Work, id: string) {
  const [row] = await tx
    .select()
    .from(deviceCommands)
    .where(and(eq(deviceCommands.id, id), eq(deviceCommands.tenant_id, tenant_id)))
    .for('update');
  if (!row) throw notFound(contract.one);
  return row;
}
type Row = Awaited<ReturnType<typeof lockCommand>>;
export const stateOf = ({ state, expires_at }: Row, now: number) =>
  stateAt({ state, expires_at: expires_at.toISOString() }, now);

export async function moveCommand(
  { tx, tenant_id, touched, now }: Work,
  row: Row,
  fields: Partial<Pick<Row, 'state' | 'accepted_at' | 'ended_at' | 'result'>>,
): Promise<void> {
  touched.add(row.device_id);
  await tx
    .update(deviceCommands)
    .set({ ...fields, version: row.version + 1, updated_at: dateOf(now) })
    .where(and(eq(deviceCommands.id, row.id), eq(deviceCommands.tenant_id, tenant_id)));
}

export async function cancel(work: Work, id: string): Promise<CommandDetail> {
  const row = await lockCommand(work, id);
  work.noted.before = { state: row.state };
  work.noted.after = { state: 'cancelled' };
  requireStart(contract.acts.cancel, stateOf(row, work.now));
  await moveCommand(work, row, { state: 'cancelled', ended_at: dateOf(work.now) });
  return commandListing.one(work, id);
}
