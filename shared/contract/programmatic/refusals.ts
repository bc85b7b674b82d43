/** Which rule of programmatic sales a 422 RULE was refused by, as `details.because`; the console has a text for each. */
import { AppError } from '../wire/errors.ts';

export const PROGRAMMATIC_RULES = [
  'no_passed_test',
  'no_mapping',
  'no_credentials',
  'insecure_endpoint',
  'mock_off',
  'no_approved_creative',
  'partner_archived',
  'deal_over',
] as const;
export type ProgrammaticRule = (typeof PROGRAMMATIC_RULES)[number];

export const refusedByProgrammatic = (
  because: ProgrammaticRule,
  message: string,
  details: Record<string, unknown> = {},
) => new AppError('RULE', message, { because, ...details });
