/** Which screen this is, over all else for a moment: somebody looks for it among many. */
import './identify.css';
import { sleep, type Clock } from '../../shared/clock.ts';
import { el, rows } from './dom.ts';
import { loadBothLanguages } from './texts.ts';

const SHOWN_MS = 10_000;
const NUMBER_CHARS = 6;

/** `id`: its end is the number the console shows too. */
export async function showIdentity(clock: Clock, { name, id }: { name: string; id: string }): Promise<void> {
  const both = await loadBothLanguages();
  const number = id.slice(-NUMBER_CHARS).toUpperCase();
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
