/** A small mark with a word while the link is not as it should be; the picture goes on. */
import '../fonts/fonts.ts';
import './screens.css';
import { isLinkDegraded, type Status, type StatusStore } from '../app/status.ts';
import { el, rows } from './dom.ts';
import { loadBothLanguages } from './texts.ts';

let mark: HTMLElement | null = null;

/** Shown from now until the link is well; to be asked for again the next time. */
export async function markLink(status: StatusStore): Promise<void> {
  if (!mark) {
    const both = await loadBothLanguages();
    const made = (mark = el('div', 'corner'));
    let shownLink: Status['link'] = 'unknown';
    document.getElementById('over')?.append(made);
    status.watch(({ link }) => {
      if (!isLinkDegraded(link)) return void (made.hidden = true);
      if (link === shownLink) return;
      shownLink = link;
      made.replaceChildren(...rows(both, `link.${link}`));
    });
  }
  mark.hidden = !isLinkDegraded(status.get().link);
}
