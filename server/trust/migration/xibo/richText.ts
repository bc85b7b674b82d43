/** The words of a text widget, and the slide they become. Pure. */
import { decodeXML } from 'entities';
import type { SlideContent } from '../../../../shared/contract/content/slide.ts';
import { emptySlide } from '../../../../shared/slides/compose.ts';
import { contrast, MIN_CONTRAST, readableOn } from '../../../../shared/slides/contrast.ts';
import { TEMPLATES } from '../../../../shared/slides/templates/index.ts';
import { cutText, plainText } from '../../../content/feeds/text.ts';
import { REMARKS, type Remark } from './texts.ts';

/** What ends a line on a page. */
const BREAKS = /<\s*(?:br|\/p|\/div|\/li|\/h[1-6]|\/tr)\b[^>]*>/gi;
/** `[Clock|HH:mm]`: the player of Xibo puts something in its place. */
const PLACEHOLDERS = /\[[A-Za-z_#]+(?:\|[^\]]*)?\]/g;

export interface Words {
  lines: string[];
  hadPlaceholders: boolean;
}
export function wordsOf(markup: string): Words {
  const whole = decodeXML(markup)
    .split(BREAKS)
    .map(part => plainText(part))
    .filter(Boolean);
  const lines = whole
    .map(line => line.replace(PLACEHOLDERS, ' ').replace(/\s+/g, ' ').trim())
    .filter(Boolean);
  return { lines, hadPlaceholders: lines.join('\n') !== whole.join('\n') };
}

const HEX3 = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/;
/** `#rrggbb`, or null for what is no colour. */
export function colourOf(written: string): string | null {
  const text = written.trim().toLowerCase();
  if (/^#[0-9a-f]{6}$/.test(text)) return text;
  const short = HEX3.exec(text);
  if (short)
    return `#${short
      .slice(1)
      .flatMap(one => [one, one])
      .join('')}`;
  const rgb = /^rgb\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*\)$/.exec(text);
  if (!rgb) return null;
  return `#${rgb
    .slice(1)
    .map(one => Math.min(255, Number(one)).toString(16).padStart(2, '0'))
    .join('')}`;
}
const INK = /(?:^|[\s;"'])color\s*[:=]\s*["']?\s*(#[0-9a-f]{3,6}\b|rgb\([^)]*\))/i;

function coloursOf(ground: string, markup: string): SlideContent['colours'] {
  const background = colourOf(ground) ?? '#000000';
  const written = colourOf(INK.exec(decodeXML(markup))?.[1] ?? '');
  const ink = written && contrast(background, written) >= MIN_CONTRAST ? written : readableOn(background);
  return { background, ink, accent: ink };
}

const HAN = /\p{Script=Han}/u;
export const inItsLanguage = (text: string) => (HAN.test(text) ? { en: '', zh: text } : { en: text, zh: '' });

const most = (template: SlideContent['template'], name: string): number => {
  const field = TEMPLATES[template].fields[name];
  return field?.as === 'text' ? field.max : 0;
};
const LIST_LINES = 5;

interface MadeSlide {
  slide: SlideContent;
  remarks: Remark[];
}
/** A heading and its lines as a list, where each is short; a line that runs in a ticker; else a headline and a text. */
export function textSlide(
  { lines, markup, ground }: { lines: readonly string[]; markup: string; ground: string },
  isTicker: boolean,
): MadeSlide {
  const whole = lines.join(' ');
  const [first = '', ...rest] = lines;
  const colours = coloursOf(ground, markup);
  const filled = (template: SlideContent['template'], texts: Record<string, string>): MadeSlide => {
    const empty = emptySlide(template);
    const short = Object.entries(texts).map(([name, text]): [name: string, text: string] => [
      name,
      cutText(text, most(template, name)),
    ]);
    const isCut = short.some(([name, text]) => text !== texts[name]);
    return {
      slide: {
        ...{ ...empty, colours },
        texts: {
          ...empty.texts,
          ...Object.fromEntries(short.map(([name, text]) => [name, inItsLanguage(text)])),
        },
      },
      remarks: isCut ? [REMARKS.shortened] : [],
    };
  };
  if (isTicker) {
    const made = filled('ticker', { news: whole });
    const heading = inItsLanguage(cutText(whole, most('ticker', 'headline')));
    return { ...made, slide: { ...made.slide, texts: { ...made.slide.texts, headline: heading } } };
  }
  const isList =
    rest.length >= 2 &&
    rest.length <= LIST_LINES &&
    first.length <= most('list', 'headline') &&
    rest.every(line => line.length <= most('list', 'line1'));
  if (isList)
    return filled('list', {
      headline: first,
      ...Object.fromEntries(rest.map((line, n) => [`line${n + 1}`, line])),
    });
  if (first.length <= most('headline', 'headline'))
    return filled('headline', { headline: first, body: rest.join(' ') });
  const head = cutAtWord(whole, most('headline', 'headline'));
  return filled('headline', { headline: head, body: whole.slice(head.length).trim() });
}
function cutAtWord(text: string, length: number): string {
  const cut = text.slice(0, length).replace(/[\ud800-\udbff]$/, '');
  const word = cut.replace(/\s+\S*$/, '');
  return word.length > length / 2 ? word : cut;
}

/** A page that screens do not show: its name, and a code that leads to it. */
export function pageSlide(link: string, name: string): SlideContent {
  const empty = emptySlide('scan');
  const heading = cutText(name || new URL(link).hostname, most('scan', 'headline'));
  return { ...empty, link, texts: { ...empty.texts, headline: inItsLanguage(heading) } };
}
