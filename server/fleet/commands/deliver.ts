/** The screen's side of a command: it is handed over with a heartbeat's answer, and told about afterwards. */
import { and, asc, eq, gt, inArray } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import {
  COMMANDS_A_BEAT,
  mayMove,
  WAITING,
  type CommandState,
  type tellCommand,
  type WaitingCommand,
} from '../../../shared/contract/fleet/command.ts';
import type { Answer, Body } from '../../../shared/contract/wire/endpoint.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { notFound } from '../../db/rows.ts';
import { deviceCommands, devices } from '../../db/schema.ts';
import type { Work } from '../../transaction/work.ts';
import { revokeKeys } from '../pairing/pairing.ts';
import { lockCommand, moveCommand, stateOf } from './ask.ts';

/** What waits for this screen: not yet taken by it, and in time. */
export const waitingFor = (device_id: string, now: number) =>
  and(
    eq(deviceCommands.device_id, device_id),
    inArray(deviceCommands.state, WAITING),
    gt(deviceCommands.expires_at, dateOf(now)),
  );

/** The oldest first. They are handed over again with each heartbeat until the screen says that it has them. */
export async function handOver(work: Work, device_id: string): Promise<WaitingCommand[]> {
  const { tx, tenant_id, now } = work;
  const rows = await tx
    .select()
    .from(deviceCommands)
    .where(and(eq(deviceCommands.tenant_id, tenant_id), waitingFor(device_id, now)))
    .orderBy(asc(deviceCommands.created_at), asc(deviceCommands.id))
    .limit(COMMANDS_A_BEAT)
    .for('update');
  const fresh = rows.filter(row => row.state === 'queued').map(row => row.id);
  if (fresh.length > 0)
    await tx
      .update(deviceCommands)
      .set({ state: 'delivered', delivered_at: dateOf(now) })
      .where(and(eq(deviceCommands.tenant_id, tenant_id), inArray(deviceCommands.id, fresh)));
  return rows.map(({ id, kind, params }) => ({ id, kind, params }));
}

interface Told {
  id: string;
  device_id: string;
  said: Body<typeof tellCommand>;
}
export async function tell(work: Work, { id, device_id, said }: Told): Promise<Answer<typeof tellCommand>> {
  const row = await lockCommand(work, id);
  if (row.device_id !== device_id) throw notFound('device command');
  const state: CommandState = stateOf(row, work.now);
  /** Its first answer was lost on the way. */
  if (state === said.state) return { state };
  if (!mayMove(state, said.state)) throw new AppError('STATE', `This is ${state}.`, { status: state });
  const at = dateOf(work.now);
  await moveCommand(work, row, {
    state: said.state,
    ...(said.state === 'accepted' ? { accepted_at: at } : { ended_at: at, result: said.result ?? null }),
  });
  if (row.kind === 'unpair' && said.state === 'done') await unpair(work, device_id);
  return { state: said.state };
}

/** The screen forgets its key; so do we. Its name and its plays stay, for a screen that takes its place. */
async function unpair(work: Work, device_id: string): Promise<void> {
  await revokeKeys(work, device_id);
  await work.tx
    .update(devices)
    .set({ state: 'unpaired', updated_at: dateOf(work.now) })
    .where(and(eq(devices.tenant_id, work.tenant_id), eq(devices.id, device_id)));
}
