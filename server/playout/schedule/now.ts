/** Which exception decides what screens play at this moment. */
import { and, eq, inArray } from 'drizzle-orm';
import { instant } from '../../../shared/clock.ts';
import type { HeldException } from '../../../shared/contract/playout/schedule.ts';
import { DAY_MS, nextChange, playlistAt } from '../../../shared/playout/playlistAt.ts';
import { playlists } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import type { GroupMember } from '../effectivePlaylist.ts';
import { published, schedulesOf } from './screens.ts';

/** What lasts longer has no end worth saying in a list. */
const LOOKED_AHEAD_MS = 2 * DAY_MS;

interface Screen extends GroupMember {
  id: string;
  tz: string;
  state: string;
}
/** A suspended screen is given nothing, a retired one is none. */
const isServed = ({ state }: Screen) => state !== 'suspended' && state !== 'retired';

/** By screen; those that play their standing playlist are left out. */
export async function exceptionsNow(
  ctx: Pick<TransactionContext, 'tx' | 'tenant_id' | 'now'>,
  screens: readonly Screen[],
): Promise<Map<string, HeldException>> {
  const schedules = await schedulesOf(ctx);
  if (schedules.isEmpty) return new Map();
  const limit = ctx.now + LOOKED_AHEAD_MS;
  const held = screens.filter(isServed).flatMap(screen => {
    const schedule = { entries: published(schedules.of(screen)), standing: null };
    const { because } = playlistAt(schedule, ctx.now, screen.tz);
    return because.by === 'entry' ? [{ screen, schedule, entry: because.entry }] : [];
  });
  /** Screens of one group mostly have the same ones. */
  const ends = new Map<string, number | null>();
  const endOf = ({ schedule, screen: { tz } }: (typeof held)[number]) => {
    const key = [tz, ...schedule.entries.map(({ id }) => id)].join();
    if (!ends.has(key)) ends.set(key, nextChange(schedule, ctx.now, { tz, limit }));
    return ends.get(key) ?? null;
  };
  const names = await namesOf(
    ctx,
    held.map(({ entry }) => entry.playlist_id),
  );
  return new Map(
    held.map(one => {
      const { id, playlist_id } = one.entry;
      const until = endOf(one);
      return [
        one.screen.id,
        {
          ...{ entry_id: id, playlist_id, playlist_name: names.get(playlist_id) ?? '' },
          until: until === null ? null : instant(until),
        },
      ];
    }),
  );
}

async function namesOf(
  { tx, tenant_id }: Pick<TransactionContext, 'tx' | 'tenant_id'>,
  ids: readonly string[],
) {
  if (ids.length === 0) return new Map<string, string>();
  const rows = await tx
    .select({ id: playlists.id, name: playlists.name })
    .from(playlists)
    .where(and(eq(playlists.tenant_id, tenant_id), inArray(playlists.id, [...ids])));
  return new Map(rows.map(({ id, name }) => [id, name]));
}
