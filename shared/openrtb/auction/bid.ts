/** A bid as it is judged. */
import { get, numberOf, numbersOf, objectsOf, textOf, textsOf, type Json } from '../json.ts';
import type { LossCode, Reason } from './codes.ts';
import { readMarkup, type Markup } from './markup.ts';
import { MEDIA_NAMES, type MediaName, type OfferedImp } from './offer.ts';
import { microsOf, toBase, type Rates } from './price.ts';

export interface ReadBid {
  /** Where it stands in the response: seat by number, bid by number. */
  at: readonly [seat: number, bid: number];
  raw: Json;
  seat: string;
  isGroup: boolean;
  bid_id: string;
  imp_id: string;
  /** For a thousand impressions, in `cur`; null where it is no price. */
  price_micros: number | null;
  cur: string;
  /** The same in the base currency. */
  base_micros: number | null;
  dealid: string | null;
  crid: string | null;
  adomain: string[];
  cat: string[];
  cattax: number;
  attr: number[];
  dur: number | null;
  media: MediaName | null;
  mime: string | null;
  w: number | null;
  h: number | null;
  exp: number | null;
  markup: Markup;
  nurl: string | null;
  burl: string | null;
  lurl: string | null;
  iurl: string | null;
}

/** First failure wins; none is an eligible bid. */
export interface JudgedBid extends ReadBid {
  outcome: 'eligible' | 'rejected';
  loss_code: LossCode | null;
  reason: Reason | null;
  /** The row of the order in which bids are judged. */
  check: number | null;
}

const filled = (value: unknown) => {
  const text = textOf(value);
  return text === undefined || text === '' ? null : text;
};

/** By `mtype`; without one, by what the markup is, or by the only medium that was offered. */
function mediaOf(bid: Json, markup: Markup, imp: OfferedImp | undefined): MediaName | null {
  const mtype = numberOf(get(bid, 'mtype'));
  if (mtype !== undefined) return MEDIA_NAMES[mtype - 1] ?? null;
  const offered = MEDIA_NAMES.filter(name => imp !== undefined && imp.media[name] !== null);
  if (markup.kind === 'image') return 'banner';
  if (markup.kind === 'vast')
    return offered.includes('video') || !offered.includes('audio') ? 'video' : 'audio';
  return offered.length === 1 ? offered[0]! : null;
}

export function readBids(
  response: Json,
  cur: string,
  rates: Rates,
  imps: ReadonlyMap<string, OfferedImp>,
): ReadBid[] {
  return objectsOf(get(response, 'seatbid')).flatMap((seatbid, seat) =>
    objectsOf(get(seatbid, 'bid')).map((bid, at) => {
      const price_micros = microsOf(get(bid, 'price'));
      const markup = readMarkup(textOf(get(bid, 'adm')), textOf(get(bid, 'iurl')));
      const imp_id = textOf(get(bid, 'impid')) ?? '';
      const vast = markup.kind === 'vast' ? markup.vast : null;
      return {
        at: [seat, at] as const,
        raw: bid,
        seat: textOf(get(seatbid, 'seat')) ?? '',
        isGroup: get(seatbid, 'group') === 1,
        bid_id: textOf(get(bid, 'id')) ?? '',
        imp_id,
        price_micros,
        cur,
        base_micros: price_micros === null ? null : toBase(price_micros, cur, rates),
        dealid: filled(get(bid, 'dealid')),
        crid: filled(get(bid, 'crid')),
        adomain: textsOf(get(bid, 'adomain')),
        cat: textsOf(get(bid, 'cat')),
        cattax: numberOf(get(bid, 'cattax')) ?? 1,
        attr: numbersOf(get(bid, 'attr')),
        dur: numberOf(get(bid, 'dur')) ?? vast?.duration_s ?? null,
        media: mediaOf(bid, markup, imps.get(imp_id)),
        mime: markup.kind === 'image' ? markup.mime : (vast?.media[0]?.mime ?? null),
        w: numberOf(get(bid, 'w')) ?? null,
        h: numberOf(get(bid, 'h')) ?? null,
        exp: numberOf(get(bid, 'exp')) ?? null,
        markup,
        nurl: filled(get(bid, 'nurl')),
        burl: filled(get(bid, 'burl')),
        lurl: filled(get(bid, 'lurl')),
        iurl: filled(get(bid, 'iurl')),
      };
    }),
  );
}
