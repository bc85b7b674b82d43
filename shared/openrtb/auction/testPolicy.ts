/** What a test asks of bids where no seller has said: OpenRTB's own rules, and for a screen those of its creative. */
import type { Json } from '../json.ts';
import { offerOf } from './offer.ts';
import { policyOf, type AuctionPolicy } from './policy.ts';
import { MICROS } from './price.ts';

/** All currencies of the request count alike: a floor is judged as it is written. */
export function testPolicy(request: Json, profile: 'generic' | 'dooh'): AuctionPolicy {
  const { currencies } = offerOf(request);
  const isScreen = profile === 'dooh';
  return policyOf(currencies[0]!, {
    rates: {
      base: currencies[0]!,
      micros: Object.fromEntries(currencies.map(currency => [currency, MICROS])),
    },
    requires_adomain: isScreen,
    requires_crid: isScreen,
    judges_markup: isScreen,
    ...(isScreen ? {} : { blocked_attr: [] }),
  });
}
