import { CREATIVE_LANGUAGES } from '../../../shared/contract/content/creative.ts';

/** What a submitter says of a creative, in the order of his form. */
export const SUBMITTED_FIELDS = [
  { name: 'name', input: { as: 'text' } },
  { name: 'alt_text', input: { as: 'area' }, hint: true },
  { name: 'advertiser', input: { as: 'text' } },
  { name: 'qr_target', input: { as: 'text', nullable: true }, hint: true },
  { name: 'valid_from', input: { as: 'date', nullable: true }, hint: true },
  { name: 'valid_until', input: { as: 'date', notBefore: 'valid_from', nullable: true } },
  { name: 'languages', input: { as: 'choices', options: CREATIVE_LANGUAGES } },
  { name: 'note', input: { as: 'area' }, hint: true },
] as const;
