import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { connect } from '../../../shared/device/storage.ts';
import type { Draft, Entry, Owner } from '../../../shared/queue/entry.ts';

export const OWNER: Owner = { user: 'u1', tenant: 't1' };

/** A change of a screen's name, as the console would leave it. */
export const draft = (n: number, over: Partial<Draft> = {}): Draft => ({
  id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
  method: 'POST',
  url: '/api/devices',
  data: { name: `Taxi ${n}` },
  headers: { 'content-type': 'application/json' },
  timestamp: Date.UTC(2026, 0, 5, 8),
  retryCount: 0,
  maxRetries: 3,
  priority: 5,
  metadata: { type: 'devices.create', description: `Taxi ${n}` },
  owner: OWNER,
  ...over,
});
export const entry = (seq: number, over: Partial<Entry> = {}): Entry => ({
  ...draft(seq),
  seq,
  state: 'waiting',
  ...over,
});

/** A disk with nothing on it. */
export function emptyDisk() {
  globalThis.indexedDB = new IDBFactory();
  return connect();
}
