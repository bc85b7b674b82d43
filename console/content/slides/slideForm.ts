/** The form of a slide: what its template asks for. */
import * as z from 'zod/mini';
import { creatives } from '../../../shared/contract/content/creative.ts';
import { slideInput, type SlideInput } from '../../../shared/contract/content/slideCalls.ts';
import type { SlideContent, SlideTemplate } from '../../../shared/contract/content/slide.ts';
import { emptySlide, problemsOf, problemText } from '../../../shared/slides/compose.ts';
import { TEMPLATES } from '../../../shared/slides/templates/index.ts';
import type { Field, Form, Input } from '../../kit/resource/form.ts';

/** What the template adds to the contract: the server asks the same. */
export const SCHEMA = slideInput.check(({ value, issues }) => {
  for (const problem of problemsOf(value.slide))
    issues.push({
      ...{ code: 'custom', input: value, message: problemText(problem) },
      path: ['slide', ...problem.field.split('.')],
    });
});

const picture: Input = {
  ...{ as: 'pick', of: creatives },
  ...{ query: { kind: 'image', status: 'approved' }, nullable: true },
};
const COLOURS = ['background', 'ink', 'accent'] as const;
const MS = 10_000;

export function slideForm(template: SlideTemplate): Form<never> {
  const { fields, link, hasMoment } = TEMPLATES[template];
  const all: Field<Record<string, unknown>>[] = [
    { name: 'name', input: { as: 'text' } },
    ...Object.entries(fields).map(([name, field]): Field<Record<string, unknown>> =>
      field.as === 'image'
        ? { name: `slide.images.${name}`, input: picture }
        : {
            name: `slide.texts.${name}`,
            hint: name === 'line1',
            input: {
              as: 'bilingual',
              ...(field.max > 60 ? { area: true } : {}),
              ...(field.isRequired ? { isRequired: true } : {}),
            },
          },
    ),
    ...(link === undefined ? [] : [{ name: 'slide.link', input: { as: 'text' }, hint: true } as const]),
    ...(hasMoment ? [{ name: 'slide.until', input: { as: 'dateTime' } } as const] : []),
    ...COLOURS.map(name => ({ name: `slide.colours.${name}`, input: { as: 'colour' } }) as const),
    { name: 'duration_ms', input: { as: 'seconds' } },
    { name: 'alt_text', input: { as: 'area' }, hint: true },
  ];
  return { schema: SCHEMA, fields: all };
}

export const newSlide = (template: SlideTemplate): SlideInput => ({
  ...{ name: '', alt_text: '', duration_ms: MS },
  slide: emptySlide(template),
});

/** While it is typed a text may be missing: what is drawn has all of its fields. */
export function drawable(slide: SlideContent): SlideContent {
  const { template, texts, images, colours, link, until } = slide;
  const empty = emptySlide(template);
  const text = (field: string) => ({ ...empty.texts[field]!, ...texts[field] });
  return {
    template,
    texts: Object.fromEntries(Object.keys(empty.texts).map(field => [field, text(field)])),
    images: { ...empty.images, ...images },
    colours: { ...empty.colours, ...colours },
    link: z.safeParse(slideInput.shape.slide.shape.link, link).success ? link : '',
    until: until || null,
  };
}
