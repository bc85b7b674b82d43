import type { Make } from '../../samples.ts';
import { AUCTION_SAMPLES } from './auctions.ts';
import { PARTNER_SAMPLES } from './partners.ts';
import { TESTER_SAMPLES } from './tester.ts';

export const PROGRAMMATIC_SAMPLES: Record<string, Make> = {
  ...PARTNER_SAMPLES,
  ...AUCTION_SAMPLES,
  ...TESTER_SAMPLES,
};
