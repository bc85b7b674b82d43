/** The exceptions that reach each screen, in the order in which they are asked, and the document it is given of them. */
import { and, eq, gte, inArray, isNull, ne, or } from 'drizzle-orm';
import { instant } from '../../../shared/clock.ts';
import type { ScheduleDocument } from '../../../shared/contract/playout/manifest.ts';
import { DAY_MS, inOrder } from '../../../shared/playout/playlistAt.ts';
import { deviceGroups, devices, playlists, playlistVersions, scheduleEntries } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { groupLevels, indexGroups, type Group, type GroupMember } from '../effectivePlaylist.ts';
import { groupsOfTenant } from '../groups.ts';

type Context = Pick<TransactionContext, 'tx' | 'tenant_id'>;
/** By then a day has ended in every zone, and with it the hours that began on it. */
const OVER_DAYS = 3;
const mayStillHold = (at: number) =>
  or(
    isNull(scheduleEntries.valid_until),
    gte(scheduleEntries.valid_until, instant(at - OVER_DAYS * DAY_MS).slice(0, 10)),
  );

/** What still may hold after a moment; `document`: of its playlist, null while that was never published. */
export const entriesSince = ({ tx, tenant_id }: Context, since: number) =>
  tx
    .select({
      id: scheduleEntries.id,
      device_id: scheduleEntries.device_id,
      group_id: scheduleEntries.group_id,
      playlist_id: scheduleEntries.playlist_id,
      dayparts: scheduleEntries.dayparts,
      valid_from: scheduleEntries.valid_from,
      valid_until: scheduleEntries.valid_until,
      priority: scheduleEntries.priority,
      document: playlistVersions.document_sha256,
    })
    .from(scheduleEntries)
    .innerJoin(playlists, eq(playlists.id, scheduleEntries.playlist_id))
    .leftJoin(
      playlistVersions,
      and(
        eq(playlistVersions.playlist_id, playlists.id),
        eq(playlistVersions.version, playlists.published_version),
      ),
    )
    .where(
      and(
        eq(scheduleEntries.tenant_id, tenant_id),
        eq(scheduleEntries.enabled, true),
        isNull(scheduleEntries.deleted_at),
        isNull(playlists.deleted_at),
        mayStillHold(since),
      ),
    );
export type StoredEntry = Awaited<ReturnType<typeof entriesSince>>[number];
export type ScreenEntry = StoredEntry & { level: number };

/** Of a screen (level 0) and the levels of groups above it. */
export function entriesFor(
  entries: EntriesByOwner,
  device_id: string | null,
  levels: readonly (readonly Pick<Group, 'id'>[])[],
): ScreenEntry[] {
  const ofOwner = (id: string, level: number) => (entries.get(id) ?? []).map(entry => ({ ...entry, level }));
  return inOrder([
    ...ofOwner(device_id ?? '', 0),
    ...levels.flatMap((level, i) => level.flatMap(({ id }) => ofOwner(id, i + 1))),
  ]);
}
/** By the id of the screen or the group, so that each screen of a large fleet looks at its own alone. */
export type EntriesByOwner = ReadonlyMap<string, readonly StoredEntry[]>;
export function byOwner(entries: readonly StoredEntry[]): EntriesByOwner {
  const owners = new Map<string, StoredEntry[]>();
  for (const entry of entries) {
    const owner = entry.device_id ?? entry.group_id ?? '';
    const own = owners.get(owner);
    if (own) own.push(entry);
    else owners.set(owner, [entry]);
  }
  return owners;
}

type Screen = GroupMember & { id: string };
/** For many screens at once. */
export async function schedulesOf(ctx: Context & Pick<TransactionContext, 'now'>) {
  const entries = await entriesSince(ctx, ctx.now);
  const groups = indexGroups(entries.some(one => one.group_id !== null) ? await groupsOfTenant(ctx) : []);
  const owners = byOwner(entries);
  return {
    isEmpty: entries.length === 0,
    of: (screen: Screen): ScreenEntry[] =>
      entries.length === 0 ? [] : entriesFor(owners, screen.id, groupLevels(screen, groups)),
  };
}

export const playlistsOf = (entries: readonly ScreenEntry[]): string[] =>
  [...new Set(entries.map(({ playlist_id }) => playlist_id))].sort();

/** What can be played of them. */
export const published = (entries: readonly ScreenEntry[]) =>
  entries.flatMap(entry => (entry.document === null ? [] : [{ ...entry, document: entry.document }]));

export interface ScreenSchedule {
  content: ScheduleDocument;
  /** SHA-256 of the documents of its playlists, each once. */
  playlists: string[];
}
export function scheduleOf(entries: readonly ScreenEntry[]): ScreenSchedule | null {
  const playable = published(entries);
  if (playable.length === 0) return null;
  return {
    content: {
      kind: 'schedule',
      entries: playable.map(({ id, playlist_id, dayparts, valid_from, valid_until }) => ({
        ...{ id, playlist_id },
        ...(dayparts.length > 0 && { dayparts }),
        ...(valid_from !== null && { valid_from }),
        ...(valid_until !== null && { valid_until }),
      })),
    },
    playlists: [...new Set(playable.map(({ document }) => document))],
  };
}

/** Those of the playlists that some exception names which was not deleted. */
export async function scheduledAmong({ tx, tenant_id }: Context, playlist_ids: string[]): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ id: scheduleEntries.playlist_id })
    .from(scheduleEntries)
    .where(
      and(
        eq(scheduleEntries.tenant_id, tenant_id),
        inArray(scheduleEntries.playlist_id, playlist_ids),
        isNull(scheduleEntries.deleted_at),
      ),
    );
  return rows.map(({ id }) => id);
}

/** The screens and groups with an entry that may still play it; what is over keeps no playlist from going. */
export async function ownersOfEntries(ctx: TransactionContext, playlist_id: string) {
  const isUsed = and(
    eq(scheduleEntries.tenant_id, ctx.tenant_id),
    eq(scheduleEntries.playlist_id, playlist_id),
    isNull(scheduleEntries.deleted_at),
    mayStillHold(ctx.now),
  );
  const screens = await ctx.tx
    .selectDistinct({ id: devices.id, name: devices.name })
    .from(scheduleEntries)
    .innerJoin(devices, and(eq(devices.id, scheduleEntries.device_id), ne(devices.state, 'retired')))
    .where(isUsed)
    .orderBy(devices.name);
  const groups = await ctx.tx
    .selectDistinct({ id: deviceGroups.id, name: deviceGroups.name })
    .from(scheduleEntries)
    .innerJoin(
      deviceGroups,
      and(eq(deviceGroups.id, scheduleEntries.group_id), isNull(deviceGroups.deleted_at)),
    )
    .where(isUsed)
    .orderBy(deviceGroups.name);
  return { screens, groups };
}
