/** What this node knows of devices, so that a poll asks neither the database nor the curve. */
import type { KeyObject } from 'node:crypto';
import type { Clock } from '../../../shared/clock.ts';

export interface KnownKey {
  publicKey: KeyObject;
  revoked: boolean;
  /** Signatures of reads that were verified, with the text they sign. */
  verified: Map<string, string>;
}
export interface KnownDevice {
  tenant_id: string;
  state: string;
  manifest_version: number;
  /** ms */
  paired_at: number;
  keys: Map<string, KnownKey>;
  /** Something was asked of it that it has not taken: a heartbeat looks only then. */
  isAsked: boolean;
}
interface Kept extends KnownDevice {
  read_at: number;
}

const MAX_DEVICES = 50_000;
const MAX_SIGNATURES = 32;
/** Bounds what a lost notice of another node can cost. */
const KEPT_MS = 5 * 60_000;

/** The oldest gives way; Map keeps the order of insertion. */
function keepBounded<V>(map: Map<string, V>, max: number, key: string, value: V): void {
  if (map.size >= max) {
    const [oldest] = map.keys();
    if (oldest !== undefined) map.delete(oldest);
  }
  map.set(key, value);
}

export const rememberSignature = (key: KnownKey, signature: string, text: string) =>
  keepBounded(key.verified, MAX_SIGNATURES, signature, text);

export function createMemory(clock: Clock, load: (device_id: string) => Promise<KnownDevice | null>) {
  const kept = new Map<string, Kept>();
  const loading = new Map<string, Promise<KnownDevice | null>>();

  async function read(device_id: string): Promise<KnownDevice | null> {
    const running = load(device_id);
    loading.set(device_id, running);
    try {
      const device = await running;
      /** Forgotten while it was read: what was read may be older than the change. */
      if (device && loading.get(device_id) === running)
        keepBounded(kept, MAX_DEVICES, device_id, { ...device, read_at: clock.mono() });
      return device;
    } finally {
      if (loading.get(device_id) === running) loading.delete(device_id);
    }
  }

  return {
    get(device_id: string): KnownDevice | null | Promise<KnownDevice | null> {
      const known = kept.get(device_id);
      if (known && clock.mono() - known.read_at < KEPT_MS) return known;
      if (known) kept.delete(device_id);
      return loading.get(device_id) ?? read(device_id);
    },
    forget(device_ids: Iterable<string>): void {
      for (const id of device_ids) {
        kept.delete(id);
        loading.delete(id);
      }
    },
  };
}
export type Memory = ReturnType<typeof createMemory>;
