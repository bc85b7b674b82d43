/** Playlists of a tenant: list, read, make, change, delete, restore, copy. */
import { and, asc, eq, inArray, isNotNull, isNull, like, ne, or } from 'drizzle-orm';
import { dateOf } from '../../shared/clock.ts';
import { AppError } from '../../shared/contract/errors.ts';
import {
  PLAYLIST_STATES,
  type Playlist,
  type PlaylistDetail,
  type PlaylistItem,
} from '../../shared/contract/playlist.ts';
import type { ListQuery } from '../../shared/contract/wire.ts';
import { uuid7 } from '../../shared/random.ts';
import type { Db } from '../db/database.ts';
import { countOf, facet, holding, named, orderOf, refuseUnknown } from '../db/lists.ts';
import { commonOf, found, requireRestorable, requireVersion } from '../db/rows.ts';
import { devices, playlists } from '../db/schema.ts';
import type { Server } from '../server.ts';
import { creativesById } from './creatives.ts';
import { draftItems, summaries, summaryOf, writeItems, type DraftItem, type Summary } from './drafts.ts';

type Row = typeof playlists.$inferSelect;
type Screens = Map<string, { id: string; name: string }[]>;
const SORTS = {
  name: playlists.name,
  state: playlists.state,
  published_version: playlists.published_version,
  created_at: playlists.created_at,
  updated_at: playlists.updated_at,
};
const MAX_NAME = 120;

const shown = (row: Row, summary: Summary, screens: Screens): Playlist => ({
  ...commonOf(row),
  name: row.name,
  state: row.state as Playlist['state'],
  default_duration_ms: row.default_duration_ms,
  published_version: row.published_version,
  has_draft: row.has_draft,
  ...summary,
  assigned_to: screens.get(row.id) ?? [],
});

async function screensOf(db: Db, tenant_id: string, ids: readonly string[]): Promise<Screens> {
  const screens: Screens = new Map();
  if (ids.length === 0) return screens;
  const rows = await db
    .select({ playlist_id: devices.playlist_id, id: devices.id, name: devices.name })
    .from(devices)
    .where(
      and(
        eq(devices.tenant_id, tenant_id),
        inArray(devices.playlist_id, [...ids]),
        ne(devices.state, 'retired'),
      ),
    )
    .orderBy(asc(devices.name), asc(devices.id));
  for (const { playlist_id, ...device } of rows)
    screens.set(playlist_id ?? '', [...(screens.get(playlist_id ?? '') ?? []), device]);
  return screens;
}

export async function listPlaylists(server: Server, tenant_id: string, query: ListQuery) {
  const { db } = server;
  refuseUnknown(query.status, PLAYLIST_STATES);
  const states = named(query.status, PLAYLIST_STATES);
  const searched = and(
    eq(playlists.tenant_id, tenant_id),
    query.deleted === '1' ? isNotNull(playlists.deleted_at) : isNull(playlists.deleted_at),
    holding(query.q, playlists.name),
  );
  const filtered = and(searched, states.length > 0 ? inArray(playlists.state, states) : undefined);
  const rows = await db
    .select()
    .from(playlists)
    .where(filtered)
    .orderBy(...orderOf(query.sort ?? '-updated_at', SORTS, playlists.id))
    .limit(query.limit)
    .offset(query.offset);
  const ids = rows.map(row => row.id);
  const sums = await summaries(db, ids);
  const screens = await screensOf(db, tenant_id, ids);
  const [counted] = await db.select({ n: countOf }).from(playlists).where(filtered);
  const states_ = await db
    .select({ word: playlists.state, n: countOf })
    .from(playlists)
    .where(searched)
    .groupBy(playlists.state);
  return {
    items: rows.map(row => shown(row, summaryOf(sums, row.id), screens)),
    total: counted?.n ?? 0,
    limit: query.limit,
    offset: query.offset,
    facets: { state: facet(states_) },
  };
}

export interface Named {
  id: string;
  tenant_id: string;
}
export async function readPlaylist(
  server: Server,
  { id, tenant_id }: Named,
  db = server.db,
): Promise<PlaylistDetail> {
  const [found_] = await db
    .select()
    .from(playlists)
    .where(and(eq(playlists.id, id), eq(playlists.tenant_id, tenant_id)));
  const row = found(found_, 'playlist');
  const drafted = await draftItems(db, id);
  const creatives = await creativesById(server, db, {
    tenant_id,
    ids: drafted.map(item => item.creative_id),
  });
  const items = drafted.flatMap((item): PlaylistItem[] => {
    const creative = creatives.get(item.creative_id);
    return creative ? [{ ...item, creative }] : [];
  });
  const screens = await screensOf(db, tenant_id, [id]);
  return { ...shown(row, summaryOf(await summaries(db, [id]), id), screens), items };
}

/** Locks the playlist for what is about to be done to it. */
export async function lockPlaylist(tx: Db, { id, tenant_id }: Named): Promise<Row> {
  const [row] = await tx
    .select()
    .from(playlists)
    .where(and(eq(playlists.id, id), eq(playlists.tenant_id, tenant_id)))
    .for('update');
  return found(row, 'playlist');
}

/** As `lockPlaylist`, of one that is not deleted and still as the caller saw it. */
export async function lockAt(server: Server, tx: Db, asked: Named & { expected: number }): Promise<Row> {
  const row = await lockPlaylist(tx, asked);
  if (row.deleted_at !== null) found(null, 'playlist');
  if (row.version !== asked.expected) requireVersion(await readPlaylist(server, asked, tx), asked.expected);
  return row;
}

export async function writePlaylist(
  server: Server,
  tx: Db,
  { row, set }: { row: Row; set: Partial<Row> },
): Promise<void> {
  await tx
    .update(playlists)
    .set({ ...set, version: row.version + 1, updated_at: dateOf(server.clock.now()) })
    .where(eq(playlists.id, row.id));
}

export interface NewPlaylist {
  tenant_id: string;
  by: string | null;
  name: string;
  default_duration_ms?: number | undefined;
  items?: readonly DraftItem[];
}
export async function addPlaylist(server: Server, tx: Db, made: NewPlaylist): Promise<string> {
  const id = uuid7(server.clock.now());
  const now = dateOf(server.clock.now());
  const { tenant_id, by, name, default_duration_ms } = made;
  await tx.insert(playlists).values({
    id,
    tenant_id,
    name,
    created_by: by,
    created_at: now,
    updated_at: now,
    ...(default_duration_ms === undefined ? {} : { default_duration_ms }),
  });
  await writeItems(server, tx, { playlist_id: id, tenant_id, items: made.items ?? [] });
  return id;
}

/** `Night loop (2)`: the first number that is free, in no language. */
async function freeName(tx: Db, tenant_id: string, name: string): Promise<string> {
  const stem = name.replace(/ \(\d+\)$/, '').slice(0, MAX_NAME - ' (1000)'.length);
  const rows = await tx
    .select({ name: playlists.name })
    .from(playlists)
    .where(
      and(
        eq(playlists.tenant_id, tenant_id),
        or(eq(playlists.name, stem), like(playlists.name, `${stem.replace(/[\\%_]/g, '\\$&')} (%)`)),
      ),
    );
  const taken = new Set(rows.map(row => row.name));
  for (let n = 2; ; n++) if (!taken.has(`${stem} (${n})`)) return `${stem} (${n})`;
}

export const duplicatePlaylist = (
  server: Server,
  asked: Named & { by: string; name?: string | undefined },
): Promise<PlaylistDetail> =>
  server.db.transaction(async tx => {
    const { tenant_id, by } = asked;
    const row = await lockPlaylist(tx, asked);
    const name = asked.name ?? (await freeName(tx, tenant_id, row.name));
    const items = (await draftItems(tx, row.id)).map(({ id: _, ...item }) => item);
    const { default_duration_ms } = row;
    const id = await addPlaylist(server, tx, { tenant_id, by, name, default_duration_ms, items });
    return readPlaylist(server, { id, tenant_id }, tx);
  });

export const removePlaylist = (server: Server, asked: Named & { expected: number }): Promise<void> =>
  server.db.transaction(async tx => {
    const row = await lockAt(server, tx, asked);
    const used_in = (await screensOf(tx, asked.tenant_id, [row.id])).get(row.id) ?? [];
    if (used_in.length > 0) throw new AppError('IN_USE', 'Screens play this playlist.', { used_in });
    await writePlaylist(server, tx, { row, set: { deleted_at: dateOf(server.clock.now()) } });
  });

export const restorePlaylist = (server: Server, asked: Named): Promise<PlaylistDetail> =>
  server.db.transaction(async tx => {
    const row = await lockPlaylist(tx, asked);
    requireRestorable(row.deleted_at, server.clock.now());
    await writePlaylist(server, tx, { row, set: { deleted_at: null } });
    return readPlaylist(server, asked, tx);
  });
