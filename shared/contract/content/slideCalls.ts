/** How slides are made; apart from creatives, whose contract comes with every page that names a playlist. */
import * as z from 'zod/mini';
import { ALT_TEXT_CHARS, creative } from './creative.ts';
import { slideContent } from './slide.ts';
import { endpoint } from '../wire/endpoint.ts';
import { byId, int, name, text } from '../wire/wire.ts';

export const slideInput = z.strictObject({
  name,
  alt_text: text(0, ALT_TEXT_CHARS),
  duration_ms: int(3_000, 120_000),
  slide: slideContent,
});
export type SlideInput = z.infer<typeof slideInput>;

const makes = { who: 'user', area: 'creatives', level: 'W' } as const;
export const makeSlide = endpoint({
  method: 'POST',
  path: '/api/creatives/slides',
  access: makes,
  summary: 'Make a slide: a creative drawn from a template',
  body: slideInput,
  answer: creative,
});
/** A draft is changed as it stands; of an approved slide the newer one waits for a decision beside it. */
export const changeSlide = endpoint({
  method: 'PUT',
  path: '/api/creatives/:id/slide',
  access: makes,
  summary: 'Change a slide',
  params: byId,
  body: slideInput,
  answer: creative,
  versioned: true,
});
