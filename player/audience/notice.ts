/** What passengers are told while people are counted: in both languages, in a corner, as long as it goes on. */
import '../fonts/fonts.ts';
import '../screens/screens.css';
import { el } from '../screens/dom.ts';

let element: HTMLElement | null = null;

/** Returns whether it is on the screen; null: nobody is counted. */
export function showNotice(notice: { en: string; zh: string } | null): boolean {
  const over = document.getElementById('over');
  element?.remove();
  element = null;
  if (!notice || !over) return false;
  const rows = (['en', 'zh'] as const).map(language => {
    const row = el('div', 'row', notice[language]);
    row.lang = language;
    return row;
  });
  element = el('div', 'counted', ...rows);
  over.append(element);
  return true;
}
