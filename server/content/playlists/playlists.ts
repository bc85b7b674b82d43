/** Playlists of a tenant: list, read, create, delete, restore, duplicate. */
import { and, asc, eq, getTableColumns, inArray, isNull, like, ne, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type * as z from 'zod/mini';
import { dateOf } from '../../../shared/clock.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import * as contract from '../../../shared/contract/content/playlist.ts';
import type { Playlist, PlaylistDetail } from '../../../shared/contract/content/playlist.ts';
import { uuid7 } from '../../../shared/random.ts';
import { commonFieldsOf, requireFound, requireRestorable, requireVersion } from '../../db/rows.ts';
import type { Db } from '../../db/database.ts';
import { deviceGroups, devices, playlists } from '../../db/schema.ts';
import { ownersOfEntries } from '../../playout/schedule/screens.ts';
import { lockGroups, settlePlaylists } from '../../playout/settle.ts';
import { listing, asSelectQuery } from '../../resource/listing.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { deviceInReach, playlistInReach } from '../ownDevices.ts';
import { besideOf, requireZones, requireZonesAgain } from './zones.ts';
import {
  draftItems,
  summaries,
  summaryOf,
  withCreatives,
  writeItems,
  type DraftItem,
  type Summary,
} from './drafts.ts';

type Row = typeof playlists.$inferSelect;
type Screens = Map<string, Playlist['assigned_to']>;
const MAX_NAME = 120;

const toPlaylist = (
  row: Row & { beside_name: string | null },
  summary: Summary,
  screens: Screens,
): Playlist => ({
  name: row.name,
  state: row.state as Playlist['state'],
  default_duration_ms: row.default_duration_ms,
  shuffle: row.shuffle,
  zone: row.zone,
  layout: row.layout,
  beside_id: row.beside_id,
  beside_name: row.beside_name,
  fallback: row.fallback,
  locked:
    row.locked_by === null || row.locked_at === null
      ? null
      : { by: row.locked_by, name: row.locked_name ?? '', at: row.locked_at.toISOString() },
  published_version: row.published_version,
  has_draft: row.has_draft,
  ...summary,
  assigned_to: screens.get(row.id) ?? [],
  ...commonFieldsOf(row),
});

export async function screensOf(ctx: TransactionContext, ids: readonly string[]): Promise<Screens> {
  const { tx, tenant_id } = ctx;
  const screens: Screens = new Map();
  if (ids.length === 0) return screens;
  const rows = await tx
    .select({
      playlist_id: devices.effective_playlist_id,
      id: devices.id,
      name: devices.name,
      group: deviceGroups.name,
    })
    .from(devices)
    .leftJoin(deviceGroups, eq(deviceGroups.id, devices.effective_group_id))
    .where(
      and(
        eq(devices.tenant_id, tenant_id),
        inArray(devices.effective_playlist_id, [...ids]),
        ne(devices.state, 'retired'),
        deviceInReach(ctx),
      ),
    )
    .orderBy(asc(devices.name), asc(devices.id));
  for (const { playlist_id, ...device } of rows)
    screens.set(playlist_id ?? '', [...(screens.get(playlist_id ?? '') ?? []), device]);
  return screens;
}

const besidePlaylists = alias(playlists, 'beside');
const fields = { ...getTableColumns(playlists), beside_name: besidePlaylists.name };
const from = (tx: Db, chosen: object) =>
  tx
    .select(chosen as typeof fields)
    .from(playlists)
    .leftJoin(besidePlaylists, eq(besidePlaylists.id, playlists.beside_id));

export const playlistListing = listing(contract.playlists)<Row & { beside_name: string | null }>({
  from: (tx, chosen) => asSelectQuery(from(tx, chosen)),
  fields,
  id: playlists.id,
  scope: ctx => and(eq(playlists.tenant_id, ctx.tenant_id), playlistInReach(ctx)),
  sortColumns: {
    name: playlists.name,
    state: playlists.state,
    published_version: playlists.published_version,
    created_at: playlists.created_at,
    updated_at: playlists.updated_at,
  },
  searchColumns: [playlists.name],
  filterColumns: { state: playlists.state, zone: playlists.zone },
  /** What is archived is shown to whoever asks for it. */
  defaultFilter: ({ state = [] }) => (state.length > 0 ? undefined : ne(playlists.state, 'archived')),
  deleted_at: playlists.deleted_at,
  created_at: playlists.created_at,
  async serialize(ctx, rows) {
    const ids = rows.map(row => row.id);
    const sums = await summaries(ctx, ids);
    const screens = await screensOf(ctx, ids);
    return rows.map(row => toPlaylist(row, summaryOf(sums, row.id), screens));
  },
});

/** Throws NOT_FOUND where the principal may not see the playlist. */
export async function requireInReach(ctx: TransactionContext, id: string): Promise<void> {
  const [owned] = await ctx.tx
    .select({ id: playlists.id })
    .from(playlists)
    .where(and(eq(playlists.id, id), eq(playlists.tenant_id, ctx.tenant_id), playlistInReach(ctx)));
  requireFound(owned, 'playlist');
}

export async function readPlaylist(ctx: TransactionContext, id: string): Promise<PlaylistDetail> {
  const { tx, tenant_id } = ctx;
  const [found_] = await from(tx, fields).where(
    and(eq(playlists.id, id), eq(playlists.tenant_id, tenant_id), playlistInReach(ctx)),
  );
  const row = requireFound(found_, 'playlist');
  const draft = await draftItems(ctx, id);
  const items = (await withCreatives(ctx, draft)).filter(
    item => item.creative_id === null || item.creative !== null,
  );
  const screens = await screensOf(ctx, [id]);
  return { ...toPlaylist(row, summaryOf(await summaries(ctx, [id]), id), screens), items };
}

/** Locks the playlist before a change. */
export async function lockPlaylist(
  { tx, tenant_id, auditNote }: TransactionContext,
  id: string,
): Promise<Row> {
  const [found_] = await tx
    .select()
    .from(playlists)
    .where(and(eq(playlists.id, id), eq(playlists.tenant_id, tenant_id)))
    .for('update');
  const row = requireFound(found_, 'playlist');
  auditNote.before = row;
  return row;
}

/** Like `lockPlaylist`, for one that is not deleted and still has the expected version. */
export async function lockVersion(ctx: TransactionContext, id: string, expected: number): Promise<Row> {
  const row = await lockPlaylist(ctx, id);
  if (row.deleted_at !== null) requireFound(null, 'playlist');
  if (row.version !== expected) requireVersion(await readPlaylist(ctx, id), expected);
  return row;
}

export async function writePlaylist(
  { tx, tenant_id, now }: TransactionContext,
  row: Row,
  set: Partial<Row>,
): Promise<void> {
  await tx
    .update(playlists)
    .set({ ...set, version: row.version + 1, updated_at: dateOf(now) })
    .where(and(eq(playlists.tenant_id, tenant_id), eq(playlists.id, row.id)));
}

type Settings = Omit<z.infer<typeof contract.playlistPatch>, 'name'>;
/** What a patch sets, without what it leaves out. */
export const settingsOf = <T extends object>(patch: T) =>
  Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };

/** One playlist of a tenant is its fallback: a new one takes the place of the old. */
export async function endFallback({ tx, tenant_id, now }: TransactionContext): Promise<void> {
  await tx
    .update(playlists)
    .set({ fallback: false, version: sql`${playlists.version} + 1`, updated_at: dateOf(now) })
    .where(and(eq(playlists.tenant_id, tenant_id), eq(playlists.fallback, true)));
}

const WHOLE = { zone: 'full', layout: 'full', beside_id: null, fallback: false } as const;
export interface NewPlaylist extends Settings {
  name: string;
  items?: readonly DraftItem[];
}
export async function addPlaylist(ctx: TransactionContext, made: NewPlaylist): Promise<string> {
  const { tx, tenant_id, user_id, now } = ctx;
  const id = uuid7(now);
  const { name, items = [], ...rest } = made;
  const settings = settingsOf(rest);
  if (settings.fallback) await lockGroups(ctx, 'group');
  await requireZones(ctx, { ...WHOLE, ...settings });
  if (settings.fallback) await endFallback(ctx);
  await tx.insert(playlists).values({
    id,
    tenant_id,
    name,
    created_by: user_id,
    created_at: dateOf(now),
    updated_at: dateOf(now),
    ...settings,
  });
  await writeItems(ctx, id, items);
  if (settings.fallback) await settlePlaylists(ctx);
  return id;
}

/** `Night loop (2)`: the first free number; a number needs no translation. */
async function freeName(ctx: TransactionContext, name: string): Promise<string> {
  const stem = stemOf(name);
  const taken = await namesLike(ctx, stem);
  for (let n = 2; ; n++) if (!taken.has(`${stem} (${n})`)) return `${stem} (${n})`;
}
/** The name as it is where nobody has it. */
export const freeNameOf = async (ctx: TransactionContext, name: string): Promise<string> =>
  (await namesLike(ctx, stemOf(name))).has(name) ? freeName(ctx, name) : name;

const stemOf = (name: string) => name.replace(/ \(\d+\)$/, '').slice(0, MAX_NAME - ' (1000)'.length);
async function namesLike({ tx, tenant_id }: TransactionContext, stem: string): Promise<Set<string>> {
  const rows = await tx
    .select({ name: playlists.name })
    .from(playlists)
    .where(
      and(
        eq(playlists.tenant_id, tenant_id),
        or(eq(playlists.name, stem), like(playlists.name, `${stem.replace(/[\\%_]/g, '\\$&')} (%)`)),
      ),
    );
  return new Set(rows.map(row => row.name));
}

export async function duplicatePlaylist(
  ctx: TransactionContext,
  id: string,
  name?: string,
): Promise<PlaylistDetail> {
  const row = await lockPlaylist(ctx, id);
  const items = (await draftItems(ctx, row.id)).map(({ id: _, ...item }) => item);
  const { default_duration_ms, shuffle, zone, layout, beside_id } = row;
  const settings = { default_duration_ms, shuffle, zone, layout, beside_id };
  const made = { name: name ?? (await freeName(ctx, row.name)), ...settings, items };
  return readPlaylist(ctx, await addPlaylist(ctx, made));
}

export async function removePlaylist(ctx: TransactionContext, id: string, expected: number): Promise<void> {
  const row = await lockVersion(ctx, id, expected);
  await requireUnused(ctx, row.id);
  await writePlaylist(ctx, row, { deleted_at: dateOf(ctx.now), fallback: false });
}

/** Throws IN_USE where screens, groups or schedules play it, or another playlist has it as its second zone. */
export async function requireUnused(ctx: TransactionContext, id: string): Promise<void> {
  const inUse = (text: string, by: string, used_in: readonly object[]) =>
    new AppError('IN_USE', text, { by, used_in });
  const used_in = (await screensOf(ctx, [id])).get(id) ?? [];
  if (used_in.length > 0) throw inUse('Screens play this playlist.', 'devices', used_in);
  const groups = await groupsWith(ctx, [id]);
  if (groups.length > 0) throw inUse('Groups play this playlist.', 'device-groups', groups);
  const { screens, groups: scheduledGroups } = await ownersOfEntries(ctx, id);
  if (screens.length > 0) throw inUse('Schedules of screens play this playlist.', 'devices', screens);
  if (scheduledGroups.length > 0)
    throw inUse('Schedules of groups play this playlist.', 'device-groups', scheduledGroups);
  const beside = await besideOf(ctx, id);
  if (beside.length > 0) throw inUse('It is the second zone of other playlists.', 'playlists', beside);
}

/** Groups, with or without screens, that they are the playlists of. */
export const groupsWith = ({ tx, tenant_id }: TransactionContext, playlist_ids: string[]) =>
  tx
    .select({ playlist_id: deviceGroups.playlist_id, id: deviceGroups.id, name: deviceGroups.name })
    .from(deviceGroups)
    .where(
      and(
        eq(deviceGroups.tenant_id, tenant_id),
        inArray(deviceGroups.playlist_id, playlist_ids),
        isNull(deviceGroups.deleted_at),
      ),
    )
    .orderBy(asc(deviceGroups.name));

export async function restorePlaylist(ctx: TransactionContext, id: string): Promise<PlaylistDetail> {
  const row = await lockPlaylist(ctx, id);
  requireRestorable(row.deleted_at, ctx.now);
  await requireZonesAgain(ctx, row);
  await writePlaylist(ctx, row, { deleted_at: null });
  return readPlaylist(ctx, id);
}
