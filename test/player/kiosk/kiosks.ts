/** A screen over a real (in-memory) database, with a clock that a test moves and a mirror it may empty. */
import 'fake-indexeddb/auto';
import { connect, writeValues } from '../../../shared/device/storage.ts';
import { hashPin } from '../../../player/kiosk/pin.ts';
import { createPinAttempts } from '../../../player/kiosk/pinAttempts.ts';
import type { KioskPorts } from '../../../player/kiosk/kiosk.ts';
import { randomBytes } from '../../../shared/random.ts';
import { manualClock } from '../../support/clock.ts';
import { memoryStorage } from '../../support/storage.ts';

let names = 0;
export const freshDb = () => connect(`kiosk-${++names}`);
export type Db = ReturnType<typeof freshDb>;

export const throwing = (error: unknown) => {
  throw error;
};

export function kiosk(random: () => number = () => 0.5) {
  const reloads: unknown[] = [];
  const mirror = memoryStorage();
  const ports: KioskPorts = {
    db: freshDb(),
    mirror,
    random,
    reload: () => void reloads.push(null),
  };
  return { ...ports, mirror, ports, reloads: () => reloads.length };
}

/** One boot: the monotonic clock begins again, the clock on the wall says whatever it likes. */
export async function boot(db: Db, wall?: number) {
  const clock = manualClock(wall);
  return { clock, tries: await createPinAttempts({ db, clock, onFault: throwing }) };
}

/** The same PIN at a single round, so that thousands may be tried. */
export async function quickly(db: Db, pin: string): Promise<void> {
  await writeValues(db, { kiosk: { enabled: true, pin: await hashPin(pin, randomBytes, 1) } });
}

export const everything = async (db: Db, mirror: Storage) => {
  const open = await db();
  const rows = await Promise.all([...open.objectStoreNames].map(async name => open.getAll(name)));
  const mirrored = Array.from({ length: mirror.length }, (_, i) => {
    const key = mirror.key(i) ?? '';
    return [key, mirror.getItem(key)];
  });
  return JSON.stringify([rows, mirrored]);
};
