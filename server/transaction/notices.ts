/** Notifications about changed devices: to every node with the commit (NOTIFY), to this node at once. */
import { sql } from 'drizzle-orm';
import type { Db } from '../db/database.ts';

export const DEVICE_CHANNEL = 'wayside_devices';
/** A PostgreSQL notification holds at most 8,000 bytes; an id and its space take 37. */
const IDS_A_NOTICE = 200;

export const parseNotice = (notice: string) => notice.split(' ');

export async function notifyDevices(tx: Db, changedDevices: ReadonlySet<string>): Promise<void> {
  const ids = [...changedDevices];
  for (let i = 0; i < ids.length; i += IDS_A_NOTICE)
    await tx.execute(sql`select pg_notify(${DEVICE_CHANNEL}, ${ids.slice(i, i + IDS_A_NOTICE).join(' ')})`);
}

type Listener = (device_ids: Iterable<string>) => void;
export function openDeviceNotices() {
  const listeners = new Set<Listener>();
  return {
    changed(device_ids: Iterable<string>): void {
      for (const listener of listeners) listener(device_ids);
    },
    listen: (listener: Listener) => void listeners.add(listener),
  };
}
export type DeviceNotices = ReturnType<typeof openDeviceNotices>;
