/** Codes that screens draw over items whose creative leads somewhere. */
import * as z from 'zod/mini';
import { CREATIVE_KINDS } from '../content/creative.ts';
import { id, int, MAX_INT } from '../wire/wire.ts';
import { daypart, MAX_DAYPARTS } from './schedule.ts';

/** Where a code stands over an item. */
export const CODE_PLACES = ['top_left', 'top_right', 'bottom_left', 'bottom_right', 'side'] as const;
const fields = {
  /** Of any kind where it is empty. */
  kinds: z.array(z.enum(CREATIVE_KINDS)).check(z.maxLength(CREATIVE_KINDS.length)),
  /** At any time where it is empty. */
  dayparts: z.array(daypart).check(z.maxLength(MAX_DAYPARTS)),
  place: z.enum(CODE_PLACES),
  /** Of the shorter side of the screen; never less than 120 px. */
  size_pct: int(8, 40),
  /** Only over items that stand so long: nobody finds a telephone sooner. */
  min_show_s: int(5, 60),
};
export const MAX_RULE_CAMPAIGNS = 50;
const campaigns = z.array(id).check(z.maxLength(MAX_RULE_CAMPAIGNS));
/** `campaign_ids`: over what plays in the name of these campaigns alone; over all that leads somewhere where it is empty. */
export const codeValues = { ...fields, campaign_ids: campaigns };
/** A rule as screens are given it; `number` names it in the address of a code. */
export const codeRule = z.object({
  ...fields,
  number: int(1, MAX_INT),
  /** Left out where it is empty, as in documents of older servers. */
  campaign_ids: z.optional(campaigns),
});
export type CodeRule = z.infer<typeof codeRule>;
