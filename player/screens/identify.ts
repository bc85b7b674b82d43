/** Which screen this is, over all else for a moment: somebody looks for it among many. */
import './identify.css';
import { sleep, type Clock } from '../../shared/clock.ts';
import { el, rows } from './dom.ts';
import { loadBothLanguages } from './texts.ts';

const SHOWN_MS = 10_000;
const NUMBER_CHARS = 6;

/** The end of an id tells two screens apart; the console shows the same. */
export const numberOf = (id: string) => id.slice(-NUMBER_CHARS).toUpperCase();

export async function showIdentity(clock: Clock, { name, id }: { name: string; id: string }): Promise<void> {
  const both = await loadBothLanguages();
  const number = numberOf(id);
  const cover = el(
    'section',
    'identify',
    el('div', 'title', ...rows(both, 'identify.title')),
    el('div', 'name', name),
    el('div', 'text', ...rows(both, 'identify.number', { number })),
  );
  cover.setAttribute('role', 'status');
  document.getElementById('over')?.append(cover);
  void sleep(clock, SHOWN_MS).then(() => cover.remove());
}
