/** The screen of a player that cannot start: what went wrong, and what a hand may do. A kiosk begins anew by itself. */
import './screens.css';
import type { Clock } from '../../shared/clock.ts';
import { button, el, rows } from './dom.ts';
import { ownLanguage } from './language.ts';
import { loadBothLanguages, loadTexts, type Bilingual, type Translate } from './texts.ts';

const RELOAD_AFTER_MS = 30_000;
const SECOND_MS = 1_000;
/** Whoever succeeds in starting removes it. */
const ID = 'fatal';

export interface FatalPorts {
  error: unknown;
  /** Nobody may leave it: it has no buttons, and begins anew after half a minute. */
  isKiosk: boolean;
  clock: Clock;
  reload: () => void;
}

/** Stands until the page begins anew or it is removed. A second call leaves the first as it is. */
export async function showFatal({ error, isKiosk, clock, reload }: FatalPorts): Promise<void> {
  if (document.getElementById(ID)) return;
  const screen = Object.assign(el('section', 'notice fatal'), { id: ID });
  screen.setAttribute('role', 'alert');
  document.getElementById('over')?.append(screen);
  /** Not held up by its own words, which may be what cannot be loaded. */
  if (isKiosk)
    clock.after(RELOAD_AFTER_MS, () => {
      if (screen.isConnected) reload();
    });
  void import('../fonts/fonts.ts');
  const both = await loadBothLanguages();
  screen.append(
    el('div', 'title', ...rows(both, 'fatal.title')),
    el('div', 'text', ...next(both, isKiosk)),
    el('div', 'note', error instanceof Error ? error.message : String(error)),
  );
  if (!isKiosk) screen.append(actions(await loadTexts(ownLanguage()), reload));
}

const next = (both: Bilingual, isKiosk: boolean) =>
  isKiosk
    ? rows(both, 'fatal.reloads', { seconds: RELOAD_AFTER_MS / SECOND_MS })
    : rows(both, 'fatal.retries');

function actions(say: Translate, reload: () => void): HTMLElement {
  const dashboard = Object.assign(el('a', 'button', say('fatal.dashboard')), { href: '/admin' });
  return el('div', 'actions', button(say('fatal.reload'), reload), dashboard);
}
