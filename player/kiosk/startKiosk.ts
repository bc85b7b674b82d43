/** What a screen does for as long as it is a kiosk. */
import { onFault } from '../app/faults.ts';
import type { Player } from '../app/player.ts';
import { fillScreen, guard, watchEscapes } from './guard.ts';
import { createPinAttempts, type PinAttempts } from './pinAttempts.ts';

const SECOND_MS = 1_000;

let pinAttempts: Promise<PinAttempts> | null = null;
/** One for the page: a lock runs off while nobody looks. */
export const pinAttemptsOf = ({ db, clock }: Pick<Player, 'db' | 'clock'>) =>
  (pinAttempts ??= createPinAttempts({ db, clock, onFault }));

export function startKiosk(player: Pick<Player, 'db' | 'clock' | 'incidents'>): void {
  const { clock, incidents } = player;
  guard(document);
  fillScreen(document, onFault);
  watchEscapes(document, clock, ms => {
    void incidents.note('kiosk_escape', `hidden for ${Math.round(ms / SECOND_MS)} s`).catch(onFault);
  });
  void pinAttemptsOf(player).catch(onFault);
}
