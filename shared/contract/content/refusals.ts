/** Which rule of content a 422 RULE was refused by, as `details.because`; the console has a text for each. */
import { AppError } from '../wire/errors.ts';

export const CONTENT_RULES = [
  ...(['banned_words', 'sent_for_review', 'left_out', 'empty_playlist', 'second_zone'] as const),
] as const;
export type ContentRule = (typeof CONTENT_RULES)[number];

export const refusedByContent = (
  because: ContentRule,
  message: string,
  details: Record<string, unknown> = {},
) => new AppError('RULE', message, { because, ...details });
