/** What a screen does for as long as it is a kiosk. */
import { onFault, type Player } from '../app/player.ts';
import { fillScreen, guard, noticeEscapes } from './guard.ts';
import { createTries, type Tries } from './tries.ts';

const SECOND_MS = 1_000;

let tries: Promise<Tries> | null = null;
/** One for the page: a lock runs off while nobody looks. */
export const triesOf = ({ db, clock }: Player) => (tries ??= createTries({ db, clock, onFault }));

export function goOnDuty(player: Player): void {
  const { clock, incidents } = player;
  guard(document);
  fillScreen(document, onFault);
  noticeEscapes(document, clock, ms => {
    void incidents.note('kiosk_escape', `hidden for ${Math.round(ms / SECOND_MS)} s`).catch(onFault);
  });
  void triesOf(player).catch(onFault);
}
