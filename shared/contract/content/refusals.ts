/** Which rule of content a 422 RULE was refused by, as `details.because`; the console has a text for each. */
import { AppError } from '../wire/errors.ts';
import type { LeftOut } from './playlistCalls.ts';
import type { Validation } from './validation.ts';

export const CONTENT_RULES = [
  ...(['banned_words', 'sent_for_review', 'left_out', 'empty_playlist', 'second_zone'] as const),
  ...(['in_quarantine', 'failed_check'] as const),
] as const;
export type ContentRule = (typeof CONTENT_RULES)[number];

export const refusedByContent = (
  because: ContentRule,
  message: string,
  details: Record<string, unknown> = {},
) => new AppError('RULE', message, { because, ...details });

/** Of what is `left_out`, as `details.refused`: each creative by its name, with what it broke where it failed a check. */
export interface RefusedCreative {
  id: string;
  name: string;
  reason: LeftOut;
  checks: Pick<Validation, 'rule' | 'measured' | 'limit' | 'found'>[];
}
