/** Slides as somebody fills them in. */
import type { SlideInput } from '../../shared/contract/content/slideCalls.ts';
import {
  SLIDE_TEMPLATES,
  type SlideContent,
  type SlideTemplate,
} from '../../shared/contract/content/slide.ts';
import { emptySlide } from '../../shared/slides/compose.ts';
import en from '../../public/locales/en/slides.json' with { type: 'json' };
import zh from '../../public/locales/zh/slides.json' with { type: 'json' };

type Words = Record<string, Record<string, string>>;
const SAMPLES: Record<'en' | 'zh', Words> = { en: en.samples, zh: zh.samples };

/** With the words of the templates' samples. */
export function filledSlide(template: SlideTemplate, picture: string | null = null): SlideContent {
  const slide = emptySlide(template);
  const text = (language: 'en' | 'zh', field: string) => SAMPLES[language][template]?.[field] ?? '';
  return {
    ...slide,
    texts: Object.fromEntries(
      Object.keys(slide.texts).map(field => [field, { en: text('en', field), zh: text('zh', field) }]),
    ),
    images: Object.fromEntries(Object.keys(slide.images).map(field => [field, picture])),
    link: ['split', 'offer', 'event', 'scan'].includes(template) ? 'https://example.com/winter' : '',
    until: template === 'countdown' ? '2030-01-01T00:00:00.000Z' : null,
  };
}
export const slideInput = (template: SlideTemplate, picture: string | null = null): SlideInput => ({
  ...{ name: `Slide ${template}`, alt_text: '', duration_ms: 3_000 },
  slide: filledSlide(template, picture),
});
export { SLIDE_TEMPLATES };
