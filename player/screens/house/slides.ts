/** The house loop: the time, and places to go. Drawn here, so it needs no file and no network. */
import type { Clock } from '../../../shared/clock.ts';
import { LOCALES } from '../../../shared/i18n/language.ts';
import { el, put, rows } from '../dom.ts';
import type { Bilingual, Key } from '../texts.ts';

const SLIDE_MS = 10_000;
const PLACES = [
  'house.place1',
  'house.place2',
  'house.place3',
  'house.place4',
  'house.place5',
  'house.place6',
] as const satisfies readonly Key[];
const SPLASH = 'splash';
type Order = readonly (Key | typeof SPLASH | null)[];
/** null: the clock. It comes back after every second place. */
const ORDER: Order = [null, PLACES[0], PLACES[1], null, PLACES[2], PLACES[3], null, PLACES[4], PLACES[5]];
/** Of a tenant that has its own picture. */
const OWN_ORDER: Order = [SPLASH, null];

export function slides(both: Bilingual, clock: Clock) {
  const time = el('div', 'clock');
  const hour = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const dates = both.map(({ language }) => ({
    row: Object.assign(el('div', 'row'), { lang: language }),
    format: new Intl.DateTimeFormat(LOCALES[language], { weekday: 'long', day: 'numeric', month: 'long' }),
  }));
  const clockSlide = el('div', 'slide', el('div', 'date', ...dates.map(date => date.row)), time);
  const placeSlides = new Map(
    PLACES.map(key => [
      key,
      el(
        'div',
        'slide',
        el('div', 'date', ...rows(both, 'house.next')),
        el('div', 'place', ...rows(both, key)),
      ),
    ]),
  );
  const splash = Object.assign(el('img', 'splash'), { alt: '' });
  const element = el('div', 'slides', splash, clockSlide, ...placeSlides.values());
  let order = ORDER;

  return {
    element,
    setSplash(picture: string | null) {
      splash.src = picture ?? '';
      order = picture === null ? ORDER : OWN_ORDER;
    },
    draw() {
      const now = clock.now();
      put(time, hour.format(now));
      for (const { row, format } of dates) put(row, format.format(now));
      const key = order[Math.floor(clock.mono() / SLIDE_MS) % order.length] ?? null;
      splash.hidden = key !== SPLASH;
      clockSlide.hidden = key !== null;
      for (const [place, slide] of placeSlides) slide.hidden = place !== key;
    },
  };
}
