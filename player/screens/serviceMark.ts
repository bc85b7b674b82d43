/** A code in the corner that says to who services the screen what is wrong with it; the picture goes on. */
import '../fonts/fonts.ts';
import './screens.css';
import { el, rows } from './dom.ts';
import { loadBothLanguages } from './texts.ts';

export async function markService(code: string): Promise<void> {
  const mark = el('div', 'corner');
  mark.dataset['service'] = code;
  mark.append(...rows(await loadBothLanguages(), 'safe.code', { code }));
  document.getElementById('over')?.append(mark);
}
