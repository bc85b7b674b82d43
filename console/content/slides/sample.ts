/** A slide of each template with words that show what it is for. */
import type { TFunction } from 'i18next';
import {
  SLIDE_TEMPLATES,
  type SlideContent,
  type SlideTemplate,
} from '../../../shared/contract/content/slide.ts';
import { dateOf } from '../../../shared/clock.ts';
import { emptySlide } from '../../../shared/slides/compose.ts';

export const SAMPLE_PICTURE = '/slides/harbour.svg';
const SAMPLE_LINK = 'https://example.com/';
/** It is always as long until then as on the day of the picture. */
const SAMPLE_LEFT_MS = 3 * 86_400_000 + 4 * 3_600_000;

/** @param t texts of `slides`, in the language the words shall have. */
export function sampleSlide(template: SlideTemplate, t: TFunction<'slides'>, now: number): SlideContent {
  const slide = emptySlide(template);
  const words = t(`samples.${template}`, { returnObjects: true }) as Record<string, string>;
  return {
    ...slide,
    texts: Object.fromEntries(
      Object.keys(slide.texts).map(field => [field, { en: words[field] ?? '', zh: words[field] ?? '' }]),
    ),
    images: Object.fromEntries(Object.keys(slide.images).map(field => [field, field])),
    link: SAMPLE_LINK,
    until: dateOf(now + SAMPLE_LEFT_MS).toISOString(),
  };
}
export { SLIDE_TEMPLATES };
