/** What a screen does for as long as it is a kiosk. */
import { onFault } from '../app/faults.ts';
import type { Player } from '../app/player.ts';
import { fillScreen, guard, watchEscapes } from './guard.ts';
import { holdHistory } from './history.ts';
import { createPinAttempts, type PinAttempts, PIN_PADS, type PinPad } from './pinAttempts.ts';

const SECOND_MS = 1_000;

const attemptsByPad = new Map<PinPad, Promise<PinAttempts>>();
/** One of each for the page: a lock runs off while nobody looks. */
export function pinAttemptsOf(
  { db, clock }: Pick<Player, 'db' | 'clock'>,
  pad: PinPad,
): Promise<PinAttempts> {
  const attempts = attemptsByPad.get(pad) ?? createPinAttempts({ db, clock, onFault }, pad);
  attemptsByPad.set(pad, attempts);
  return attempts;
}

export function startKiosk(player: Pick<Player, 'db' | 'clock' | 'incidents'>): void {
  const { clock, incidents } = player;
  guard(document);
  holdHistory({ history, page: window });
  fillScreen(document, onFault);
  watchEscapes(document, clock, ms => {
    void incidents.note('kiosk_escape', `hidden for ${Math.round(ms / SECOND_MS)} s`).catch(onFault);
  });
  for (const pad of PIN_PADS) void pinAttemptsOf(player, pad).catch(onFault);
}
