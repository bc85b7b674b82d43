/** The same asked of many screens at once, and taken back together. */
import { and, eq, gt, inArray } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import {
  DEAF,
  isDeaf,
  MAX_COMMANDS_AT_ONCE,
  WAITING,
  type cancelBatch,
  type commandReach,
  type sendCommands,
} from '../../../shared/contract/fleet/command.ts';
import type { Answer, Body, Query } from '../../../shared/contract/wire/endpoint.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { uuid7 } from '../../../shared/random.ts';
import { notFound } from '../../db/rows.ts';
import { deviceCommands } from '../../db/schema.ts';
import type { Work } from '../../transaction/work.ts';
import { deviceListing } from '../devices/devices.ts';
import { queue, screensOf } from './ask.ts';

type Asked = Body<typeof sendCommands>;
const NAMED = 20;

/** In the order of the list, each once. */
async function chosenIds(work: Work, { device_ids, filter = {} }: Omit<Asked, 'command'>): Promise<string[]> {
  const ids = [...new Set(device_ids ?? (await deviceListing.idsOf(work, filter, null)))];
  if (ids.length > MAX_COMMANDS_AT_ONCE)
    throw new AppError('RULE', `At most ${MAX_COMMANDS_AT_ONCE} screens are asked at once.`, {
      most: MAX_COMMANDS_AT_ONCE,
      named: ids.length,
    });
  return ids;
}

export async function reach(
  work: Work,
  { device_ids, ...filter }: Query<typeof commandReach>,
): Promise<Answer<typeof commandReach>> {
  const screens = await screensOf(
    work,
    await chosenIds(work, { device_ids: device_ids?.split(','), filter }),
  );
  const refused = DEAF.flatMap(state => {
    const those = screens.filter(screen => screen.state === state);
    const names = those.map(({ name }) => name).sort();
    return those.length === 0 ? [] : [{ state, count: those.length, names: names.slice(0, NAMED) }];
  });
  return { takes: screens.filter(({ state }) => !isDeaf(state)).length, refused };
}

export async function askMany(
  work: Work,
  { command, ...named }: Asked,
): Promise<Answer<typeof sendCommands>> {
  const asked = await chosenIds(work, named);
  const screens = new Map(
    (await screensOf(work, asked).for('key share')).map(screen => [screen.id, screen.state]),
  );
  const takes = (id: string) => screens.has(id) && !isDeaf(screens.get(id)!);
  const batch_id = uuid7(work.now);
  const ok = asked.filter(takes);
  await queue(work, ok, command, batch_id);
  work.noted.target_id = batch_id;
  const failed = asked
    .filter(id => !takes(id))
    .map(id => ({ id, error: screens.has(id) ? ('STATE' as const) : ('NOT_FOUND' as const) }));
  return { batch_id, ok, failed };
}

export async function cancelMany(work: Work, batch_id: string): Promise<Answer<typeof cancelBatch>> {
  const { tx, tenant_id, touched, now } = work;
  const mine = and(eq(deviceCommands.tenant_id, tenant_id), eq(deviceCommands.batch_id, batch_id));
  if ((await tx.$count(deviceCommands, mine)) === 0) throw notFound('batch of commands');
  const taken = await tx
    .update(deviceCommands)
    .set({ state: 'cancelled', ended_at: dateOf(now), updated_at: dateOf(now) })
    .where(and(mine, inArray(deviceCommands.state, WAITING), gt(deviceCommands.expires_at, dateOf(now))))
    .returning({ device_id: deviceCommands.device_id });
  for (const { device_id } of taken) touched.add(device_id);
  return { cancelled: taken.length };
}
