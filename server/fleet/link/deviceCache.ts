/** Cache of devices and verified signatures, so that a poll needs neither a query nor an ECDSA verification. */
import type { KeyObject } from 'node:crypto';
import type { Tombstone } from '../../../shared/contract/fleet/tombstone.ts';
import type { Clock } from '../../../shared/clock.ts';

export interface CachedKey {
  publicKey: KeyObject;
  /** ms; when it was paired. */
  since: number;
  /** ms; null while it is in service. */
  revoked_at: number | null;
  /** Made when it is first asked for. */
  tombstone?: Tombstone;
  /** Verified signatures of reads, with the text they sign and, ms, when they end; the oldest first. */
  verified: Map<string, { text: string; until: number }>;
}
export interface CachedDevice {
  tenant_id: string;
  state: string;
  manifest_version: number;
  /** ms */
  paired_at: number;
  keys: Map<string, CachedKey>;
  /** Commands wait for it; a heartbeat queries the database only then. */
  hasPendingCommands: boolean;
}
interface CacheEntry extends CachedDevice {
  read_at: number;
}

const MAX_DEVICES = 100_000;
const MAX_SIGNATURES = 32;
/** ms; of each change a notice tells, and whoever may have missed some forgets all. */
const MAX_AGE_MS = 30 * 60_000;
/** ms; while no notice can arrive. */
const MAX_AGE_WITHOUT_NOTICES_MS = 5 * 60_000;

/** Evicts the oldest entry; Map keeps the order of insertion. */
function keepBounded<V>(map: Map<string, V>, max: number, key: string, value: V): void {
  if (map.size >= max) {
    const [oldest] = map.keys();
    if (oldest !== undefined) map.delete(oldest);
  }
  map.set(key, value);
}

/** Those that have ended meanwhile go, as nobody can use them any more. */
export function rememberSignature(
  { verified }: Pick<CachedKey, 'verified'>,
  { signature, text, until }: { signature: string; text: string; until: number },
  now: number,
): void {
  for (const [other, { until: ended }] of verified) {
    if (ended >= now) break;
    verified.delete(other);
  }
  keepBounded(verified, MAX_SIGNATURES, signature, { text, until });
}

export function createDeviceCache(clock: Clock, load: (device_id: string) => Promise<CachedDevice | null>) {
  const cache = new Map<string, CacheEntry>();
  const loading = new Map<string, Promise<CachedDevice | null>>();
  let maxAgeMs = MAX_AGE_MS;
  const isFresh = ({ read_at }: CacheEntry) => clock.mono() - read_at < maxAgeMs;

  async function read(device_id: string): Promise<CachedDevice | null> {
    const running = load(device_id);
    loading.set(device_id, running);
    try {
      const device = await running;
      /** Not cached where it was invalidated during the read, because the row may be older than the change. */
      if (device && loading.get(device_id) === running)
        keepBounded(cache, MAX_DEVICES, device_id, { ...device, read_at: clock.mono() });
      return device;
    } finally {
      if (loading.get(device_id) === running) loading.delete(device_id);
    }
  }

  return {
    get(device_id: string): CachedDevice | null | Promise<CachedDevice | null> {
      const entry = cache.get(device_id);
      if (entry && isFresh(entry)) return entry;
      if (entry) cache.delete(device_id);
      return loading.get(device_id) ?? read(device_id);
    },
    /** From memory alone: null where it has to be read. */
    peek(device_id: string): CachedDevice | null {
      const entry = cache.get(device_id);
      return entry && isFresh(entry) ? entry : null;
    },
    /** Whether notices of changes arrive. */
    setNotices(isListening: boolean): void {
      maxAgeMs = isListening ? MAX_AGE_MS : MAX_AGE_WITHOUT_NOTICES_MS;
    },
    has: (device_id: string) => cache.has(device_id),
    invalidate(device_ids: Iterable<string>): void {
      for (const id of device_ids) {
        cache.delete(id);
        loading.delete(id);
      }
    },
    clear(): void {
      cache.clear();
      loading.clear();
    },
  };
}
export type DeviceCache = ReturnType<typeof createDeviceCache>;
