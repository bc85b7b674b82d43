/** A person asks something of screens, or takes it back. */
import { and, eq, inArray } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import {
  COMMAND_LIFE_MS,
  deviceCommands as contract,
  stateAt,
  type AskedOrder,
  type CommandDetail,
  type sendCommands,
} from '../../../shared/contract/command.ts';
import type { Answer } from '../../../shared/contract/endpoint.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { uuid7 } from '../../../shared/random.ts';
import { found, notFound } from '../../db/rows.ts';
import { deviceCommands, devices } from '../../db/schema.ts';
import { requireStart } from '../../resource/repository.ts';
import type { Work } from '../../transaction/work.ts';
import { commandListing } from './list.ts';

/** A screen that is out of service is asked nothing. */
const OUT = new Set(['retired', 'unpaired']);

const screensOf = ({ tx, tenant_id }: Work, ids: readonly string[]) =>
  tx
    .select({ id: devices.id, state: devices.state })
    .from(devices)
    .where(and(eq(devices.tenant_id, tenant_id), inArray(devices.id, [...ids])))
    .orderBy(devices.id)
    .for('key share');

/** The ids of the commands. */
async function queue(work: Work, device_ids: readonly string[], order: AskedOrder): Promise<string[]> {
  const { tx, tenant_id, by, now } = work;
  const at = { created_at: dateOf(now), updated_at: dateOf(now), expires_at: dateOf(now + COMMAND_LIFE_MS) };
  const rows = device_ids.map(device_id => ({
    ...at,
    id: uuid7(now),
    tenant_id,
    device_id,
    kind: order.kind,
    params: order.params,
    created_by: by,
  }));
  if (rows.length > 0) await tx.insert(deviceCommands).values(rows);
  for (const id of device_ids) work.touched.add(id);
  return rows.map(row => row.id);
}

export async function ask(work: Work, device_id: string, order: AskedOrder): Promise<CommandDetail> {
  const [screen] = await screensOf(work, [device_id]);
  const { state } = found(screen, 'device');
  if (OUT.has(state)) throw new AppError('STATE', `This is ${state}.`, { status: state });
  const [id] = await queue(work, [device_id], order);
  return commandListing.one(work, id ?? '');
}

interface Many {
  device_ids: readonly string[];
  command: AskedOrder;
}
export async function askMany(
  work: Work,
  { device_ids, command }: Many,
): Promise<Answer<typeof sendCommands>> {
  const asked = [...new Set(device_ids)];
  const screens = new Map((await screensOf(work, asked)).map(screen => [screen.id, screen.state]));
  const ok = asked.filter(id => screens.has(id) && !OUT.has(screens.get(id)!));
  await queue(work, ok, command);
  const failed = asked
    .filter(id => !ok.includes(id))
    .map(id => ({ id, error: screens.has(id) ? ('STATE' as const) : ('NOT_FOUND' as const) }));
  return { ok, failed };
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
