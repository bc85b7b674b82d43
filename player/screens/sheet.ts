/** What a hand on the screen may see: a button for three seconds, and behind it the state of this screen. */
import './screens.css';
import type { Player } from '../player.ts';
import type { Status } from '../status.ts';
import { APP_VERSION } from '../version.ts';
import { consentLine } from './consent.ts';
import { el } from './dom.ts';
import { isKiosk, signInLink } from './signIn.ts';
import { ownLanguage, speak, type Say } from './texts.ts';

const SHOWN_MS = 3_000;

export async function attendHand(player: Player): Promise<void> {
  const say = await speak(ownLanguage());
  const over = document.getElementById('over');
  const button = el('button', 'knob');
  const sheet = el('dialog', 'sheet');
  button.type = 'button';
  button.setAttribute('aria-label', say('sheet.open'));
  over?.append(button, sheet);
  let hide = () => {};
  const appear = () => {
    hide();
    button.hidden = false;
    hide = player.clock.after(SHOWN_MS, () => (button.hidden = true));
  };
  for (const name of ['pointerdown', 'pointermove', 'keydown']) addEventListener(name, appear);
  button.addEventListener('click', () => {
    void import('./fonts.ts');
    sheet.showModal();
    draw();
  });
  // A kiosk's passengers are not asked: it is not theirs to answer.
  const asks = isKiosk(localStorage) ? [] : [consentLine(say)];
  const draw = () => {
    if (sheet.open)
      sheet.replaceChildren(...content({ say, asks }, player.status.get(), () => sheet.close()));
  };
  player.status.watch(draw);
  appear();
}

interface Drawn {
  say: Say;
  /** What asks something, kept from one drawing to the next. */
  asks: readonly HTMLElement[];
}
function content({ say, asks }: Drawn, status: Status, close: () => void): HTMLElement[] {
  const { library, plays, skipped } = status;
  const given = library.givenUp > 0 ? `, ${say('sheet.givenUp', { count: library.givenUp })}` : '';
  const facts: [string, string][] = [
    [say('sheet.connection'), say(`link.${status.link}`)],
    [say('sheet.name'), status.isPaired ? status.name : say('sheet.notPaired')],
    [say('sheet.library'), say('sheet.libraryState', { ready: library.ready, total: library.total }) + given],
    [say('sheet.waiting'), String(plays.waiting)],
    [say('sheet.parked'), String(plays.parked)],
    [say('sheet.version'), APP_VERSION],
  ];
  const list = el(
    'dl',
    'facts',
    ...facts.flatMap(([term, fact]) => [el('dt', '', term), el('dd', '', fact)]),
  );
  const items = skipped.map(skip => el('li', '', `${skip.name} | ${skip.reason}`));
  const doors = isKiosk(localStorage) ? [] : [signInLink(say, 'link')];
  const closer = Object.assign(el('button', 'button', say('sheet.close')), { type: 'button' });
  closer.addEventListener('click', close);
  return [
    el('h1', '', say('sheet.title')),
    list,
    el('h2', '', say('sheet.skipped')),
    items.length > 0 ? el('ul', '', ...items) : el('p', '', say('sheet.none')),
    ...asks,
    el('div', 'buttons', ...doors, closer),
  ];
}
