import type { Make } from '../../samples.ts';
import { AUCTION_SAMPLES } from './auctions.ts';
import { DISPUTE_SAMPLES } from './disputes.ts';
import { PARTNER_SAMPLES } from './partners.ts';
import { TESTER_SAMPLES } from './tester.ts';

export const PROGRAMMATIC_SAMPLES: Record<string, Make> = {
  ...PARTNER_SAMPLES,
  ...AUCTION_SAMPLES,
  ...DISPUTE_SAMPLES,
  ...TESTER_SAMPLES,
};
