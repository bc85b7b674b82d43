/** The ground: house loop, pairing beside it, and what is being fetched. Lies beneath the stage. */
import '../screens.css';
import { every } from '../../../shared/clock.ts';
import type { Player } from '../../app/player.ts';
import type { Status } from '../../app/status.ts';
import { el, rows } from '../dom.ts';
import { pairingPanel } from './pairing.ts';
import { signInLink } from '../signIn.ts';
import { slides } from './slides.ts';
import { ownLanguage } from '../language.ts';
import { loadTexts, loadBothLanguages, type Bilingual } from '../texts.ts';

const TICK_MS = 1_000;
type HousePlayer = Pick<Player, 'clock' | 'status' | 'time'>;
let building: Promise<void> | null = null;

/** Safe to ask for again and again: the ground is built once and then keeps itself. */
export function showHouse(player: HousePlayer): Promise<void> {
  building ??= build(player);
  building.catch(() => (building = null));
  return building;
}

async function build(player: HousePlayer) {
  void import('../../fonts/fonts.ts');
  const both = await loadBothLanguages();
  const ground = document.getElementById('ground');
  const note = el('div', 'note');
  const loop = slides(both, player.clock);
  const panel = pairingPanel(both, player);
  const house = el('section', 'house', loop.element, note);
  if (!player.status.get().isKiosk) house.append(signInLink(await loadTexts(ownLanguage()), 'door'));
  ground?.replaceChildren(panel.element, house);
  const draw = () => {
    const status = player.status.get();
    if (ground) ground.dataset['pairing'] = String(!status.isPaired);
    loop.draw();
    panel.draw(status);
    const lines = noteLines(both, status).map(line => line.textContent);
    if (note.innerText !== lines.join('\n')) note.replaceChildren(...noteLines(both, status));
  };
  draw();
  player.status.watch(draw);
  every(player.clock, TICK_MS, draw);
}

function noteLines(both: Bilingual, { isPaired, library }: Status): HTMLElement[] {
  if (!isPaired) return [];
  const { ready, total } = library;
  if (ready < total) return rows(both, 'sync.downloading', { ready, total });
  /** What is here and cannot be shown was scheduled all the same. */
  return total === 0 ? rows(both, 'idle.nothing') : [];
}
