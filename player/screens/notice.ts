/** A screen of words alone: what keeps this page from playing, and what to do. */
import './screens.css';
import { el, rows } from './dom.ts';
import { loadBothLanguages, type Key } from './texts.ts';

const LINES = {
  second: ['second.title', 'second.next'],
  insecure: ['insecure.title', 'insecure.missing', 'insecure.mend'],
} as const satisfies Record<string, readonly Key[]>;

export async function showNotice(kind: keyof typeof LINES): Promise<void> {
  void import('../fonts/fonts.ts');
  const both = await loadBothLanguages();
  const params = { address: location.origin };
  const blocks = LINES[kind].map((key, i) =>
    el('div', i === 0 ? 'title' : 'text', ...rows(both, key, params)),
  );
  document.getElementById('ground')?.replaceChildren(el('section', 'notice', ...blocks));
}
