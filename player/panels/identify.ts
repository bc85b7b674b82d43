/** Says for a moment, large, which screen this is. */
import '../screens/fonts.ts';
import './panels.css';
import type { Player } from '../player.ts';
import { el } from '../screens/dom.ts';
import type { Say } from '../screens/texts.ts';

const SHOWN_MS = 10_000;

export function identify({ clock, status }: Pick<Player, 'clock' | 'status'>, say: Say): void {
  const { isPaired, name } = status.get();
  const sign = el('div', 'identify', isPaired ? name : say('service.notPaired'));
  sign.setAttribute('role', 'status');
  document.getElementById('over')?.append(sign);
  clock.after(SHOWN_MS, () => sign.remove());
}
