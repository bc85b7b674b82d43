/** Draws a scene into an element: the same on a screen and in the console's preview. Text is text, never markup. */
import type { Language } from '../constants.ts';
import { numberFormat } from '../i18n/intl.ts';
import { LOCALES } from '../i18n/language.ts';
import { NOTHING_KNOWN, type LiveFacts } from './facts.ts';
import { boxesFor, type Box, type Scene, type Type } from './scene.ts';
import { drawSky } from './sky.ts';

interface DrawOptions {
  language: Language;
  /** Of the clock and the date; the machine's own where none is named. */
  tz?: string | undefined;
  /** Addresses of its pictures, in their order. */
  images: readonly string[];
  facts?: LiveFacts;
}
export interface DrawnSlide {
  /** Its pictures are decoded. */
  ready: Promise<unknown>;
  /** It has a clock or a countdown, which `tick` sets. */
  isLive: boolean;
  tick(now: number): void;
  /** Names of the fields whose text does not fit in the smallest size either. */
  overflowing(): string[];
}

/** Shares of the wanted size that are tried, largest first. */
const SIZES = [1, 0.88, 0.76, 0.66, 0.58];
const PER_MILLE = 10;
const FLEX = { top: 'start', left: 'start', middle: 'center', center: 'center', bottom: 'end', right: 'end' };
/** One sign of a ticker passes in this time. */
const TICKER_MS_PER_CHAR = 220;
const [MINUTE_S, HOUR_S, DAY_S] = [60, 3_600, 86_400];

const box = (root: HTMLElement, { at: [x, y, w, h] }: Box, tag = 'div') => {
  const element = root.ownerDocument.createElement(tag);
  Object.assign(element.style, {
    position: 'absolute',
    left: `${x / PER_MILLE}%`,
    top: `${y / PER_MILLE}%`,
    width: `${w / PER_MILLE}%`,
    height: `${h / PER_MILLE}%`,
  });
  return root.appendChild(element);
};

export function drawScene(root: HTMLElement, scene: Scene, options: DrawOptions): DrawnSlide {
  const { clientWidth: w, clientHeight: h } = root;
  const unit = Math.min(w, h) / 1_000;
  const { language, tz, images, facts = NOTHING_KNOWN } = options;
  const languageOf = (inOther?: boolean) => (inOther ? otherThan(language) : language);
  const decoded: Promise<unknown>[] = [];
  /** `field`: what somebody typed; null: what the screen says by itself. */
  const written: { element: HTMLElement; field: string | null; size: number }[] = [];
  const ticks: ((now: number) => void)[] = [];
  root.replaceChildren();
  root.lang = language;
  root.style.background = scene.background;

  function type(element: HTMLElement, { size, weight, align, valign, colour }: Type) {
    Object.assign(element.style, {
      display: 'flex',
      overflow: 'hidden',
      justifyContent: FLEX[align],
      alignItems: FLEX[valign],
      textAlign: align,
      color: colour,
      fontSize: `${size * unit}px`,
      fontWeight: String(weight),
      lineHeight: '1.15',
    });
    return element.appendChild(root.ownerDocument.createElement('div'));
  }
  function live(element: HTMLElement, one: Type, textAt: (now: number) => string) {
    const line = type(element, one);
    line.style.fontVariantNumeric = 'tabular-nums';
    line.style.setProperty('text-wrap', 'balance');
    written.push({ element, field: null, size: one.size });
    ticks.push(now => {
      const text = textAt(now);
      const isLonger = text.length !== line.textContent.length;
      if (line.textContent !== text) line.textContent = text;
      if (isLonger) fitAll();
    });
    return line;
  }
  function draw(one: Box) {
    switch (one.as) {
      case 'shape':
        return Object.assign(box(root, one).style, { background: one.colour, opacity: String(one.opacity) });
      case 'image': {
        const image = box(root, one, 'img') as HTMLImageElement;
        image.style.objectFit = one.fit;
        image.alt = '';
        image.src = images[one.image] ?? '';
        return decoded.push(image.decode());
      }
      case 'qr':
        return drawCode(box(root, one, 'canvas') as HTMLCanvasElement, one.rows);
      case 'text': {
        const element = box(root, one);
        const words = type(element, one);
        words.style.overflowWrap = 'anywhere';
        words.style.whiteSpace = 'pre-wrap';
        words.style.maxWidth = '100%';
        words.style.setProperty('text-wrap', 'balance');
        words.textContent = inLanguage(one.text, language);
        return written.push({ element, field: one.field, size: one.size });
      }
      case 'ticker':
        return run(type(box(root, one), { ...one, align: 'left' }), inLanguage(one.text, language));
      case 'clock': {
        const format = new Intl.DateTimeFormat('en', { ...HOURS, timeZone: tz });
        return live(box(root, one), one, now => format.format(now));
      }
      case 'date': {
        const spoken = languageOf(one.inOther);
        const format = new Intl.DateTimeFormat(LOCALES[spoken], { ...DAYS, timeZone: tz });
        return live(Object.assign(box(root, one), { lang: spoken }), one, now => format.format(now));
      }
      case 'sky': {
        const picture = drawSky(box(root, one), one.colour);
        return ticks.push(() => picture.set(facts.weather()?.sky ?? null));
      }
      case 'temperature':
        return live(box(root, one), one, () => degrees(facts.weather()?.temperature_c));
      case 'wind': {
        const format = new Intl.NumberFormat(language, WIND);
        return live(box(root, one), one, () => textOf(facts.weather()?.wind_kmh, kmh => format.format(kmh)));
      }
      case 'weather': {
        const spoken = languageOf(one.inOther);
        const element = Object.assign(box(root, one), { lang: spoken });
        return live(element, one, () => textOf(facts.weather()?.sky, sky => one.words[sky][spoken]));
      }
      case 'destination': {
        const words = live(box(root, one), one, () => facts.destination() ?? '');
        return Object.assign(words.style, { overflowWrap: 'anywhere', maxWidth: '100%' });
      }
      case 'countdown':
        return live(box(root, one), one, now => timeLeft(Date.parse(one.until) - now, language));
    }
  }
  for (const one of boxesFor(scene, w, h)) draw(one);
  function fitAll() {
    for (const { element, size } of written)
      for (const share of SIZES) {
        element.style.fontSize = `${size * unit * share}px`;
        if (fits(element)) break;
      }
  }
  fitAll();
  /** A type that comes later has letters of another width. */
  void root.ownerDocument.fonts?.ready.then(fitAll);
  return {
    ready: Promise.all(decoded),
    isLive: ticks.length > 0,
    tick: now => ticks.forEach(tick => tick(now)),
    overflowing: () =>
      written.flatMap(({ element, field }) => (field !== null && !fits(element) ? [field] : [])),
  };
}

const HOURS = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const DAYS = { weekday: 'long', day: 'numeric', month: 'long' } as const;
const WIND = { style: 'unit', unit: 'kilometer-per-hour', maximumFractionDigits: 0 } as const;

const textOf = <T>(value: T | undefined, write: (value: T) => string) =>
  value === undefined ? '' : write(value);
/** Whole degrees, and no minus before a nought. */
const degrees = (celsius: number | undefined) =>
  textOf(celsius, value => `${(Math.round(value) || 0).toString().replace('-', '−')} °C`);
const otherThan = (language: Language): Language => (language === 'en' ? 'zh' : 'en');

/** Where a text has no words in a language, its readers see the other. */
export const inLanguage = (text: Record<Language, string>, language: Language) =>
  text[language] || text[otherThan(language)];

const fits = (element: HTMLElement) =>
  element.scrollHeight <= element.clientHeight + 1 && element.scrollWidth <= element.clientWidth + 1;

/** Dark on light with a quiet zone, whatever the colours of the slide: a code must be read. */
function drawCode(canvas: HTMLCanvasElement, rows: readonly string[]) {
  canvas.width = canvas.height = rows.length;
  Object.assign(canvas.style, { imageRendering: 'pixelated', objectFit: 'contain' });
  const pen = canvas.getContext('2d');
  if (!pen) return;
  pen.fillStyle = '#ffffff';
  pen.fillRect(0, 0, rows.length, rows.length);
  pen.fillStyle = '#16191d';
  for (const [y, row] of rows.entries())
    for (const [x, sign] of [...row].entries()) if (sign === '1') pen.fillRect(x, y, 1, 1);
}

/** Twice the text, moved by one of them: it runs without an end. */
function run(line: HTMLElement, text: string) {
  line.style.whiteSpace = 'pre';
  line.textContent = `${text}     •     `.repeat(2);
  if (line.ownerDocument.defaultView?.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const timing = { duration: TICKER_MS_PER_CHAR * (text.length + 11), iterations: Infinity };
  line.animate([{ transform: 'none' }, { transform: 'translateX(-50%)' }], timing);
}

/** `3 days 04:05:06`; at its end and after it all noughts. */
export function timeLeft(ms: number, language: Language): string {
  const left = Math.max(0, Math.ceil(ms / 1_000));
  const days = Math.floor(left / DAY_S);
  const parts = [
    Math.floor((left % DAY_S) / HOUR_S),
    Math.floor((left % HOUR_S) / MINUTE_S),
    left % MINUTE_S,
  ];
  const clock = parts.map(part => String(part).padStart(2, '0')).join(':');
  if (days === 0) return clock;
  const unit = { style: 'unit', unit: 'day', unitDisplay: 'long' } as const;
  return `${numberFormat(language, unit).format(days)} ${clock}`;
}
