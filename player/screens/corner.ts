/** A small mark while the server cannot be reached; the picture goes on. */
import './screens.css';
import type { Player } from '../player.ts';
import { el } from './dom.ts';
import { speakBoth } from './texts.ts';

let built = false;

export async function showCorner({ status }: Player): Promise<void> {
  if (built) return;
  built = true;
  const both = await speakBoth();
  const lines = both.map(({ language, say }) =>
    Object.assign(el('span', 'row', say('link.offline')), { lang: language }),
  );
  const mark = el('div', 'corner', ...lines);
  document.getElementById('over')?.append(mark);
  status.watch(({ link }) => (mark.hidden = link !== 'offline'));
}
