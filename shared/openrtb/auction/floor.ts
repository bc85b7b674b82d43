/** The floor that holds for a bid: the deal's, else the medium's, else the impression's (§7.11.2). */
import { get, numberOf, objectsOf, type Json } from '../json.ts';
import type { ReadBid } from './bid.ts';
import type { OfferedFloors, OfferedImp } from './offer.ts';
import type { AuctionPolicy } from './policy.ts';
import { microsOf, toBase, type Rates } from './price.ts';

export interface Floor {
  micros: number;
  currency: string;
  isDeal: boolean;
}

/** Of one level: by length, else by second, else plain. */
function floorAt({ durfloors, per_second_micros, floor_micros }: OfferedFloors, dur: number | null) {
  const byLength =
    dur === null ? undefined : durfloors.find(({ mindur, maxdur }) => dur >= mindur && dur <= maxdur);
  if (byLength !== undefined) return byLength.floor_micros;
  if (per_second_micros !== null && dur !== null) return per_second_micros * Math.ceil(dur);
  return floor_micros;
}
/** No price reaches it: a length that was not agreed, or none at all, is no way around what was. */
const OUT_OF_REACH = Number.MAX_SAFE_INTEGER;
function floorOfDeal(deal: OfferedFloors, dur: number | null): number | null {
  const isByLength = deal.durfloors.length > 0 || deal.per_second_micros !== null;
  const isAgreed =
    dur !== null &&
    (deal.durfloors.length === 0 || deal.durfloors.some(one => dur >= one.mindur && dur <= one.maxdur));
  return isByLength && !isAgreed ? OUT_OF_REACH : floorAt(deal, dur);
}

/** s: of the file that will be shown where we know it, and only else what the bid says of itself. */
function lengthOf(
  { crid, dur }: Pick<ReadBid, 'crid' | 'dur'>,
  { creatives }: Pick<AuctionPolicy, 'creatives'>,
) {
  const known =
    creatives !== null && crid !== null && Object.hasOwn(creatives, crid)
      ? creatives[crid]?.dur_s
      : undefined;
  if (known !== undefined) return known;
  return dur !== null && dur > 0 ? dur : null;
}

const mediaFloors = (media: Json, currency: string): OfferedFloors => ({
  floor_micros: null,
  per_second_micros: microsOf(get(media, 'mincpmpersec')),
  durfloors: objectsOf(get(media, 'durfloors')).map(one => ({
    mindur: numberOf(get(one, 'mindur')) ?? 0,
    maxdur: numberOf(get(one, 'maxdur')) ?? Infinity,
    floor_micros: microsOf(get(one, 'bidfloor')) ?? 0,
  })),
  currency,
});

export function floorOf(
  bid: Pick<ReadBid, 'crid' | 'dealid' | 'dur' | 'media'>,
  imp: OfferedImp,
  policy: Pick<AuctionPolicy, 'creatives'>,
): Floor {
  const dur = lengthOf(bid, policy);
  const deal = bid.dealid === null ? undefined : imp.deals.get(bid.dealid);
  const ofDeal = deal === undefined ? null : floorOfDeal(deal, dur);
  if (deal !== undefined && ofDeal !== null) return { micros: ofDeal, currency: deal.currency, isDeal: true };
  const { currency } = imp.floors;
  const media = bid.media === null ? null : imp.media[bid.media];
  const ofMedia = media === null ? null : floorAt(mediaFloors(media, currency), dur);
  return { micros: ofMedia ?? floorAt(imp.floors, dur) ?? 0, currency, isDeal: false };
}

/** In the base currency; null where no rate is known. */
export const floorInBase = (floor: Floor, rates: Rates) =>
  floor.micros === 0 ? 0 : toBase(floor.micros, floor.currency, rates);
