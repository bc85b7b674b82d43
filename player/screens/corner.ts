/** A small mark while the server cannot be reached; the picture goes on. */
import './screens.css';
import type { StatusStore } from '../status.ts';
import { el, rows } from './dom.ts';
import { speakBoth } from './texts.ts';

let mark: HTMLElement | null = null;

/** Shown from now until the server answers; to be asked for again at the next outage. */
export async function markOffline(status: StatusStore): Promise<void> {
  if (!mark) {
    mark = el('div', 'corner', ...rows(await speakBoth(), 'link.offline'));
    document.getElementById('over')?.append(mark);
    status.watch(({ link }) => {
      if (mark && link !== 'offline') mark.hidden = true;
    });
  }
  mark.hidden = status.get().link !== 'offline';
}
