/** The one schema of the player's database, shared by page and service worker. */
import { openDB, unwrap, type DBSchema, type IDBPDatabase } from 'idb';
import type { PendingCommand } from '../contract/fleet/command.ts';
import type { Brightness } from '../contract/fleet/device.ts';
import type { IncidentNote } from '../contract/fleet/incident.ts';
import type { DocumentAsset, Head } from '../contract/playout/manifest.ts';
import type { PublicJwk } from '../contract/fleet/jwk.ts';
import type { PlayRecord } from '../contract/proof/play.ts';
import type { Entry, Failed, Tally } from '../queue/entry.ts';
import { NAME, NATIVE, raise } from '../storage/schema.ts';
import { quietly } from '../storage/writes.ts';
import type { Spent } from './dataPlan.ts';
import type { KeptTime } from './time.ts';

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
  /** Vouched for by a head that the pinned key signed; takes its place with the first head it signs. */
  next_key?: PublicJwk;
}
/** What one accepted manifest says to play. */
export interface Plan {
  version: number;
  playlist: string | null;
  config: string | null;
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
/** Wrong PINs in a row, and what is left of the running time for which no further one is taken. */
export interface PinLock {
  /** Hash of the PIN that was missed: another PIN has no wrong tries. */
  of: string | null;
  wrong: number;
  leftMs: number;
}
/** What a hand set at the screen itself; `over` is the server's value at that time. */
export interface OwnLook {
  volume?: { value: number; over: number };
  /** Percent. */
  brightness?: number;
  brightness_over?: Brightness;
}
/** What a driver sees of the hours he earns by. */
export interface Shift {
  since: string;
  playedMs: number;
}
/** taken: lies here; begun: the server knows, it is being done; done and failed wait to be told. */
export interface CommandNote extends PendingCommand {
  at: 'taken' | 'begun' | 'done' | 'failed';
  result?: string;
}
export interface Values {
  key: DeviceKey;
  identity: Identity;
  head: Head;
  active: Plan;
  pending: Plan;
  position: { item_id: string; index: number; sha256?: string };
  ledger: LedgerHead;
  time: KeptTime;
  /** Names this database; a copy of it lies elsewhere. */
  birth: string;
  /** A service worker was installed here. */
  worker: boolean;
  /** Starts since the last one that lived. */
  starts: number;
  /** What was noticed and not yet taken by the server, oldest first. */
  incidents: readonly IncidentNote[];
  kiosk: KioskState;
  kiosk_lock: PinLock;
  own_look: OwnLook;
  shift: Shift;
  /** Over a metered link, this month. */
  spent: Spent;
  /** Whoever answers for the screen lets it know its place, to tell one ride from the next. */
  place_allowed: boolean;
  install: { dismissed: boolean; installed: boolean };
  /** What this screen was asked to do and has not told the end of, oldest first. */
  commands: readonly CommandNote[];
}

export interface AssetRow extends DocumentAsset {
  /** SHA-256 of each chunk, 32 bytes each; null until the list was fetched and matched. */
  digests: Uint8Array<ArrayBuffer> | null;
  /** Every chunk was verified and stored. A reader that finds otherwise sets it back. */
  complete: boolean;
  /** The last version that named it. */
  wanted?: number;
}
export interface DocumentRow {
  sha256: string;
  text: string;
}

/** What a record says before its end is known. */
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
export type PlayBody = Omit<PlayRecord, 'prev_hash' | 'record_hash'>;
export interface Seen {
  mono: number;
  visible_ms: number;
  frames: PlayRecord['frames'];
}
interface RowKey {
  epoch: string;
  seq: number;
}
export type OpenRow = RowKey & { state: 'open'; draft: PlayDraft; seen: Seen | null };
export type EndedRow = RowKey & { state: 'ended'; body: PlayBody };
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
  failed_requests: { key: number; value: Failed };
  tallies: { key: string; value: Tally };
}
export type Database = IDBPDatabase<Schema>;

export type Connection = () => Promise<Database>;

/** One connection, opened when first asked for and again after it was closed from outside. */
export function connect(name = NAME): Connection {
  let opened: Promise<Database> | null = null;
  const forget = () => (opened = null);
  return () => {
    opened ??= open(name, forget);
    opened.catch(forget);
    return opened;
  };
}

const open = (name: string, onClosed: () => void) =>
  openDB<Schema>(name, NATIVE, {
    upgrade: (db, from) => raise(unwrap(db as IDBPDatabase<unknown>), from),
    /** A newer build waits for this connection: it must not wait for ever. */
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
    quietly(value === null ? tx.store.delete(key) : tx.store.put(value, key));
  await tx.done;
}
