/** A bid request as bids are judged by it. */
import {
  get,
  isObject,
  listOf,
  numberOf,
  numbersOf,
  objectOf,
  objectsOf,
  textOf,
  textsOf,
  type Json,
} from '../json.ts';
import { microsOf } from './price.ts';

export interface OfferedFloors {
  floor_micros: number | null;
  per_second_micros: number | null;
  durfloors: { mindur: number; maxdur: number; floor_micros: number }[];
  currency: string;
}
export interface OfferedDeal extends OfferedFloors {
  id: string;
  at: number | null;
  seats: string[];
  advertisers: string[];
  isGuaranteed: boolean;
}
export interface OfferedImp {
  id: string;
  floors: OfferedFloors;
  media: Readonly<Record<MediaName, Json | null>>;
  deals: ReadonlyMap<string, OfferedDeal>;
  isPrivate: boolean;
  isSecure: boolean;
  dt: number | null;
}
export interface Offer {
  id: string;
  at: number;
  currencies: string[];
  seatsAllowed: string[];
  seatsBlocked: string[];
  categoriesAllowed: string[];
  categoriesBlocked: string[];
  cattax: number;
  advertisersBlocked: string[];
  imps: ReadonlyMap<string, OfferedImp>;
}

/** By the number OpenRTB gives each as `mtype`, from 1. */
export const MEDIA_NAMES = ['banner', 'video', 'audio', 'native'] as const;
export type MediaName = (typeof MEDIA_NAMES)[number];

const USD = 'USD';
/** OpenRTB's default of `at`: second price plus. */
const SECOND_PRICE = 2;

const floorsOf = (value: Json, currency: string): OfferedFloors => ({
  floor_micros: microsOf(get(value, 'bidfloor')),
  per_second_micros: microsOf(get(value, 'mincpmpersec')),
  durfloors: objectsOf(get(value, 'durfloors')).map(one => ({
    mindur: numberOf(get(one, 'mindur')) ?? 0,
    maxdur: numberOf(get(one, 'maxdur')) ?? Infinity,
    floor_micros: microsOf(get(one, 'bidfloor')) ?? 0,
  })),
  currency,
});

/** The currency of a deal does not follow the impression's: without one it is USD (§3.2.12). */
const dealOf = (value: Json): OfferedDeal => ({
  ...floorsOf(value, textOf(get(value, 'bidfloorcur')) ?? USD),
  id: textOf(get(value, 'id')) ?? '',
  at: numberOf(get(value, 'at')) ?? null,
  seats: textsOf(get(value, 'wseat')),
  advertisers: textsOf(get(value, 'wadomain')).map(one => one.toLowerCase()),
  isGuaranteed: get(value, 'guar') === 1,
});

function impOf(value: Json): OfferedImp {
  const pmp = objectOf(get(value, 'pmp'));
  const deals = objectsOf(get(pmp, 'deals')).map(dealOf);
  const media = (name: MediaName) => {
    const one = get(value, name);
    return isObject(one) ? one : null;
  };
  return {
    id: textOf(get(value, 'id')) ?? '',
    floors: floorsOf(value, textOf(get(value, 'bidfloorcur')) ?? USD),
    media: {
      banner: media('banner'),
      video: media('video'),
      audio: media('audio'),
      native: media('native'),
    },
    deals: new Map(deals.map(deal => [deal.id, deal])),
    isPrivate: get(pmp, 'private_auction') === 1,
    isSecure: get(value, 'secure') === 1,
    dt: numberOf(get(value, 'dt')) ?? null,
  };
}

export function offerOf(request: Json): Offer {
  const imps = objectsOf(get(request, 'imp')).map(impOf);
  const currencies = textsOf(get(request, 'cur'));
  return {
    id: textOf(get(request, 'id')) ?? '',
    at: numberOf(get(request, 'at')) ?? SECOND_PRICE,
    currencies: currencies.length === 0 ? [USD] : currencies,
    seatsAllowed: textsOf(get(request, 'wseat')),
    seatsBlocked: textsOf(get(request, 'bseat')),
    categoriesAllowed: textsOf(get(request, 'acat')),
    categoriesBlocked: textsOf(get(request, 'bcat')),
    cattax: numberOf(get(request, 'cattax')) ?? 1,
    advertisersBlocked: textsOf(get(request, 'badv')).map(one => one.toLowerCase()),
    imps: new Map(imps.map(imp => [imp.id, imp])),
  };
}

/** Size, lengths and types a medium allows. */
export const limitsOf = (media: Json) => ({
  mimes: textsOf(get(media, 'mimes')).map(mime => mime.toLowerCase()),
  w: numberOf(get(media, 'w')) ?? null,
  h: numberOf(get(media, 'h')) ?? null,
  formats: objectsOf(get(media, 'format')),
  isBoxingAllowed: get(media, 'boxingallowed') !== 0,
  lengths: numbersOf(get(media, 'rqddurs')),
  minduration: numberOf(get(media, 'minduration')) ?? 0,
  maxduration: numberOf(get(media, 'maxduration')) ?? Infinity,
  protocols: numbersOf(get(media, 'protocols')),
  battr: numbersOf(get(media, 'battr')),
  minbitrate: numberOf(get(media, 'minbitrate')) ?? 0,
  maxbitrate: numberOf(get(media, 'maxbitrate')) || Infinity,
  hasFormats: listOf(get(media, 'format')).length > 0,
});
