/** What a rider can always reach: sound off in one touch, and one touch on anything brings the rest. */
import '../fonts/fonts.ts';
import './bar.css';
import type { Language } from '../../shared/constants.ts';
import { onFault } from '../app/faults.ts';
import type { DriverPlayer } from '../panels/driver.ts';
import { el, put } from '../screens/dom.ts';
import { ownLanguage } from '../screens/language.ts';
import { loadTexts, type Translate } from '../screens/texts.ts';
import { DIMS, type RiderAction } from './controls.ts';
import type { Cabin } from './cabin.ts';
import { draw, iconOf, type Icon } from './icons.ts';

const SHOWN_MS = 8_000;
const WHOLE = 100;
const percent = (language: Language, value: number) =>
  new Intl.NumberFormat(language, { style: 'percent' }).format(value / WHOLE);
const otherThan = (language: Language): Language => (language === 'en' ? 'zh' : 'en');

export function showBar(player: DriverPlayer, cabin: Cabin): void {
  const { rides } = cabin;
  const bar = el('div', 'rider');
  bar.setAttribute('role', 'group');
  let cancel = () => {};
  const language = () => rides.state().wishes.language ?? ownLanguage();

  function control(icon: Icon | null, act: () => void) {
    const made = Object.assign(el('button', '', ...(icon ? [iconOf(icon)] : []), el('span', '')), {
      type: 'button',
    });
    made.addEventListener('click', act);
    bar.append(made);
    return made;
  }
  const pressAction = (action: RiderAction) => () => rides.press(action);
  const open = (panel: () => Promise<unknown>) => () => void panel().catch(onFault);
  const mute = control('sound', pressAction({ press: 'mute' }));
  const softer = control('softer', pressAction({ press: 'softer' }));
  /** How loud it is, once somebody has asked. */
  const level = el('output', 'level');
  bar.append(level);
  const louder = control('louder', pressAction({ press: 'louder' }));
  const light = control('light', pressAction({ press: 'dim' }));
  const skip = control('skip', () => player.running()?.run.tell({ on: 'skip' }));
  const other = control(null, () => rides.press({ press: 'language', language: otherThan(language()) }));
  const why = control(
    'why',
    open(async () => (await import('../panels/why.ts')).openWhy(player, cabin, await loadBarTexts())),
  );
  const driver = control(
    'driver',
    open(async () => (await import('../panels/driver.ts')).openDriver(player, cabin)),
  );

  const loadBarTexts = () => loadTexts(language(), ['rider']);
  function updateTexts() {
    const asked = language();
    loadBarTexts().then(say => asked === language() && applyTexts(say), onFault);
  }
  const name = (button: HTMLElement, text: string) => {
    button.setAttribute('aria-label', text);
    const word = button.lastElementChild;
    if (word) word.textContent = text;
  };
  function applyTexts(say: Translate) {
    const { muted, dim } = rides.state().wishes;
    const after = DIMS[(DIMS.indexOf(dim) + 1) % DIMS.length] ?? 'bright';
    bar.setAttribute('aria-label', say('rider.bar'));
    bar.lang = language();
    name(mute, say(muted ? 'rider.unmute' : 'rider.mute'));
    name(softer, say('rider.softer'));
    name(louder, say('rider.louder'));
    name(light, say(`rider.${after}`));
    name(skip, say('rider.skip'));
    name(other, say('rider.other'));
    name(why, say('rider.why'));
    name(driver, say('rider.driver'));
  }
  function dimBar() {
    bar.dataset['rest'] = '';
    level.hidden = true;
  }
  function wakeBar(event: Event) {
    cancel();
    cancel = player.clock.after(SHOWN_MS, dimBar);
    delete bar.dataset['rest'];
    if (!(event.target instanceof Element && event.target.closest('dialog'))) rides.sign({ on: 'touch' });
  }
  rides.watch(({ wishes }) => {
    const { muted, volume } = wishes;
    level.hidden = volume === null && !muted;
    put(level, percent(language(), rides.volume()));
    mute.setAttribute('aria-pressed', String(muted));
    draw(mute.firstElementChild!, muted ? 'muted' : 'sound');
    updateTexts();
  });
  dimBar();
  for (const type of ['pointerdown', 'keydown']) addEventListener(type, wakeBar);
  document.body.append(el('div', 'layer', bar));
}
