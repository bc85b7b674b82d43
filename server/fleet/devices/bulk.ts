/** The same change to many screens: what each of them allows, in one transaction. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import { refreshSets } from '../../alerts/screens/versions.ts';
import { dateOf } from '../../../shared/clock.ts';
import { MAX_GROUPS } from '../../../shared/contract/fleet/device.ts';
import type { changeDevices, DeviceChange } from '../../../shared/contract/fleet/deviceChanges.ts';
import type { Answer, Body } from '../../../shared/contract/wire/endpoint.ts';
import { MAX_TAGS } from '../../../shared/contract/wire/wire.ts';
import { devices } from '../../db/schema.ts';
import { lockGroups, settlePlaylists } from '../../playout/settle.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { livingGroups, retireAll } from './devices.ts';
import { requireReferences } from './references.ts';
import { targetIds } from './targets.ts';

/** `stored_groups`: with those that are deleted, whose members it is again once they are restored. */
type Screen = Pick<typeof devices.$inferSelect, 'id' | 'name' | 'state' | 'tags' | 'group_ids'> & {
  stored_groups: string[];
};
type Refusal = Answer<typeof changeDevices>['failed'][number];
const IDS_A_STATEMENT = 500;

export async function changeMany(
  ctx: TransactionContext,
  { change, ...named }: Body<typeof changeDevices>,
): Promise<Answer<typeof changeDevices>> {
  await lockGroups(ctx, 'screen');
  await requireReferences(ctx, { ...change, group_ids: change.add_groups });
  const ids = await targetIds(ctx, named);
  const screens = new Map((await lockScreens(ctx, ids)).map(screen => [screen.id, screen]));
  const ok: Screen[] = [];
  const failed: Refusal[] = [];
  for (const id of ids) {
    const screen = screens.get(id);
    const error = refusalOf(screen, change);
    if (error !== null) failed.push({ id, name: screen?.name ?? null, error });
    else if (screen) ok.push(screen);
  }
  if (change.retire === true)
    await retireAll(
      ctx,
      ok.map(({ id }) => id),
    );
  else await write(ctx, ok, change);
  ctx.auditNote.after = { ...change, screens: ok.map(({ name }) => name) };
  return { ok: ok.map(({ id }) => id), failed };
}

async function lockScreens({ tx, tenant_id }: TransactionContext, ids: readonly string[]): Promise<Screen[]> {
  if (ids.length === 0) return [];
  return tx
    .select({
      id: devices.id,
      name: devices.name,
      state: devices.state,
      tags: devices.tags,
      group_ids: livingGroups,
      stored_groups: devices.group_ids,
    })
    .from(devices)
    .where(and(eq(devices.tenant_id, tenant_id), inArray(devices.id, [...ids])))
    .orderBy(devices.id)
    .for('update');
}

const without = (
  now: readonly string[],
  { add = [], remove = [] }: Record<'add' | 'remove', string[] | undefined>,
) => [...new Set([...now, ...add])].filter(one => !remove.includes(one));
interface Lists {
  tags?: string[];
  group_ids?: string[];
}
/** What the change touches of all that the screen has many of, as it leaves it. */
const listsAfter = (
  { tags, group_ids }: Pick<Screen, 'tags' | 'group_ids'>,
  change: DeviceChange,
): Lists => ({
  ...((change.add_tags ?? change.remove_tags) && {
    tags: without(tags, { add: change.add_tags, remove: change.remove_tags }),
  }),
  ...((change.add_groups ?? change.remove_groups) && {
    group_ids: without(group_ids, { add: change.add_groups, remove: change.remove_groups }),
  }),
});

function refusalOf(screen: Screen | undefined, change: DeviceChange): Refusal['error'] | null {
  if (!screen) return 'NOT_FOUND';
  if (screen.state === 'retired') return 'STATE';
  const { tags = [], group_ids = [] } = listsAfter(screen, change);
  return tags.length > MAX_TAGS || group_ids.length > MAX_GROUPS ? 'RULE' : null;
}

async function write(ctx: TransactionContext, screens: readonly Screen[], change: DeviceChange) {
  const { tx, now } = ctx;
  const { add_tags: _a, remove_tags: _b, add_groups: _c, remove_groups: _d, retire: _e, ...columns } = change;
  const common = { ...columns, version: sql`${devices.version} + 1`, updated_at: dateOf(now) };
  for (const { set, alike } of alikeAfter(screens, change))
    for (const ids of inSteps(alike))
      await tx
        .update(devices)
        .set({ ...common, ...set })
        .where(inArray(devices.id, ids));
  if (change.add_tags ?? change.remove_tags) await refreshSets(ctx);
  else if (change.location_id !== undefined) await refreshSets(ctx);
  await settlePlaylists(
    ctx,
    screens.map(({ id }) => id),
  );
}

/** Screens that end with the same tags and groups, to be written together. */
function alikeAfter(screens: readonly Screen[], change: DeviceChange) {
  const written = new Map<string, { set: Lists; alike: Screen[] }>();
  for (const screen of screens) {
    const set = listsAfter({ ...screen, group_ids: screen.stored_groups }, change);
    const key = JSON.stringify(set);
    const one = written.get(key) ?? { set, alike: [] };
    one.alike.push(screen);
    written.set(key, one);
  }
  return [...written.values()];
}

function inSteps(screens: readonly Screen[]): string[][] {
  const steps: string[][] = [];
  for (let i = 0; i < screens.length; i += IDS_A_STATEMENT)
    steps.push(screens.slice(i, i + IDS_A_STATEMENT).map(({ id }) => id));
  return steps;
}
