/** What plays on a screen, or on one of a group alone, from one moment to another: by the code that decides on screens. */
import { and, eq, inArray, isNull, ne } from 'drizzle-orm';
import { instant } from '../../../shared/clock.ts';
import {
  MAX_PLAN_DAYS,
  PLAN_REACH_DAYS,
  type PlanEntry,
  type PlanStretch,
  type PlanQuery,
  type STANDING_SOURCES,
} from '../../../shared/contract/playout/scheduleEntry.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import {
  DAY_MS,
  playlistAt,
  stretchesOf,
  nextChange,
  type Schedule,
  type Stretch,
} from '../../../shared/playout/playlistAt.ts';
import { requireFound } from '../../db/rows.ts';
import { devices, playlists, tenants } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { groupLevels, indexGroups, levelsAbove, type Group, type GroupIndex } from '../effectivePlaylist.ts';
import { groupsOfTenant } from '../groups.ts';
import { entryListing } from './entries.ts';
import { byOwner, entriesFor, entriesSince, published, type ScreenEntry } from './screens.ts';

interface StandingPlaylist {
  playlist_id: string;
  source: (typeof STANDING_SOURCES)[number];
  group_name: string | null;
}
/** What decides on a screen: its zone, the groups above it, and what it plays where no exception holds. */
interface ScheduleContext {
  device_id: string | null;
  tz: string;
  levels: readonly (readonly Group[])[];
  standing: StandingPlaylist | null;
  /** It is given nothing to play. */
  isSuspended: boolean;
}

const refuse = (field: string, text: string) => new AppError('VALIDATION', text, { [field]: [text] });

function rangeOf({ from, to }: PlanQuery, now: number): { from: number; to: number } {
  const begin = Date.parse(from);
  if (Math.abs(begin - now) > PLAN_REACH_DAYS * DAY_MS)
    throw refuse('from', 'A moment within a year from now.');
  if (to === undefined) return { from: begin, to: begin + MAX_PLAN_DAYS * DAY_MS };
  const end = Date.parse(to);
  if (end <= begin) throw refuse('to', 'The end lies before the start.');
  if (end - begin > MAX_PLAN_DAYS * DAY_MS) throw refuse('to', `At most ${MAX_PLAN_DAYS} days.`);
  return { from: begin, to: end };
}

async function screenPlace(
  { tx, tenant_id }: TransactionContext,
  id: string,
  groups: GroupIndex,
): Promise<ScheduleContext> {
  const [found] = await tx
    .select()
    .from(devices)
    .where(and(eq(devices.tenant_id, tenant_id), eq(devices.id, id), ne(devices.state, 'retired')));
  const screen = requireFound(found, 'device');
  const { playlist_id, effective_playlist_id, effective_group_id } = screen;
  const group_name = groups.byId.get(effective_group_id ?? '')?.name ?? null;
  const source = playlist_id !== null ? 'screen' : effective_group_id !== null ? 'group' : 'fallback';
  return {
    device_id: id,
    tz: screen.tz,
    levels: groupLevels(screen, groups),
    standing:
      effective_playlist_id === null ? null : { playlist_id: effective_playlist_id, source, group_name },
    isSuspended: screen.state === 'suspended',
  };
}

async function groupPlace(
  { tx, tenant_id }: TransactionContext,
  id: string,
  groups: GroupIndex,
): Promise<ScheduleContext> {
  const levels = levelsAbove([requireFound(groups.byId.get(id), 'group')], groups);
  const giving = levels.flat().find(({ playlist_id }) => playlist_id !== null);
  const [tenant] = await tx.select({ tz: tenants.tz }).from(tenants).where(eq(tenants.id, tenant_id));
  const [fallback] = await tx
    .select({ id: playlists.id })
    .from(playlists)
    .where(
      and(eq(playlists.tenant_id, tenant_id), eq(playlists.fallback, true), isNull(playlists.deleted_at)),
    );
  const own: StandingPlaylist | null = giving?.playlist_id
    ? { playlist_id: giving.playlist_id, source: 'group', group_name: giving.name }
    : null;
  return {
    device_id: null,
    tz: tenant?.tz ?? 'UTC',
    levels,
    standing: own ?? (fallback ? { playlist_id: fallback.id, source: 'fallback', group_name: null } : null),
    isSuspended: false,
  };
}

export async function planFor(ctx: TransactionContext, query: PlanQuery) {
  const range = rangeOf(query, ctx.now);
  const { device_id, group_id } = query;
  if ((device_id === undefined) === (group_id === undefined))
    throw refuse('device_id', 'Name either a screen or a group.');
  const groups = indexGroups(await groupsOfTenant(ctx));
  const place = await (device_id === undefined
    ? groupPlace(ctx, group_id ?? '', groups)
    : screenPlace(ctx, device_id, groups));
  const stored = entriesFor(byOwner(await entriesSince(ctx, range.from)), place.device_id, place.levels);
  const names = await publishedNames(ctx, [
    ...stored.map(({ playlist_id }) => playlist_id),
    ...(place.standing ? [place.standing.playlist_id] : []),
  ]);
  const schedule: Schedule<ScreenEntry, StandingPlaylist> = place.isSuspended
    ? { entries: [], standing: null }
    : {
        entries: published(stored),
        standing: place.standing && names.has(place.standing.playlist_id) ? place.standing : null,
      };
  const { tz } = place;
  const stretches =
    query.to === undefined ? [firstOf(schedule, range, tz)] : stretchesOf(schedule, { ...range, tz });
  const entries = await rowsFor(ctx, stored);
  const groupNames = new Map(entries.map(({ id, group_id: of, owner_name }) => [id, of && owner_name]));
  const { standing } = schedule;
  return {
    ...{ tz, entries },
    stretches: stretches.map(one => stretchAnswer(one, names, groupNames)),
    standing: standing && { ...standing, playlist_name: names.get(standing.playlist_id) ?? '' },
  };
}

function firstOf(
  schedule: Schedule<ScreenEntry, StandingPlaylist>,
  { from, to }: { from: number; to: number },
  tz: string,
): Stretch<ScreenEntry, StandingPlaylist> {
  return { ...playlistAt(schedule, from, tz), from, to: nextChange(schedule, from, { tz, limit: to }) ?? to };
}

/** By the id of those that were published. */
async function publishedNames({ tx, tenant_id }: TransactionContext, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, string>();
  const rows = await tx
    .select({ id: playlists.id, name: playlists.name, version: playlists.published_version })
    .from(playlists)
    .where(and(eq(playlists.tenant_id, tenant_id), inArray(playlists.id, [...new Set(ids)])));
  return new Map(rows.filter(({ version }) => version !== null).map(({ id, name }) => [id, name]));
}

async function rowsFor(ctx: TransactionContext, stored: readonly ScreenEntry[]): Promise<PlanEntry[]> {
  const levelOf = new Map(stored.map(({ id, level }) => [id, level]));
  const rows = await entryListing.rowsOf(ctx, [...levelOf.keys()], null);
  return rows.map(row => ({ ...row, level: levelOf.get(row.id) ?? 0 }));
}

function stretchAnswer(
  { from, to, playlist_id, because }: Stretch<ScreenEntry, StandingPlaylist>,
  names: ReadonlyMap<string, string>,
  groupNames: ReadonlyMap<string, string | null>,
): PlanStretch {
  const entry_id = because.by === 'entry' ? because.entry.id : null;
  return {
    ...{ from: instant(from), to: instant(to), playlist_id, entry_id },
    playlist_name: names.get(playlist_id ?? '') ?? null,
    reason: because.by === 'standing' ? because.standing.source : because.by,
    group_name:
      because.by === 'standing' ? because.standing.group_name : (groupNames.get(entry_id ?? '') ?? null),
  };
}
