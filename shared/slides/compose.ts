/** From a slide and its template to its scene; and what is wrong with a slide. Pure. */
import { encode } from 'uqr';
import { LANGUAGES } from '../constants.ts';
import { MAX_SLIDE_IMAGES, type BilingualText, type SlideContent } from '../contract/content/slide.ts';
import { contrast, MIN_CONTRAST, readableOn } from './contrast.ts';
import type { Box, Scene } from './scene.ts';
import { TEMPLATES } from './templates/index.ts';
import type { ColourSlot, Template, TemplateBox, TemplateType } from './templates/template.ts';

const OPAQUE = 1;
const REGULAR = 500;
const QUIET = 4;
const NO_TEXT = { en: '', zh: '' };

const isEmpty = (text: BilingualText) => LANGUAGES.every(language => text[language] === '');
/** A price, or what stands behind two spaces. */
const END =
  /^(?<words>.*\S)(?:\s{2,}(?<apart>\S.*)|\s(?<price>(?:(?:\p{Sc}|[A-Z]{3})\s?)?\d+[.,]\d\d(?:\s?(?:\p{Sc}|[A-Z]{3}))?))$/u;
/** The words of a line and what stands at its end, in each language. */
function splitAtEnd(text: BilingualText): { words: BilingualText; end: BilingualText } {
  const [words, end] = [{ ...text }, { ...NO_TEXT }];
  for (const language of LANGUAGES) {
    const found = END.exec(text[language])?.groups;
    if (!found) continue;
    words[language] = found['words'] ?? '';
    end[language] = found['apart'] ?? found['price'] ?? '';
  }
  return { words, end };
}

export interface ComposedSlide {
  scene: Scene;
  /** Ids of the pictures, in the order in which the scene counts them. */
  images: string[];
}
/** Optional fields that are empty leave their place free. */
export const composeSlide = (slide: SlideContent): ComposedSlide =>
  composeLayout(TEMPLATES[slide.template], slide);

export type LayoutContent = Pick<SlideContent, 'texts' | 'images' | 'colours' | 'link' | 'until'>;
/** The scene of any layout, filled with what stands in it. */
export function composeLayout(
  template: Pick<Template, 'landscape' | 'portrait' | 'strip'>,
  slide: LayoutContent,
): ComposedSlide {
  const images = [...new Set(Object.values(slide.images).filter(id => id !== null))];
  const colourOf = (slot: ColourSlot) =>
    slot === 'over' ? readableOn(slide.colours.accent) : slide.colours[slot];
  const type = ({ size, weight, align, valign, colour }: TemplateType) => ({
    ...({ size, weight: weight ?? REGULAR, align: align ?? 'left', valign: valign ?? 'top' } as const),
    colour: colourOf(colour ?? 'ink'),
  });
  const rows = slide.link === '' ? null : codeOf(slide.link);

  function draw(one: TemplateBox): Box[] {
    const { at } = one;
    switch (one.as) {
      case 'shape':
        if (one.withLink && rows === null) return [];
        return [{ as: 'shape', at, colour: colourOf(one.colour), opacity: one.opacity ?? OPAQUE }];
      case 'image': {
        const id = slide.images[one.field] ?? null;
        return id === null ? [] : [{ as: 'image', at, image: images.indexOf(id), fit: one.fit }];
      }
      case 'text':
      case 'ticker': {
        const text = slide.texts[one.field] ?? NO_TEXT;
        if (isEmpty(text)) return [];
        const whole = { as: one.as, at, field: one.field, text, ...type(one) };
        const { words, end } = splitAtEnd(text);
        if (one.endWidth === undefined || isEmpty(end)) return [whole];
        const [x, y, w, h] = at;
        const wordsWidth = w - one.endWidth;
        return [
          { ...whole, text: words, at: [x, y, wordsWidth, h] },
          { ...whole, text: end, at: [x + wordsWidth, y, one.endWidth, h], align: 'right' },
        ];
      }
      case 'qr':
        return rows === null ? [] : [{ as: 'qr', at, rows }];
      case 'countdown':
        return slide.until === null ? [] : [{ as: 'countdown', at, until: slide.until, ...type(one) }];
      case 'clock':
      case 'date':
      case 'temperature':
        return [{ as: one.as, at, ...type(one) }];
      case 'sky':
        return [{ as: 'sky', at, colour: colourOf(one.colour) }];
    }
  }
  const scene: Scene = {
    background: slide.colours.background,
    landscape: template.landscape.flatMap(draw),
    portrait: template.portrait.flatMap(draw),
    ...(template.strip ? { strip: template.strip.flatMap(draw) } : {}),
  };
  return { scene, images };
}

function codeOf(link: string): string[] {
  const { data } = encode(link, { border: QUIET, ecc: 'M' });
  return data.map(row => row.map(isDark => (isDark ? '1' : '0')).join(''));
}

export type SlideProblem =
  | { field: string; is: 'required' | 'unknown' | 'too_many' | 'unreadable' }
  | { field: string; is: 'too_long'; max: number };

/** What a slide lacks by its template: nothing that has one becomes a file. */
export function problemsOf(slide: SlideContent): SlideProblem[] {
  const { fields, link, hasMoment } = TEMPLATES[slide.template];
  const problems: SlideProblem[] = [];
  for (const kind of ['texts', 'images'] as const)
    for (const name of Object.keys(slide[kind]))
      if (`${fields[name]?.as}s` !== kind) problems.push({ field: `${kind}.${name}`, is: 'unknown' });
  for (const [name, field] of Object.entries(fields)) {
    const at = `${field.as}s.${name}`;
    const text = slide.texts[name] ?? NO_TEXT;
    const isEmpty = field.as === 'image' ? (slide.images[name] ?? null) === null : text.en + text.zh === '';
    if (isEmpty && field.isRequired) problems.push({ field: at, is: 'required' });
    if (field.as === 'text' && LANGUAGES.some(language => [...text[language]].length > field.max))
      problems.push({ field: at, is: 'too_long', max: field.max });
  }
  if (Object.keys(slide.images).length > MAX_SLIDE_IMAGES) problems.push({ field: 'images', is: 'too_many' });
  if (link === undefined && slide.link !== '') problems.push({ field: 'link', is: 'unknown' });
  if (link === 'required' && slide.link === '') problems.push({ field: 'link', is: 'required' });
  if (hasMoment && slide.until === null) problems.push({ field: 'until', is: 'required' });
  const { background, ink } = slide.colours;
  if (contrast(background, ink) < MIN_CONTRAST) problems.push({ field: 'colours.ink', is: 'unreadable' });
  return problems;
}

/** As schemas say it, so that one table has the words for both. */
export function problemText(problem: SlideProblem): string {
  switch (problem.is) {
    case 'required':
      return 'Required';
    case 'unknown':
      return 'Unknown field';
    case 'too_many':
      return `Must be at most ${MAX_SLIDE_IMAGES}`;
    case 'too_long':
      return `String must contain at most ${problem.max} character(s)`;
    case 'unreadable':
      return 'Cannot be read on its background';
  }
}

/** One to begin with. */
export const emptySlide = (template: SlideContent['template']): SlideContent => ({
  template,
  texts: Object.fromEntries(
    Object.entries(TEMPLATES[template].fields).flatMap(([name, { as }]) =>
      as === 'text' ? [[name, { ...NO_TEXT }]] : [],
    ),
  ),
  images: Object.fromEntries(
    Object.entries(TEMPLATES[template].fields).flatMap(([name, { as }]) =>
      as === 'image' ? [[name, null]] : [],
    ),
  ),
  colours: { ...TEMPLATES[template].colours },
  link: '',
  until: null,
});
