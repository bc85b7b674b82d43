/** Devices of a tenant: list, read, change, take out of service. */
import { and, eq, getTableColumns, isNull, ne, sql, type SQL } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import * as contract from '../../../shared/contract/fleet/device.ts';
import {
  PRESENCE_S,
  presence,
  type Device,
  type devicePatch,
} from '../../../shared/contract/fleet/device.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { ownerDevices } from '../../../shared/contract/fleet/owner.ts';
import type * as z from 'zod/mini';
import type { Db } from '../../db/database.ts';
import { commonOf, found, requireVersion } from '../../db/rows.ts';
import { creatives, deviceGroups, deviceKeys, devices, locations, playlists } from '../../db/schema.ts';
import { listing, reading, type Fields } from '../../resource/listing.ts';
import { requireStart } from '../../resource/repository.ts';
import type { Work } from '../../transaction/work.ts';
import { refreshDevices } from '../../playout/heads.ts';
import { owned } from './owner.ts';
import { revokeKeys } from '../pairing/pairing.ts';

const SECOND_MS = 1_000;
export const playing = sql`(${devices.reported} -> 'now_playing' ->> 'creative_id')::uuid`;

const fields = { ...getTableColumns(devices), playlist_name: playlists.name, playing_name: creatives.name };
const from = (tx: Db, asked: Fields) =>
  reading(
    tx
      .select(asked as never)
      .from(devices)
      .leftJoin(playlists, eq(playlists.id, devices.playlist_id))
      .leftJoin(creatives, and(eq(creatives.id, playing), eq(creatives.tenant_id, devices.tenant_id))),
  );
type Row = typeof devices.$inferSelect & { playlist_name: string | null; playing_name: string | null };

const vehicleOf = ({ vehicle: label, plate_hash }: Pick<Row, 'vehicle' | 'plate_hash'>): Device['vehicle'] =>
  label === null ? null : { label, ...(plate_hash === null ? {} : { plate_hash }) };

function shown(row: Row, now: number): Device {
  const last_seen_at = row.last_seen_at?.toISOString() ?? null;
  return {
    ...commonOf(row),
    name: row.name,
    kind: row.kind as Device['kind'],
    state: row.state as Device['state'],
    presence: presence(last_seen_at, now),
    serial: row.serial,
    vehicle: vehicleOf(row),
    owner_user_id: row.owner_user_id,
    group_id: row.group_id,
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
    manifest_version: row.manifest_version,
    last_seen_at,
    reported: row.reported,
    kiosk: row.reported?.kiosk ?? null,
    now_playing: row.playing_name ?? row.reported?.now_playing?.name ?? null,
  };
}

/** The contract's `presence` as the database computes it; a test holds the two together. */
export function presenceAt(now: number): SQL<string> {
  const since = (s: number) => dateOf(now - s * SECOND_MS).toISOString();
  return sql<string>`case when ${devices.last_seen_at} is null then 'never'
    when ${devices.last_seen_at} >= ${since(PRESENCE_S.online)}::timestamptz then 'online'
    when ${devices.last_seen_at} >= ${since(PRESENCE_S.stale)}::timestamptz then 'stale' else 'offline' end`;
}

/** Put into the group by hand, or tagged with all that its rule names. */
const isOf = (group_id: string): SQL => sql`(${devices.group_id} = ${group_id} or exists (
  select 1 from ${deviceGroups} g where g.id = ${group_id} and g.tenant_id = ${devices.tenant_id}
    and g.deleted_at is null and to_jsonb(${devices.tags}) @> (g.rule -> 'tags')))`;

const listed: Omit<Parameters<typeof listing<Row, Device>>[0], 'entity' | 'scope'> = {
  from,
  fields,
  id: devices.id,
  sorts: {
    name: devices.name,
    vehicle: devices.vehicle,
    state: devices.state,
    presence: devices.last_seen_at,
    last_seen_at: devices.last_seen_at,
    created_at: devices.created_at,
    updated_at: devices.updated_at,
    playlist_name: playlists.name,
  },
  searched: [devices.name, devices.vehicle, devices.serial, sql`array_to_string(${devices.tags}, ' ')`],
  told: {
    presence: ({ now }) => presenceAt(now),
    state: devices.state,
    playlist_id: devices.playlist_id,
    group_id: devices.group_id,
    location_id: devices.location_id,
  },
  meant: { group_id: isOf },
  deleted_at: devices.deleted_at,
  created_at: devices.created_at,
  /** Retired devices stand in the list only where they are asked for. */
  unless: ({ state = [] }) => (state.length > 0 ? undefined : ne(devices.state, 'retired')),
  shown: ({ now }, rows) => rows.map(row => shown(row, now)),
};
export const deviceListing = listing<Row, Device>({
  ...listed,
  entity: contract.devices,
  scope: ({ tenant_id }) => eq(devices.tenant_id, tenant_id),
});
export const ownedListing = listing<Row, Device>({ ...listed, entity: ownerDevices, scope: owned });
export const readDevice = (work: Work, id: string) => deviceListing.one(work, id);

async function lockDevice({ tx, tenant_id, noted }: Work, id: string) {
  const [found_] = await tx
    .select()
    .from(devices)
    .where(and(eq(devices.id, id), eq(devices.tenant_id, tenant_id)))
    .for('update');
  const row = found(found_, 'device');
  noted.before = row;
  return row;
}

type Patch = z.infer<typeof devicePatch>;
const ON_SCREEN = [
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
  'playlist_id',
] as const;

interface Change {
  id: string;
  expected: number;
  patch: Patch;
}
export async function changeDevice(work: Work, { id, expected, patch }: Change): Promise<Device> {
  const { version } = await lockDevice(work, id);
  if (version !== expected) requireVersion(await readDevice(work, id), expected);
  await requireNamed(work, patch);
  await work.tx
    .update(devices)
    .set({ ...columnsOf(patch), version: version + 1, updated_at: dateOf(work.now) })
    .where(and(eq(devices.tenant_id, work.tenant_id), eq(devices.id, id)));
  if (ON_SCREEN.some(field => patch[field] !== undefined)) await refreshDevices(work, [id]);
  return readDevice(work, id);
}

/** Of a vehicle the label and what stands for its plate have a column each. */
function columnsOf({ vehicle, ...rest }: Patch) {
  if (vehicle === undefined) return rest;
  const { label, plate_hash = null } =
    typeof vehicle === 'string' ? { label: vehicle } : (vehicle ?? { label: null });
  return { ...rest, vehicle: label, plate_hash };
}

const NAMED = {
  playlist_id: [playlists, 'playlist'],
  group_id: [deviceGroups, 'group'],
  location_id: [locations, 'place'],
} as const;
/** What a screen names is there, of this tenant, and stays until this is written. */
export async function requireNamed(
  { tx, tenant_id }: Work,
  named: { [K in keyof typeof NAMED]?: string | null | undefined },
): Promise<void> {
  for (const [field, [table, what]] of Object.entries(NAMED)) {
    const id = named[field as keyof typeof NAMED];
    if (id == null) continue;
    const [row] = await tx
      .select({ id: table.id })
      .from(table)
      .where(and(eq(table.id, id), eq(table.tenant_id, tenant_id), isNull(table.deleted_at)))
      .for('key share');
    if (!row)
      throw new AppError('VALIDATION', `There is no such ${what}.`, {
        [field]: [`There is no such ${what}.`],
      });
  }
}

type Pause = 'maintenance' | 'suspend' | 'reactivate';
/** Suspended it plays nothing of ours; back in service it gets what it shall play. */
export async function moveDevice(work: Work, id: string, verb: Pause): Promise<Device> {
  const { version, state } = await lockDevice(work, id);
  const act = contract.devices.acts[verb];
  requireStart(act, state);
  work.noted.after = { state: act.to };
  await work.tx
    .update(devices)
    .set({ state: act.to, version: version + 1, updated_at: dateOf(work.now) })
    .where(and(eq(devices.tenant_id, work.tenant_id), eq(devices.id, id)));
  await refreshDevices(work, [id]);
  return readDevice(work, id);
}

/** Its keys end with it; its plays and its name stay. */
export async function retire(work: Work, id: string): Promise<Device> {
  const { version, state } = await lockDevice(work, id);
  requireStart(contract.devices.acts.retire, state);
  await revokeKeys(work, id);
  await work.tx
    .update(devices)
    .set({ state: 'retired', playlist_id: null, version: version + 1, updated_at: dateOf(work.now) })
    .where(and(eq(devices.tenant_id, work.tenant_id), eq(devices.id, id)));
  work.touched.add(id);
  return readDevice(work, id);
}

export async function revokeKey(work: Work, id: string, key_id: string): Promise<void> {
  await lockDevice(work, id);
  const [revoked] = await work.tx
    .update(deviceKeys)
    .set({ state: 'revoked', revoked_at: dateOf(work.now) })
    .where(
      and(
        eq(deviceKeys.tenant_id, work.tenant_id),
        eq(deviceKeys.device_id, id),
        eq(deviceKeys.key_id, key_id),
      ),
    )
    .returning({ key_id: deviceKeys.key_id });
  found(revoked, 'key');
  work.touched.add(id);
}
