/** The ground: house loop, pairing beside it, and what is being fetched. Lies beneath the stage. */
import '../screens.css';
import { every } from '../../../shared/clock.ts';
import type { SplashDocument } from '../../../shared/contract/playout/manifest.ts';
import { onFault } from '../../app/faults.ts';
import type { Player } from '../../app/player.ts';
import type { Status } from '../../app/status.ts';
import { el, rows } from '../dom.ts';
import { pairingPanel } from './pairing.ts';
import { signInLink } from '../signIn.ts';
import { slides } from './slides.ts';
import { ownLanguage } from '../language.ts';
import { loadTexts, loadBothLanguages, type Bilingual } from '../texts.ts';

const TICK_MS = 1_000;
type HousePlayer = Pick<Player, 'clock' | 'content' | 'db' | 'status' | 'time'>;
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
  let drawn = '';
  /** Read where it was not yet, or where another has come. */
  async function drawSplash({ isPaired, splash }: Status) {
    const sha256 = isPaired ? player.content.splash() : null;
    const next = `${sha256} ${splash}`;
    if (next === drawn) return;
    drawn = next;
    const row = sha256 && (await (await player.db()).get('documents', sha256));
    loop.setSplash(row ? (JSON.parse(row.text) as SplashDocument).picture : null);
  }
  const draw = () => {
    const status = player.status.get();
    if (ground) ground.dataset['pairing'] = String(!status.isPaired);
    void drawSplash(status).catch(onFault);
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
