/** The schema of the player's database, shared by page and service worker. */
import { openDB, unwrap, type DBSchema, type IDBPDatabase } from 'idb';
import type { PendingCommand } from '../contract/fleet/command.ts';
import type { Brightness } from '../contract/fleet/device.ts';
import type { IncidentNote } from '../contract/fleet/incident.ts';
import type { DocumentAsset, Head } from '../contract/playout/manifest.ts';
import type { PlayerAlerts } from '../contract/alerts/playerAlerts.ts';
import type { AlertLog } from '../alerts/screen.ts';
import type { RideState } from '../contract/playout/schedule.ts';
import type { PublicJwk } from '../contract/fleet/jwk.ts';
import type { PlayRecord } from '../contract/proof/play.ts';
import type { Language } from '../constants.ts';
import type { Entry, FailedEntry, Owner, Tally } from '../queue/entry.ts';
import { DATABASE_NAME, NATIVE_VERSION, upgradeSchema } from '../storage/schema.ts';
import { ignoreRejection } from '../storage/writes.ts';
import type { PlayoutState } from '../playout/decide.ts';
import type { HeldLease } from '../playout/leases/held.ts';
import type { LoopPosition } from '../playout/order.ts';
import type { DataUsage } from './dataPlan.ts';
import type { StoredClockOffset } from './time.ts';

/** Committed to the disk, not only to the system's cache, before the promise resolves. */
export const STRICT = { durability: 'strict' } as const;

/** Keeps a second copy of key and identity, away from the database. */
export const BUCKET = 'device';

export interface DeviceKey {
  pair: CryptoKeyPair;
  jwk: PublicJwk;
  key_id: string;
}
export interface Identity {
  device_id: string;
  key_id: string;
  tenant: string;
  server_key: PublicJwk;
  /** Announced in a head signed by the pinned key; replaces that key with the first head it signs itself. */
  next_key?: PublicJwk;
}
/** An identity this screen has had, until the plays of that time are handed in under its key. */
export interface FormerIdentity {
  device_id: string;
  key: DeviceKey;
}
/** Hashes of the documents of one accepted manifest. */
export interface ContentPlan {
  version: number;
  playlist: string | null;
  config: string | null;
  /** Missing where an older build stored it. */
  flights?: string | null;
  schedule?: string | null;
  /** The playlists of its schedule. */
  scheduled?: readonly string[];
  /** Read only where nothing plays. */
  splash?: string | null;
}
/** Sequence and hash chain of one ledger epoch; `sealed` is the last number whose record has its hash. */
export interface Chain {
  next: number;
  sealed: number;
  hash: string;
}
export interface LedgerHead {
  epoch: string;
  device_id: string;
  key_id: string;
  chains: Record<string, Chain>;
}
export interface KioskState {
  enabled: boolean;
  /** Salted hash of the PIN; null until one was made. */
  pin: string | null;
}
/** Consecutive wrong PINs, and the remaining running time of the lock. */
export interface PinLock {
  /** Hash of the PIN these attempts were made against; a new PIN starts without any. */
  of: string | null;
  wrong: number;
  leftMs: number;
}
/** Settings made at the screen itself. `over` is the server's value at that time: a new server value ends the local one. */
export interface LocalSettings {
  volume?: { value: number; over: number };
  /** Percent. */
  brightness?: number;
  brightness_over?: Brightness;
}
/** People before the screen in one hour, by age and gender where that is counted. */
export interface CountedHour {
  /** ms since 1970 when it began. */
  hour: number;
  people: number;
  /** `18_34 female`. */
  groups: Readonly<Record<string, number>>;
}
/** The driver's shift: when it started and how long the screen has played since. */
export interface Shift {
  since: string;
  playedMs: number;
}
/** The ride that goes on and what its rider has set, as a restart of the page finds them again. */
export interface StoredRide {
  ride: {
    at: RideState;
    /** Random, of this ride alone; null where nobody rides. */
    id: string | null;
    /** Monotonic ms of the start that stored it, as `mono`. */
    since: number;
    isSaidEmpty: boolean;
    standingSince: number | null;
  };
  wishes: {
    muted: boolean;
    volume: number | null;
    dim: 'bright' | 'dim' | 'dark';
    language: Language | null;
  };
  /** When it was stored: the server's time, ms; null while that was not known. */
  at: number | null;
  mono: number;
}
/** taken: stored here; begun: acknowledged and running; done, failed: finished, not reported yet. */
export interface CommandNote extends PendingCommand {
  at: 'taken' | 'begun' | 'done' | 'failed';
  result?: string;
}
/** What the server lets this screen play of campaigns; what was spent of it stands in `playout`. */
export interface StoredLeases {
  device_id: string;
  held: readonly HeldLease[];
}
interface LeaseRow {
  holder: string;
  until: number;
}
export type LeaseName = 'queue_lease' | 'outbox_lease' | 'user_outbox_lease';
export interface Values {
  key: DeviceKey;
  identity: Identity;
  former: readonly FormerIdentity[];
  head: Head;
  active: ContentPlan;
  pending: ContentPlan;
  position: LoopPosition;
  /** Of the second zone's loop. */
  second_position: LoopPosition;
  /** What was played, as far as it decides what follows. */
  playout: PlayoutState;
  leases: StoredLeases;
  /** The signed alerts of this screen, as they came. */
  alert_set: PlayerAlerts;
  alert_log: AlertLog;
  ledger: LedgerHead;
  time: StoredClockOffset;
  /** Identifies this database; a copy in OPFS detects its loss. */
  birth: string;
  /** A service worker was installed here. */
  worker: boolean;
  /** As it was last found out; no start waits for that. */
  plays_av1: boolean;
  /** Consecutive starts that crashed. */
  starts: number;
  /** Incidents the server has not acknowledged, oldest first. */
  incidents: readonly IncidentNote[];
  kiosk: KioskState;
  kiosk_lock: PinLock;
  driver_lock: PinLock;
  own_look: LocalSettings;
  shift: Shift;
  ride: StoredRide;
  /** People counted before the screen in hours that were not reported yet: numbers alone. */
  audience: readonly CountedHour[];
  /** Bytes used over a metered link in this billing period. */
  spent: DataUsage;
  /** The operator allows the screen to read its location, which tells one ride from the next. */
  place_allowed: boolean;
  /** The operator allows the screen to report its location with the heartbeat. */
  place_reported: boolean;
  install: { dismissed: boolean; installed: boolean };
  /** Wall time until which the server has asked the lanes of this table to wait. */
  queue_pause: number;
  outbox_pause: number;
  /** Failed entries that no longer fit into their list, by whose they were. */
  unlisted: readonly { owner: Owner; count: number }[];
  /** Number of the newest failed entry that was reported. */
  reported_failure: number;
  /** Which page sends, in a browser without Web Locks, and until when (wall time). */
  queue_lease: LeaseRow;
  outbox_lease: LeaseRow;
  user_outbox_lease: LeaseRow;
  /** Commands whose result is not reported yet, oldest first. */
  commands: readonly CommandNote[];
}

export interface AssetRow extends DocumentAsset {
  /** SHA-256 of each chunk, 32 bytes each; null until the list was fetched and matched. */
  digests: Uint8Array<ArrayBuffer> | null;
  /** Every chunk was verified and stored. A reader that finds a damaged chunk resets it. */
  complete: boolean;
  /** The last manifest version that needs it. */
  wanted?: number;
}
export interface DocumentRow {
  sha256: string;
  text: string;
}

/** The fields of a record that are known before the play ends. */
export type PlayDraft = Omit<
  PlayRecord,
  | 'prev_hash'
  | 'record_hash'
  | 'ended_mono_ms'
  | 'duration_ms'
  | 'result'
  | 'completion'
  | 'frames'
  | 'visible_share'
>;
export type UnsealedRecord = Omit<PlayRecord, 'prev_hash' | 'record_hash'>;
export interface PlayProgress {
  mono: number;
  visible_ms: number;
  frames: PlayRecord['frames'];
  picture?: NonNullable<PlayRecord['picture']>;
}
interface RowKey {
  epoch: string;
  seq: number;
}
export type OpenRow = RowKey & { state: 'open'; draft: PlayDraft; seen: PlayProgress | null };
export type EndedRow = RowKey & { state: 'ended'; body: UnsealedRecord };
export type ClosedRow = RowKey & { state: 'closed'; record: PlayRecord };
export type ParkedRow = RowKey & { state: 'parked'; record: PlayRecord; reason: string };
export type PlayRow = OpenRow | EndedRow | ClosedRow | ParkedRow;

interface Schema extends DBSchema {
  values: { key: string; value: Values[keyof Values] };
  documents: { key: string; value: DocumentRow };
  assets: { key: string; value: AssetRow };
  plays: { key: [string, number]; value: PlayRow; indexes: { state: PlayRow['state'] } };
  queue: { key: number; value: Entry; indexes: { id: string } };
  outbox: { key: number; value: Entry; indexes: { id: string } };
  failed_requests: { key: number; value: FailedEntry };
  tallies: { key: string; value: Tally };
}
export type Database = IDBPDatabase<Schema>;

export type Connection = () => Promise<Database>;

/** One connection, opened when first asked for and again after it was closed from outside. */
export function connect(name = DATABASE_NAME): Connection {
  let opened: Promise<Database> | null = null;
  const forget = () => (opened = null);
  return () => {
    opened ??= open(name, forget);
    opened.catch(forget);
    return opened;
  };
}

const open = (name: string, onClosed: () => void) =>
  openDB<Schema>(name, NATIVE_VERSION, {
    upgrade: (db, from) => upgradeSchema(unwrap(db as IDBPDatabase<unknown>), from),
    /** A newer build waits for this connection to close, so that it can upgrade the schema. */
    blocking(_current, _wanted, event) {
      (event.target as IDBDatabase).close();
      onClosed();
    },
    terminated: onClosed,
  });

export async function readValue<K extends keyof Values>(db: Connection, key: K): Promise<Values[K] | null> {
  return ((await (await db()).get('values', key)) as Values[K] | undefined) ?? null;
}

/** Writes and, for null, removes single values in one durable transaction. */
export async function writeValues(db: Connection, values: { [K in keyof Values]?: Values[K] | null }) {
  const tx = (await db()).transaction('values', 'readwrite', STRICT);
  for (const [key, value] of Object.entries(values))
    ignoreRejection(value === null ? tx.store.delete(key) : tx.store.put(value, key));
  await tx.done;
}
