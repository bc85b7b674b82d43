/** Which rule of sales a 422 RULE was refused by, as `details.because`; the console has a text for each. */
import { AppError } from '../wire/errors.ts';

export const SALES_RULES = [
  'no_creative',
  'not_playable',
  'targeting_gone',
  'creatives_gone',
  'flights_over',
  'no_goal',
  'no_budget_or_price',
  'no_share',
  'not_guaranteed',
  'share_sold',
  'no_change',
  'screen_retired',
  'group_deleted',
  'no_account',
  'new_account',
  'nothing_approved',
  'in_payout',
  'in_dispute',
] as const;
export type SalesRule = (typeof SALES_RULES)[number];

export const refusedBy = (because: SalesRule, message: string, details: Record<string, unknown> = {}) =>
  new AppError('RULE', message, { because, ...details });
