/** Bulk commands: the same command for many screens, and their cancellation. */
import { and, eq, gt, inArray } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import {
  REFUSING_STATES,
  refusesCommands,
  PENDING_STATES,
  type cancelBatch,
  type commandReach,
  type sendCommands,
} from '../../../shared/contract/fleet/command.ts';
import type { Answer, Body, Query } from '../../../shared/contract/wire/endpoint.ts';
import { uuid7 } from '../../../shared/random.ts';
import { notFound } from '../../db/rows.ts';
import { deviceCommands } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { targetIds } from '../devices/targets.ts';
import { insertCommands, screensOf } from './queue.ts';

type BulkCommand = Body<typeof sendCommands>;
const MAX_NAMES = 20;

export async function commandReachOf(
  ctx: TransactionContext,
  { device_ids, ...filter }: Query<typeof commandReach>,
): Promise<Answer<typeof commandReach>> {
  const screens = await screensOf(ctx, await targetIds(ctx, { device_ids: device_ids?.split(','), filter }));
  const refused = REFUSING_STATES.flatMap(state => {
    const those = screens.filter(screen => screen.state === state);
    const names = those.map(({ name }) => name).sort();
    return those.length === 0 ? [] : [{ state, count: those.length, names: names.slice(0, MAX_NAMES) }];
  });
  return { takes: screens.filter(({ state }) => !refusesCommands(state)).length, refused };
}

export async function queueCommands(
  ctx: TransactionContext,
  { command, ...named }: BulkCommand,
): Promise<Answer<typeof sendCommands>> {
  const ids = await targetIds(ctx, named);
  const screens = new Map(
    (await screensOf(ctx, ids).for('key share')).map(screen => [screen.id, screen.state]),
  );
  const takes = (id: string) => screens.has(id) && !refusesCommands(screens.get(id)!);
  const batch_id = uuid7(ctx.now);
  const ok = ids.filter(takes);
  await insertCommands(ctx, ok, command, batch_id);
  ctx.auditNote.target_id = batch_id;
  const failed = ids
    .filter(id => !takes(id))
    .map(id => ({ id, error: screens.has(id) ? ('STATE' as const) : ('NOT_FOUND' as const) }));
  return { batch_id, ok, failed };
}

export async function cancelCommandBatch(
  ctx: TransactionContext,
  batch_id: string,
): Promise<Answer<typeof cancelBatch>> {
  const { tx, tenant_id, changedDevices, now } = ctx;
  const isInBatch = and(eq(deviceCommands.tenant_id, tenant_id), eq(deviceCommands.batch_id, batch_id));
  if ((await tx.$count(deviceCommands, isInBatch)) === 0) throw notFound('batch of commands');
  const taken = await tx
    .update(deviceCommands)
    .set({ state: 'cancelled', ended_at: dateOf(now), updated_at: dateOf(now) })
    .where(
      and(
        isInBatch,
        inArray(deviceCommands.state, PENDING_STATES),
        gt(deviceCommands.expires_at, dateOf(now)),
      ),
    )
    .returning({ device_id: deviceCommands.device_id });
  for (const { device_id } of taken) changedDevices.add(device_id);
  return { cancelled: taken.length };
}
