import * as z from 'zod/mini';
import { heldException } from '../playout/schedule.ts';
import { endpoint } from '../wire/endpoint.ts';
import { entity } from '../wire/entity.ts';
import { common, id, instant, int, MAX_INT, name, sha256, tags, text, wallClock } from '../wire/wire.ts';

export const DEVICE_STATES = ['unpaired', 'paired', 'active', 'maintenance', 'suspended', 'retired'] as const;
export const FITS = ['contain', 'cover', 'stretch'] as const;
/** Whether the link is metered; `auto`: as the browser reports it. */
export const METERING = ['auto', 'metered', 'unmetered'] as const;
export type Metering = (typeof METERING)[number];
/** Brightness: chosen by the machine, fixed, or as at night. */
export const BRIGHTNESS = ['auto', 'fixed', 'night'] as const;
export type Brightness = (typeof BRIGHTNESS)[number];
export const PRESENCES = ['online', 'stale', 'offline', 'never'] as const;
export type Presence = (typeof PRESENCES)[number];
/** s between heartbeats. */
export const HEARTBEAT_S = { free: 30, metered: 60 } as const;
/** Maximum age in s of the last contact for each presence. The server does not know the link, so the metered interval counts. */
export const PRESENCE_S = { online: 2 * HEARTBEAT_S.metered, stale: 600 } as const;

/** online: seen at most two heartbeats ago; stale: at most 10 min ago (contract §2). Ages in ms of `now`. */
export function presence(lastSeenAt: string | null, now: number): Presence {
  if (lastSeenAt === null) return 'never';
  const age = (now - Date.parse(lastSeenAt)) / 1000;
  if (age <= PRESENCE_S.online) return 'online';
  return age <= PRESENCE_S.stale ? 'stale' : 'offline';
}

/** What a screen last said it shows is no news once it is silent. */
export const isHeard = (at: Presence) => at === 'online' || at === 'stale';

/** MB per month of its SIM; null: unlimited. */
const data_plan_mb = z.nullable(int(100, 1_000_000));
/** Day of the month on which the data plan renews. */
const data_plan_day = int(1, 28);
/** Hours of the depot's Wi-Fi, in the screen's zone; both are set or neither. */
const depot = { depot_from: z.nullable(wallClock), depot_to: z.nullable(wallClock) };
const orientation = z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]);

/** Link quality as the screen reports it; it cannot report that it is offline. */
export const NETWORKS = ['unknown', 'online', 'slow', 'degraded'] as const;
export type Network = (typeof NETWORKS)[number];

/** m; a wider circle says nothing of where a screen is, and is not reported. */
export const WIDEST_REPORTED_M = 50_000;
/** Where it was, and when it knew that. Reported only where whoever answers for the screen allowed it. */
const reportedPlace = z.strictObject({
  lat: z.number().check(z.minimum(-90), z.maximum(90)),
  lng: z.number().check(z.minimum(-180), z.maximum(180)),
  acc_m: int(0, WIDEST_REPORTED_M),
  at: instant,
});

/** Status that the player reports with each heartbeat. */
export const reported = z.strictObject({
  app_version: z.string().check(z.maxLength(40)),
  resolution: z.string().check(z.regex(/^\d{1,5}x\d{1,5}$/)),
  storage: z.strictObject({ used: int(0, MAX_INT), quota: int(0, MAX_INT), persisted: z.boolean() }),
  now_playing: z.nullable(
    z.strictObject({ creative_id: id, name: z.optional(text(0, 120)), since: instant }),
  ),
  /** Missing from older players. */
  network: z.optional(z.enum(NETWORKS)),
  /** Its link is metered: it sends its plays every ten minutes, and a picture once an hour. Missing from older players. */
  saves_data: z.optional(z.boolean()),
  manifest_version: int(0, MAX_INT),
  /** Manifest version whose configuration is applied; missing from older players. */
  config_version: z.optional(int(0, MAX_INT)),
  readiness: z.strictObject({ ready: int(0, 500), total: int(0, 500), given_up: int(0, 500) }),
  clock: z.strictObject({ offset_ms: z.number(), quality: z.enum(['A', 'B', 'C', 'D']) }),
  ledger: z.strictObject({
    epoch: z.nullable(id),
    seq: int(0, MAX_INT),
    waiting: int(0, MAX_INT),
    parked: int(0, MAX_INT),
  }),
  /** Bytes of the current month over a metered link, and files that wait for the next month. */
  data: z.optional(
    z.strictObject({
      since: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/)),
      media: int(0, MAX_INT),
      control: int(0, MAX_INT),
      waiting: int(0, 500),
    }),
  ),
  /** Missing from older players. */
  kiosk: z.optional(z.strictObject({ enabled: z.boolean(), pin_set: z.boolean() })),
  /** null: it is not allowed to say; left out: it does not know now, and the last one stays. */
  place: z.optional(z.nullable(reportedPlace)),
  /** It plays AV1 without dropping frames; missing from older players. */
  av1: z.optional(z.boolean()),
  /** Items the player skipped since the last heartbeat, with the reason. */
  skipped: z
    .array(z.strictObject({ creative_id: id, reason: text(1, 200), at: instant }))
    .check(z.maxLength(20)),
});
export type Reported = z.infer<typeof reported>;

const serial = z.nullable(text(1, 64));
const label = text(1, 40);
/** The vehicle; the plate itself is not stored, only its hash. */
const vehicle = z.strictObject({ label, plate_hash: z.optional(sha256) });
export type Vehicle = z.infer<typeof vehicle>;

export const MAX_GROUPS = 10;
/** Groups it was put into by hand; where several have a playlist, the first counts. */
const group_ids = z.array(id).check(z.maxLength(MAX_GROUPS));

export const device = z.object({
  ...common,
  name,
  kind: z.enum(['tablet', 'screen', 'web']),
  state: z.enum(DEVICE_STATES),
  presence: z.enum(PRESENCES),
  serial,
  vehicle: z.nullable(vehicle),
  owner_user_id: z.nullable(id),
  group_ids,
  location_id: z.nullable(id),
  orientation,
  /** Last reported resolution, in pixels. */
  resolution: z.nullable(z.string()),
  fit: z.enum(FITS),
  volume: int(0, 100),
  brightness: z.enum(BRIGHTNESS),
  tz: z.string(),
  metered: z.enum(METERING),
  data_plan_mb,
  data_plan_day,
  ...depot,
  tags,
  /** Its own. */
  playlist_id: z.nullable(id),
  /** What it plays where no exception holds: its own, else that of its nearest group. */
  playlist_name: z.nullable(z.string()),
  /** The group that playlist comes from; null: its own. */
  playlist_group: z.nullable(z.object({ id, name })),
  /** What its schedule plays in the place of that now; left out where no exception holds. */
  exception: z.optional(heldException),
  manifest_version: int(0, MAX_INT),
  last_seen_at: z.nullable(instant),
  reported: z.nullable(reported),
  /** As last reported. */
  kiosk: z.nullable(z.object({ enabled: z.boolean(), pin_set: z.boolean() })),
  /** Name of the creative on screen, as reported. */
  now_playing: z.nullable(z.string()),
});
export type Device = z.infer<typeof device>;

const editable = {
  name,
  serial,
  /** A string is a label without a plate hash. */
  vehicle: z.nullable(z.union([label, vehicle])),
  /** A device owner of the tenant. */
  owner_user_id: z.nullable(id),
  group_ids,
  location_id: z.nullable(id),
  orientation,
  fit: z.enum(FITS),
  volume: int(0, 100),
  brightness: z.enum(BRIGHTNESS),
  metered: z.enum(METERING),
  data_plan_mb,
  data_plan_day,
  ...depot,
  tags,
  playlist_id: z.nullable(id),
};
export const devicePatch = z.partial(z.strictObject(editable));

export const devices = entity({
  path: '/api/devices',
  bulk: ['maintenance', 'suspend', 'reactivate', 'retire'],
  area: 'devices',
  row: device,
  patch: devicePatch,
  listOptions: {
    sorts: [
      'name',
      'vehicle',
      'state',
      'presence',
      'last_seen_at',
      'created_at',
      'updated_at',
      'playlist_name',
    ],
    defaultSort: 'name',
    enums: { status: { presence: PRESENCES, state: DEVICE_STATES } },
    ids: ['playlist_id', 'group_id', 'location_id'],
    /** Of the player. */
    texts: ['app_version'],
  },
  actions: {
    /** Under maintenance: its faults open no incidents. */
    maintenance: {
      summary: 'Take a screen into maintenance',
      from: ['active'],
      to: 'maintenance',
      undo: 'reactivate',
    },
    suspend: {
      summary: 'Let a screen play nothing of ours',
      from: ['active'],
      to: 'suspended',
      undo: 'reactivate',
      confirm: true,
    },
    reactivate: { summary: 'Let a screen go on', from: ['maintenance', 'suspended'], to: 'active' },
    /** Revokes its keys; its plays and its name stay. */
    retire: {
      summary: 'Take a screen out of service for good',
      from: ['unpaired', 'paired', 'active', 'maintenance', 'suspended'],
      to: 'retired',
      confirm: true,
    },
  },
});
/** A pairing code as somebody types it: upper or lower case, with or without the dash. */
export const pairingCode = z.string().check(
  z.overwrite(typed => typed.toUpperCase().replace(/[^A-Z0-9]/g, '')),
  z.regex(/^[A-HJKMNP-Z2-9]{6}$/, 'Six letters and digits, as the screen shows them'),
);
const replacementCandidate = z.object({
  ...{ id, name, last_seen_at: z.nullable(instant) },
  version: z.int(),
});
export type ReplacementCandidate = z.infer<typeof replacementCandidate>;
/** Silent screens on the same kind of machine: the screen that shows the code may be one of them without its identity. */
export const replacementCandidates = endpoint({
  method: 'GET',
  path: '/api/devices/pair',
  access: { who: 'user', area: 'devices', level: 'W', transactions: 'own' },
  summary: 'Which lost screen may show this code?',
  query: z.object({ code: pairingCode }),
  answer: z.object({ items: z.array(replacementCandidate) }),
});
/**
 * Claims the code a screen shows; `replaces` keeps name, playlist and history of a lost screen. With `replaces_version`,
 * the version that was chosen from, it is refused (VERSION_CONFLICT) where somebody was faster: a screen that was replaced
 * a moment ago would otherwise lose its key to the next one.
 */
export const pairDevice = endpoint({
  method: 'POST',
  path: '/api/devices/pair',
  access: { who: 'user', area: 'devices', level: 'W', transactions: 'own' },
  summary: 'Pair the screen that shows this code',
  body: z.strictObject({
    code: pairingCode,
    name: z.optional(name),
    group_id: z.optional(id),
    location_id: z.optional(id),
    replaces: z.optional(id),
    replaces_version: z.optional(int(1, MAX_INT)),
  }),
  answer: device,
});
export const revokeDeviceKey = endpoint({
  method: 'DELETE',
  path: '/api/devices/:id/keys/:key_id',
  access: { who: 'user', area: 'devices', level: 'W', crossing: 'staff' },
  summary: 'Revoke a key of a screen',
  params: z.object({ id, key_id: z.string() }),
});
