/** Turns kiosk mode on and off, and makes its PIN: for the dialogs of the screen and for the console's commands. */
import { readValue, writeValues, type Connection, type KioskState } from '../../shared/device/storage.ts';
import { randomBytes } from '../../shared/random.ts';
import { mirrorKiosk, type Mirror } from './mode.ts';
import { hashPin, isPin, randomPin } from './pin.ts';

export interface KioskPorts {
  db: Connection;
  mirror: Mirror;
  /** Chance from 0 up to 1. */
  random: () => number;
  reload: () => void;
}

const OFF: KioskState = { enabled: false, pin: null };

async function change({ db, mirror }: KioskPorts, patch: Partial<KioskState>): Promise<KioskState> {
  const state = { ...((await readValue(db, 'kiosk')) ?? OFF), ...patch };
  if (state.enabled && state.pin === null) throw new Error('Kiosk mode needs a PIN');
  await writeValues(db, { kiosk: state });
  mirrorKiosk(mirror, state);
  return state;
}

/** Keeps the PIN given, or a random one, and tells it this once: nothing can read it again. */
export async function quickSetup({ pin }: { pin?: string }, ports: KioskPorts): Promise<string> {
  const chosen = pin ?? randomPin(ports.random);
  if (!isPin(chosen)) throw new Error('A PIN has four digits');
  await change(ports, { pin: await hashPin(chosen, randomBytes) });
  return chosen;
}

/** On or off for good, then the page begins anew. */
export async function toggleKiosk(enabled: boolean, ports: KioskPorts): Promise<void> {
  await change(ports, { enabled });
  ports.reload();
}

export interface KioskChange {
  enabled?: boolean;
  /** The PIN there was is worth nothing from then on, and its lock neither. */
  resetPin?: boolean;
}
export interface KioskAnswer {
  enabled: boolean;
  pin_set: boolean;
  /** Where a new PIN was made; told once, to be shown to whoever asked and kept nowhere. */
  pin?: string;
}

/**
 * From elsewhere than the screen. A screen that shall become a kiosk and has no PIN gets a random one, so that there
 * is always a way out at the screen. `told` hears the answer before the page begins anew, whatever comes of it.
 */
export async function applyKiosk(
  { enabled, resetPin = false }: KioskChange,
  ports: KioskPorts,
  onAnswer: (answer: KioskAnswer) => Promise<unknown>,
): Promise<void> {
  const before = (await readValue(ports.db, 'kiosk')) ?? OFF;
  const needsPin = resetPin || (enabled === true && before.pin === null);
  const pin = needsPin ? await quickSetup({}, ports) : undefined;
  const state = await change(ports, enabled === undefined ? {} : { enabled });
  const isChanged = needsPin || state.enabled !== before.enabled;
  try {
    await onAnswer({
      enabled: state.enabled,
      pin_set: state.pin !== null,
      ...(pin === undefined ? {} : { pin }),
    });
  } finally {
    if (isChanged) ports.reload();
  }
}
