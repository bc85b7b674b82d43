/** Works out anew what screens play, once one of its reasons has changed: their own playlist, groups, tags, or a group. */
import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import { devices, playlists } from '../db/schema.ts';
import type { TransactionContext } from '../transaction/context.ts';
import { differsByGroup } from './config/screens.ts';
import { weatherDiffersByGroup } from './weather/screenRules.ts';
import { effectivePlaylist, indexGroups } from './effectivePlaylist.ts';
import { groupsOfTenant } from './groups.ts';
import { refreshChanged, refreshDevices } from './heads.ts';
import { playlistsOf, schedulesOf } from './schedule/screens.ts';

const IDS_A_STATEMENT = 500;

/**
 * Taken before any row: a change of a group waits until changes of screens are done, and they for it,
 * so that neither works with what the other has not written yet.
 */
export const lockGroups = ({ tx, tenant_id }: TransactionContext, by: 'screen' | 'group') => {
  const key = sql`hashtextextended(${`groups ${tenant_id}`}, 0)`;
  return tx.execute(
    by === 'group'
      ? sql`select pg_advisory_xact_lock(${key})`
      : sql`select pg_advisory_xact_lock_shared(${key})`,
  );
};

/**
 * Gives a new head to each screen that now plays another playlist or has another schedule, and to those of `refresh`.
 * `ids`: the screens it may be; all of the tenant by default.
 */
export async function settlePlaylists(
  ctx: TransactionContext,
  ids?: readonly string[],
  refresh: readonly string[] = [],
): Promise<void> {
  const groups = indexGroups(await groupsOfTenant(ctx));
  const fallback = await fallbackOf(ctx);
  const schedules = await schedulesOf(ctx);
  const moved = new Map<string, string[]>();
  const changed = new Set(refresh);
  const screens = await screensOf(ctx, ids);
  for (const screen of screens) {
    const chosen = effectivePlaylist(screen, groups);
    const { group_id } = chosen;
    const playlist_id = chosen.playlist_id ?? fallback;
    const scheduled = playlistsOf(schedules.of(screen));
    const isOther =
      playlist_id !== screen.effective_playlist_id ||
      scheduled.join() !== screen.scheduled_playlist_ids.join();
    if (!isOther && group_id === screen.effective_group_id) continue;
    if (isOther) changed.add(screen.id);
    const key = JSON.stringify({
      effective_playlist_id: playlist_id,
      effective_group_id: group_id,
      scheduled_playlist_ids: scheduled,
    });
    const members = moved.get(key);
    if (members) members.push(screen.id);
    else moved.set(key, [screen.id]);
  }
  await lockInOrder(ctx, [...moved.values()].flat());
  for (const [set, members] of moved)
    for (let i = 0; i < members.length; i += IDS_A_STATEMENT)
      await ctx.tx
        .update(devices)
        .set(JSON.parse(set) as Partial<typeof devices.$inferInsert>)
        .where(inArray(devices.id, members.slice(i, i + IDS_A_STATEMENT)));
  await refreshDevices(ctx, changed);
  if (schedules.isEmpty && !(await differsByGroup(ctx)) && !(await weatherDiffersByGroup(ctx))) return;
  const others = screens.map(({ id }) => id).filter(id => !changed.has(id));
  await refreshChanged(ctx, others);
}

async function fallbackOf({ tx, tenant_id }: TransactionContext): Promise<string | null> {
  const [row] = await tx
    .select({ id: playlists.id })
    .from(playlists)
    .where(and(eq(playlists.tenant_id, tenant_id), playlists.fallback, isNull(playlists.deleted_at)));
  return row?.id ?? null;
}

/** Not locked: whoever changes what it hangs on waits for the lock of the groups. */
const screensOf = ({ tx, tenant_id }: TransactionContext, ids: readonly string[] | undefined) =>
  tx
    .select({
      id: devices.id,
      playlist_id: devices.playlist_id,
      group_ids: devices.group_ids,
      tags: devices.tags,
      effective_playlist_id: devices.effective_playlist_id,
      effective_group_id: devices.effective_group_id,
      scheduled_playlist_ids: devices.scheduled_playlist_ids,
    })
    .from(devices)
    .where(
      and(
        eq(devices.tenant_id, tenant_id),
        ne(devices.state, 'retired'),
        ids === undefined ? undefined : inArray(devices.id, [...ids]),
      ),
    );
/** As every publish does, so that two cannot wait for each other. */
async function lockInOrder({ tx }: TransactionContext, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .select({ id: devices.id })
    .from(devices)
    .where(inArray(devices.id, [...ids]))
    .orderBy(devices.id)
    .for('update');
}
