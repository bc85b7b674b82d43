/** A slide is what somebody fills into one of our templates: texts, pictures, colours. No markup from outside. */
import * as z from 'zod/mini';
import { bilingual, id, instant } from '../wire/wire.ts';

export const SLIDE_TEMPLATES = [
  'headline',
  'photo',
  'split',
  'offer',
  'event',
  'list',
  'scan',
  'countdown',
  'clock',
  'ticker',
] as const;
export type SlideTemplate = (typeof SLIDE_TEMPLATES)[number];
export const MAX_SLIDE_IMAGES = 4;
/** The longest text any template takes; each field has its own bound. */
const MAX_TEXT = 300;
const MAX_LINK = 300;

const words = bilingual(MAX_TEXT);
export type BilingualText = z.infer<typeof words>;
const colour = z.string().check(z.regex(/^#[0-9a-f]{6}$/, 'A colour like #0b5d5b'));
const fieldName = z.string().check(z.regex(/^[a-z][a-z0-9]{0,15}$/));
/** http alone: a code on the street leads to a page, nothing else. */
const link = z
  .string()
  .check(
    z.maxLength(MAX_LINK),
    z.regex(/^(https?:\/\/[^\s"<>]+)?$/, 'A web address like https://example.org/'),
  );

export const slideContent = z.strictObject({
  template: z.enum(SLIDE_TEMPLATES),
  /** By the template's field. */
  texts: z.record(fieldName, words),
  /** By the template's field: an approved picture among the creatives. */
  images: z.record(fieldName, z.nullable(id)),
  colours: z.strictObject({ background: colour, ink: colour, accent: colour }),
  /** Where its code leads; empty: it has none. */
  link,
  /** What a countdown counts to. */
  until: z.nullable(instant),
});
export type SlideContent = z.infer<typeof slideContent>;
