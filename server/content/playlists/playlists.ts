/** Playlists of a tenant: list, read, make, change, delete, restore, copy. */
import { and, asc, eq, getTableColumns, inArray, like, ne, or } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import * as contract from '../../../shared/contract/content/playlist.ts';
import type { Playlist, PlaylistDetail, PlaylistItem } from '../../../shared/contract/content/playlist.ts';
import { uuid7 } from '../../../shared/random.ts';
import { commonOf, found, requireRestorable, requireVersion } from '../../db/rows.ts';
import { devices, playlists } from '../../db/schema.ts';
import { listing, reading } from '../../resource/listing.ts';
import type { Work } from '../../transaction/work.ts';
import { creativesById } from '../creatives/creatives.ts';
import { deviceInReach, playlistInReach } from '../ownDevices.ts';
import { draftItems, summaries, summaryOf, writeItems, type DraftItem, type Summary } from './drafts.ts';

type Row = typeof playlists.$inferSelect;
type Screens = Map<string, { id: string; name: string }[]>;
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

async function screensOf(work: Work, ids: readonly string[]): Promise<Screens> {
  const { tx, tenant_id } = work;
  const screens: Screens = new Map();
  if (ids.length === 0) return screens;
  const rows = await tx
    .select({ playlist_id: devices.playlist_id, id: devices.id, name: devices.name })
    .from(devices)
    .where(
      and(
        eq(devices.tenant_id, tenant_id),
        inArray(devices.playlist_id, [...ids]),
        ne(devices.state, 'retired'),
        deviceInReach(work),
      ),
    )
    .orderBy(asc(devices.name), asc(devices.id));
  for (const { playlist_id, ...device } of rows)
    screens.set(playlist_id ?? '', [...(screens.get(playlist_id ?? '') ?? []), device]);
  return screens;
}

export const playlistListing = listing<Row, Playlist>({
  entity: contract.playlists,
  from: (tx, fields) => reading(tx.select(fields as never).from(playlists)),
  fields: getTableColumns(playlists),
  id: playlists.id,
  scope: work => and(eq(playlists.tenant_id, work.tenant_id), playlistInReach(work)),
  sorts: {
    name: playlists.name,
    state: playlists.state,
    published_version: playlists.published_version,
    created_at: playlists.created_at,
    updated_at: playlists.updated_at,
  },
  searched: [playlists.name],
  told: { state: playlists.state },
  deleted_at: playlists.deleted_at,
  created_at: playlists.created_at,
  async shown(work, rows) {
    const ids = rows.map(row => row.id);
    const sums = await summaries(work, ids);
    const screens = await screensOf(work, ids);
    return rows.map(row => shown(row, summaryOf(sums, row.id), screens));
  },
});

/** Throws NOT_FOUND where it is not there for this caller. */
export async function requireInReach(work: Work, id: string): Promise<void> {
  const [owned] = await work.tx
    .select({ id: playlists.id })
    .from(playlists)
    .where(and(eq(playlists.id, id), eq(playlists.tenant_id, work.tenant_id), playlistInReach(work)));
  found(owned, 'playlist');
}

export async function readPlaylist(work: Work, id: string): Promise<PlaylistDetail> {
  const { tx, tenant_id } = work;
  const [found_] = await tx
    .select()
    .from(playlists)
    .where(and(eq(playlists.id, id), eq(playlists.tenant_id, tenant_id), playlistInReach(work)));
  const row = found(found_, 'playlist');
  const drafted = await draftItems(work, id);
  const creatives = await creativesById(
    work,
    drafted.map(item => item.creative_id),
  );
  const items = drafted.flatMap((item): PlaylistItem[] => {
    const creative = creatives.get(item.creative_id);
    return creative ? [{ ...item, creative }] : [];
  });
  const screens = await screensOf(work, [id]);
  return { ...shown(row, summaryOf(await summaries(work, [id]), id), screens), items };
}

/** Locks the playlist for what is about to be done to it. */
export async function lockPlaylist({ tx, tenant_id, noted }: Work, id: string): Promise<Row> {
  const [found_] = await tx
    .select()
    .from(playlists)
    .where(and(eq(playlists.id, id), eq(playlists.tenant_id, tenant_id)))
    .for('update');
  const row = found(found_, 'playlist');
  noted.before = row;
  return row;
}

/** As `lockPlaylist`, of one that is not deleted and still as the caller saw it. */
export async function lockAt(work: Work, id: string, expected: number): Promise<Row> {
  const row = await lockPlaylist(work, id);
  if (row.deleted_at !== null) found(null, 'playlist');
  if (row.version !== expected) requireVersion(await readPlaylist(work, id), expected);
  return row;
}

export async function writePlaylist(
  { tx, tenant_id, now }: Work,
  row: Row,
  set: Partial<Row>,
): Promise<void> {
  await tx
    .update(playlists)
    .set({ ...set, version: row.version + 1, updated_at: dateOf(now) })
    .where(and(eq(playlists.tenant_id, tenant_id), eq(playlists.id, row.id)));
}

export interface NewPlaylist {
  name: string;
  default_duration_ms?: number | undefined;
  items?: readonly DraftItem[];
}
export async function addPlaylist(work: Work, made: NewPlaylist): Promise<string> {
  const { tx, tenant_id, by, now } = work;
  const id = uuid7(now);
  const { name, default_duration_ms } = made;
  await tx.insert(playlists).values({
    id,
    tenant_id,
    name,
    created_by: by,
    created_at: dateOf(now),
    updated_at: dateOf(now),
    ...(default_duration_ms === undefined ? {} : { default_duration_ms }),
  });
  await writeItems(work, id, made.items ?? []);
  return id;
}

/** `Night loop (2)`: the first number that is free, in no language. */
async function freeName({ tx, tenant_id }: Work, name: string): Promise<string> {
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

export async function duplicatePlaylist(work: Work, id: string, name?: string): Promise<PlaylistDetail> {
  const row = await lockPlaylist(work, id);
  const items = (await draftItems(work, row.id)).map(({ id: _, ...item }) => item);
  const { default_duration_ms } = row;
  const made = { name: name ?? (await freeName(work, row.name)), default_duration_ms, items };
  return readPlaylist(work, await addPlaylist(work, made));
}

export async function removePlaylist(work: Work, id: string, expected: number): Promise<void> {
  const row = await lockAt(work, id, expected);
  const used_in = (await screensOf(work, [row.id])).get(row.id) ?? [];
  if (used_in.length > 0)
    throw new AppError('IN_USE', 'Screens play this playlist.', { by: 'devices', used_in });
  await writePlaylist(work, row, { deleted_at: dateOf(work.now) });
}

export async function restorePlaylist(work: Work, id: string): Promise<PlaylistDetail> {
  const row = await lockPlaylist(work, id);
  requireRestorable(row.deleted_at, work.now);
  await writePlaylist(work, row, { deleted_at: null });
  return readPlaylist(work, id);
}
