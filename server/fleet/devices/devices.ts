/** Devices of a tenant: list, read, update, change state, retire. */
import { and, eq, getTableColumns, inArray, ne, sql, type SQL } from 'drizzle-orm';
import { refreshSets } from '../../alerts/screens/versions.ts';
import { dateOf } from '../../../shared/clock.ts';
import * as contract from '../../../shared/contract/fleet/device.ts';
import {
  PRESENCE_S,
  presence,
  type Device,
  type devicePatch,
} from '../../../shared/contract/fleet/device.ts';
import { ownerDevices } from '../../../shared/contract/fleet/owner.ts';
import type * as z from 'zod/mini';
import type { Db } from '../../db/database.ts';
import { commonFieldsOf, requireFound, requireVersion } from '../../db/rows.ts';
import { creatives, deviceGroups, deviceKeys, devices, playlists } from '../../db/schema.ts';
import { listing, type ListingOptions, asSelectQuery, type SelectedFields } from '../../resource/listing.ts';
import { requireState } from '../../resource/repository.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { refreshDevices } from '../../playout/heads.ts';
import { exceptionsNow } from '../../playout/schedule/now.ts';
import { lockGroups, settlePlaylists } from '../../playout/settle.ts';
import { isInGroup } from './members.ts';
import { nowPlayingOf } from './nowPlaying.ts';
import { ownedDevices } from './owner.ts';
import { requireReferences } from './references.ts';
import { revokeKeys } from '../pairing/pairing.ts';

const SECOND_MS = 1_000;
export const playing = sql`(${devices.reported} -> 'now_playing' ->> 'creative_id')::uuid`;

/** Deleted groups are none; restored ones have their members again. */
export const livingGroups = sql<
  string[]
>`array(select m.id from unnest(${devices.group_ids}) with ordinality m(id, n)
  join ${deviceGroups} g on g.id = m.id and g.deleted_at is null order by m.n)`;

const fields = {
  ...getTableColumns(devices),
  group_ids: livingGroups,
  playlist_name: playlists.name,
  group_name: deviceGroups.name,
  playing_name: creatives.name,
};
const from = (tx: Db, selected: SelectedFields) =>
  asSelectQuery(
    tx
      .select(selected as never)
      .from(devices)
      .leftJoin(playlists, eq(playlists.id, devices.effective_playlist_id))
      .leftJoin(deviceGroups, eq(deviceGroups.id, devices.effective_group_id))
      .leftJoin(creatives, and(eq(creatives.id, playing), eq(creatives.tenant_id, devices.tenant_id))),
  );
type Row = typeof devices.$inferSelect &
  Record<'playlist_name' | 'group_name' | 'playing_name', string | null>;

const vehicleOf = ({ vehicle: label, plate_hash }: Pick<Row, 'vehicle' | 'plate_hash'>): Device['vehicle'] =>
  label === null ? null : { label, ...(plate_hash === null ? {} : { plate_hash }) };

function toDevice(row: Row, now: number, exception?: Device['exception']): Device {
  const last_seen_at = row.last_seen_at?.toISOString() ?? null;
  const seen = presence(last_seen_at, now);
  return {
    name: row.name,
    kind: row.kind as Device['kind'],
    state: row.state as Device['state'],
    presence: seen,
    serial: row.serial,
    vehicle: vehicleOf(row),
    owner_user_id: row.owner_user_id,
    group_ids: row.group_ids,
    location_id: row.location_id,
    orientation: row.orientation as Device['orientation'],
    resolution: row.reported?.resolution ?? null,
    fit: row.fit as Device['fit'],
    volume: row.volume,
    brightness: row.brightness,
    tz: row.tz,
    metered: row.metered as Device['metered'],
    data_plan_mb: row.data_plan_mb,
    data_plan_day: row.data_plan_day,
    depot_from: row.depot_from,
    depot_to: row.depot_to,
    tags: row.tags,
    playlist_id: row.playlist_id,
    playlist_name: row.playlist_name,
    playlist_group:
      row.effective_group_id === null || row.group_name === null
        ? null
        : { id: row.effective_group_id, name: row.group_name },
    manifest_version: row.manifest_version,
    last_seen_at,
    reported: row.reported,
    kiosk: row.reported?.kiosk ?? null,
    now_playing: nowPlayingOf({ presence: seen, playing_name: row.playing_name, reported: row.reported }),
    ...(exception && { exception }),
    ...commonFieldsOf(row),
  };
}

/** The contract's `presence` as SQL; a test checks that both agree. */
export function presenceAt(now: number): SQL<string> {
  const since = (s: number) => dateOf(now - s * SECOND_MS).toISOString();
  return sql<string>`case when ${devices.last_seen_at} is null then 'never'
    when ${devices.last_seen_at} >= ${since(PRESENCE_S.online)}::timestamptz then 'online'
    when ${devices.last_seen_at} >= ${since(PRESENCE_S.stale)}::timestamptz then 'stale' else 'offline' end`;
}

const sharedOptions: Omit<ListingOptions<typeof contract.devices.listOptions, Row, Device>, 'scope'> = {
  from,
  fields,
  id: devices.id,
  sortColumns: {
    name: devices.name,
    vehicle: devices.vehicle,
    state: devices.state,
    presence: devices.last_seen_at,
    last_seen_at: devices.last_seen_at,
    created_at: devices.created_at,
    updated_at: devices.updated_at,
    playlist_name: playlists.name,
  },
  searchColumns: [devices.name, devices.vehicle, devices.serial, sql`array_to_string(${devices.tags}, ' ')`],
  filterColumns: {
    presence: ({ now }) => presenceAt(now),
    state: devices.state,
    playlist_id: devices.effective_playlist_id,
    group_id: { matches: isInGroup },
    location_id: devices.location_id,
    app_version: sql`${devices.reported} ->> 'app_version'`,
  },
  deleted_at: devices.deleted_at,
  created_at: devices.created_at,
  /** Retired devices are listed only on request. */
  defaultFilter: ({ state = [] }) => (state.length > 0 ? undefined : ne(devices.state, 'retired')),
  async serialize(ctx, rows) {
    const held = await exceptionsNow(ctx, rows);
    return rows.map(row => toDevice(row, ctx.now, held.get(row.id)));
  },
};
export const deviceListing = listing(contract.devices)<Row>({
  ...sharedOptions,
  scope: ({ tenant_id }) => eq(devices.tenant_id, tenant_id),
});
export const ownedListing = listing(ownerDevices)<Row>({
  ...sharedOptions,
  scope: ownedDevices,
});
export const readDevice = (ctx: TransactionContext, id: string) => deviceListing.read(ctx, id);

async function lockDevice({ tx, tenant_id, auditNote }: TransactionContext, id: string) {
  const [found_] = await tx
    .select()
    .from(devices)
    .where(and(eq(devices.id, id), eq(devices.tenant_id, tenant_id)))
    .for('update');
  const row = requireFound(found_, 'device');
  auditNote.before = row;
  return row;
}

type Patch = z.infer<typeof devicePatch>;
const CONFIG_FIELDS = [
  'name',
  'orientation',
  'fit',
  'volume',
  'brightness',
  'metered',
  'data_plan_mb',
  'data_plan_day',
  'depot_from',
  'depot_to',
] as const;
/** What the playlist it plays hangs on. */
const PLAYLIST_FIELDS = ['playlist_id', 'group_ids', 'tags'] as const;

interface Change {
  id: string;
  expected: number;
  patch: Patch;
}
export async function changeDevice(
  ctx: TransactionContext,
  { id, expected, patch }: Change,
): Promise<Device> {
  const isSettled = PLAYLIST_FIELDS.every(field => patch[field] === undefined);
  if (!isSettled) await lockGroups(ctx, 'screen');
  const { version } = await lockDevice(ctx, id);
  if (version !== expected) requireVersion(await readDevice(ctx, id), expected);
  await requireReferences(ctx, patch);
  await ctx.tx
    .update(devices)
    .set({ ...columnsOf(patch), version: version + 1, updated_at: dateOf(ctx.now) })
    .where(and(eq(devices.tenant_id, ctx.tenant_id), eq(devices.id, id)));
  if (patch.tags !== undefined || patch.location_id !== undefined) await refreshSets(ctx);
  const refresh = CONFIG_FIELDS.some(field => patch[field] !== undefined) ? [id] : [];
  if (isSettled) await refreshDevices(ctx, refresh);
  else await settlePlaylists(ctx, [id], refresh);
  return readDevice(ctx, id);
}

/** Label and plate hash of the vehicle have a column each. */
function columnsOf({ vehicle, ...rest }: Patch) {
  if (vehicle === undefined) return rest;
  const { label, plate_hash = null } =
    typeof vehicle === 'string' ? { label: vehicle } : (vehicle ?? { label: null });
  return { ...rest, vehicle: label, plate_hash };
}

type StateAction = 'maintenance' | 'suspend' | 'reactivate';
/** A suspended device gets no playlist; a reactivated device gets it back. */
export async function changeDeviceState(
  ctx: TransactionContext,
  id: string,
  verb: StateAction,
): Promise<Device> {
  const { version, state } = await lockDevice(ctx, id);
  const act = contract.devices.actions[verb];
  requireState(act, state);
  ctx.auditNote.after = { state: act.to };
  await ctx.tx
    .update(devices)
    .set({ state: act.to, version: version + 1, updated_at: dateOf(ctx.now) })
    .where(and(eq(devices.tenant_id, ctx.tenant_id), eq(devices.id, id)));
  await refreshDevices(ctx, [id]);
  return readDevice(ctx, id);
}

export async function retire(ctx: TransactionContext, id: string): Promise<Device> {
  const { state } = await lockDevice(ctx, id);
  requireState(contract.devices.actions.retire, state);
  await retireAll(ctx, [id]);
  return readDevice(ctx, id);
}
/** Revokes their keys; their plays and their names stay. The caller has locked them. */
export async function retireAll(ctx: TransactionContext, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await revokeKeys(ctx, ...ids);
  for (const id of ids) ctx.changedDevices.add(id);
  await ctx.tx
    .update(devices)
    .set({
      state: 'retired',
      playlist_id: null,
      effective_playlist_id: null,
      effective_group_id: null,
      scheduled_playlist_ids: [],
      version: sql`${devices.version} + 1`,
      updated_at: dateOf(ctx.now),
    })
    .where(and(eq(devices.tenant_id, ctx.tenant_id), inArray(devices.id, [...ids])));
}

export async function revokeKey(ctx: TransactionContext, id: string, key_id: string): Promise<void> {
  await lockDevice(ctx, id);
  const [revoked] = await ctx.tx
    .update(deviceKeys)
    .set({ state: 'revoked', revoked_at: dateOf(ctx.now) })
    .where(
      and(
        eq(deviceKeys.tenant_id, ctx.tenant_id),
        eq(deviceKeys.device_id, id),
        eq(deviceKeys.key_id, key_id),
      ),
    )
    .returning({ key_id: deviceKeys.key_id });
  requireFound(revoked, 'key');
  ctx.changedDevices.add(id);
}
