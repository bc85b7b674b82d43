/** Whether this screen is a kiosk. The database is the truth, localStorage its mirror under the specified names. */
import { readValue, writeValues, type Connection, type KioskState } from '../../shared/device/storage.ts';
import { isHash } from './pin.ts';

const FLAG = 'kiosk_mode';
const PIN = 'kiosk_pin';

export type Mirror = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Writes only what differs; null removes. */
export function writeMirror(mirror: Mirror, entries: Readonly<Record<string, string | null>>): void {
  for (const [key, value] of Object.entries(entries)) {
    if (mirror.getItem(key) === value) continue;
    if (value === null) mirror.removeItem(key);
    else mirror.setItem(key, value);
  }
}

export function fromMirror(mirror: Mirror): KioskState {
  const pin = mirror.getItem(PIN);
  const kept = isHash(pin) ? pin : null;
  return { enabled: kept !== null && mirror.getItem(FLAG) === 'true', pin: kept };
}

/** Read at each start, which mends the mirror. Of a lost database the mirror knows still that it was locked. */
export async function readKiosk(
  db: Connection,
  mirror: Mirror,
  onFault: (error: unknown) => void,
): Promise<KioskState> {
  const stored = await readValue(db, 'kiosk');
  const state = stored ?? fromMirror(mirror);
  if (!stored && state.pin !== null) await writeValues(db, { kiosk: state });
  /** What plays does not wait for a mirror that is full. */
  try {
    mirrorKiosk(mirror, state);
  } catch (error) {
    onFault(error);
  }
  return state;
}

export const mirrorKiosk = (mirror: Mirror, { enabled, pin }: KioskState) =>
  writeMirror(mirror, { [FLAG]: enabled ? 'true' : null, [PIN]: pin });
