/** A small mark while the server cannot be reached; the picture goes on. */
import './screens.css';
import { el, rows } from './dom.ts';
import { speakBoth } from './texts.ts';

let mark: HTMLElement | null = null;

export async function markOffline(isOffline: boolean): Promise<void> {
  if (!mark && isOffline) {
    mark = el('div', 'corner', ...rows(await speakBoth(), 'link.offline'));
    document.getElementById('over')?.append(mark);
  }
  if (mark) mark.hidden = !isOffline;
}
