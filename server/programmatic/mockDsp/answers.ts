/** What the mock bidder answers: the same to the same request, and wrong in one way for each fault profile. */
import type { MockProfile } from '../../../shared/contract/programmatic/tester/openrtb.ts';
import { decimalOf, microsOf } from '../../../shared/openrtb/auction/price.ts';
import { tieBreak } from '../../../shared/openrtb/auction/rank.ts';
import {
  get,
  numberOf,
  numbersOf,
  objectOf,
  objectsOf,
  textOf,
  textsOf,
  type Json,
} from '../../../shared/openrtb/json.ts';

export interface MockAnswer {
  status: number;
  /** null: no body. */
  body: string | null;
  /** ms to wait before it is sent. */
  delay_ms: number;
}
export interface MockOrigin {
  /** Where its notices and pictures are reached. */
  origin: string;
}

const OK = 200;
const NO_CONTENT = 204;
const BROKEN = 500;
const UNSUPPORTED_DEVICE = 6;
/** Bids are 10 to 59 percent above the floor. */
const LEAST_PERCENT = 110;
const SPREAD = 50;
const USUAL_FLOOR_MICROS = 1_000_000;
const USUAL_TMAX_MS = 1_000;
const LATE_BY_MS = 400;
const SEAT = 'mock-seat';
const EXPIRES_S = 172_800;

const json = (body: unknown, delay_ms = 0): MockAnswer => ({
  status: OK,
  body: JSON.stringify(body),
  delay_ms,
});

/** The floor of the first deal, or of the impression. */
const floorOf = (imp: Json, deal: Json | undefined): number =>
  microsOf(get(deal, 'bidfloor')) ?? microsOf(get(imp, 'bidfloor')) ?? USUAL_FLOOR_MICROS;

function priceOf(id: string, floor_micros: number): number {
  const percent = LEAST_PERCENT + (tieBreak(id) % SPREAD);
  const floor = Math.max(floor_micros, USUAL_FLOOR_MICROS / 10);
  return Math.ceil((floor * percent) / 100);
}

const escapedXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

interface Spot {
  w: number;
  h: number;
  seconds: number;
  mime: string;
}
function vastOf({ w, h, seconds, mime }: Spot, media: string, impression: string): string {
  const clock = `00:00:${String(Math.min(59, Math.floor(seconds))).padStart(2, '0')}`;
  return (
    '<?xml version="1.0" encoding="UTF-8"?><VAST version="4.0"><Ad id="mock"><InLine>' +
    `<AdSystem>Mock DSP</AdSystem><AdTitle>Mock spot</AdTitle><Impression>${escapedXml(impression)}</Impression>` +
    `<Creatives><Creative id="mock"><Linear><Duration>${clock}</Duration><MediaFiles>` +
    `<MediaFile delivery="progressive" type="${escapedXml(mime)}" width="${w}" height="${h}" bitrate="1500">` +
    `${escapedXml(media)}</MediaFile></MediaFiles></Linear></Creative></Creatives></InLine></Ad></VAST>`
  );
}

function sizeOf(imp: Json, media: Json): { w: number; h: number } {
  const format = objectsOf(get(media, 'format'))[0];
  const side = (name: string) => numberOf(get(media, name)) ?? numberOf(get(format, name));
  return { w: side('w') ?? 1_280, h: side('h') ?? 720 };
}

const secondsOf = (video: Json): number =>
  numbersOf(get(video, 'rqddurs'))[0] ?? numberOf(get(video, 'maxduration')) ?? 10;

/** One bid for one impression; `profile` makes it wrong in its own way. */
function bidFor(request: Json, imp: Json, { profile, origin }: { profile: MockProfile } & MockOrigin): Json {
  const impid = textOf(get(imp, 'id')) ?? '';
  const requestId = textOf(get(request, 'id')) ?? '';
  const deal = objectsOf(get(get(imp, 'pmp'), 'deals'))[0];
  const floor = floorOf(imp, deal);
  const micros = profile === 'below_floor' ? Math.floor(floor / 2) : priceOf(`${requestId}/${impid}`, floor);
  const id =
    profile === 'replayed_bid_id'
      ? 'mock-replayed'
      : `mock-${tieBreak(`${requestId}/${impid}`).toString(16)}`;
  const video = get(imp, 'video');
  const banner = get(imp, 'banner');
  const isVideo =
    video !== undefined && (profile === 'vast' || profile === 'bad_duration' || banner === undefined);
  const media = objectOf(isVideo ? video : banner);
  const size = sizeOf(imp, media);
  const scheme = profile === 'http_asset' ? 'http://cdn.mock-dsp.example' : 'https://cdn.mock-dsp.example';
  const notice = (kind: string) =>
    `${origin}/mock-dsp/notice?kind=${kind}&profile=${profile}&auction=\${AUCTION_ID}&bid=\${AUCTION_BID_ID}` +
    `&imp=\${AUCTION_IMP_ID}&price=\${AUCTION_PRICE}&cur=\${AUCTION_CURRENCY}&loss=\${AUCTION_LOSS}` +
    `&multiplier=\${AUCTION_MULTIPLIER}&ts=\${AUCTION_IMP_TS}&mtw=\${AUCTION_MIN_TO_WIN}`;
  const seconds = secondsOf(media);
  const length = profile === 'bad_duration' ? seconds + 7 : seconds;
  const mime = textsOf(get(media, 'mimes'))[0] ?? 'video/mp4';
  return {
    id,
    impid: profile === 'wrong_impid' ? `${impid}-other` : impid,
    price: Number(decimalOf(micros)),
    ...(deal === undefined ? {} : { dealid: textOf(get(deal, 'id')) }),
    adomain: ['mock-advertiser.example'],
    crid: isVideo ? 'mock-video' : 'mock-image',
    cid: 'mock-campaign',
    cat: ['IAB1'],
    mtype: isVideo ? 2 : 1,
    ...size,
    ...(isVideo ? { dur: length } : {}),
    exp: EXPIRES_S,
    adm: isVideo
      ? vastOf({ ...size, seconds: length, mime }, `${scheme}/spot.mp4`, `${scheme}/impression`)
      : `${scheme}/picture.jpg`,
    nurl: notice('nurl'),
    burl: notice('burl'),
    lurl: notice('lurl'),
  };
}

function responseOf(request: Json, options: { profile: MockProfile } & MockOrigin): Json {
  const imps = objectsOf(get(request, 'imp'));
  const bids = imps.map(imp => bidFor(request, imp, options));
  const { profile } = options;
  const cur = textsOf(get(request, 'cur'))[0] ?? 'USD';
  return {
    id: textOf(get(request, 'id')) ?? '',
    bidid: `mock-${tieBreak(textOf(get(request, 'id')) ?? '').toString(16)}`,
    cur: profile === 'wrong_currency' ? (cur === 'XAF' ? 'XOF' : 'XAF') : cur,
    seatbid: [
      {
        seat:
          profile === 'wrong_seat'
            ? (textsOf(get(request, 'bseat'))[0] ?? 'mock-blocked-seat')
            : (textsOf(get(request, 'wseat'))[0] ?? SEAT),
        bid: profile === 'duplicate' ? [...bids, ...bids] : bids,
      },
    ],
  };
}

/** What an SSP that is pulled from answers: one ad, where to report its play, and until when. */
function pulledAd(request: Json, { origin }: MockOrigin, now: number): Json {
  const imp = objectsOf(get(request, 'imp'))[0] ?? {};
  const { w, h } = sizeOf(imp, objectOf(get(imp, 'video') ?? get(imp, 'banner')));
  const id = `mock-${tieBreak(textOf(get(request, 'id')) ?? '').toString(16)}`;
  return {
    id,
    proof_of_play_url: `${origin}/mock-dsp/notice?kind=pop&bid=${id}`,
    expiration_url: `${origin}/mock-dsp/notice?kind=expire&bid=${id}`,
    lease_expiry: Math.floor(now / 1_000) + EXPIRES_S,
    display_time: Math.floor(now / 1_000),
    asset_url: 'https://cdn.mock-dsp.example/picture.jpg',
    mime_type: 'image/jpeg',
    length_in_seconds: 10,
    ...{ width: w, height: h },
  };
}

export function mockAnswer(
  request: unknown,
  profile: MockProfile,
  { origin, now }: MockOrigin & { now: number },
): MockAnswer {
  const requestObject = objectOf(request);
  const id = textOf(get(requestObject, 'id')) ?? '';
  const bids = () => responseOf(requestObject, { profile, origin });
  switch (profile) {
    case 'no_bid_204':
      return { status: NO_CONTENT, body: null, delay_ms: 0 };
    case 'no_bid_empty':
      return json({});
    case 'no_bid_seatbid':
      return json({ id, seatbid: [] });
    case 'no_bid_nbr':
      return json({ id, seatbid: [], nbr: UNSUPPORTED_DEVICE });
    case 'timeout':
      return json(bids(), (numberOf(get(requestObject, 'tmax')) ?? USUAL_TMAX_MS) + LATE_BY_MS);
    case 'error_500':
      return { status: BROKEN, body: JSON.stringify({ error: 'mock' }), delay_ms: 0 };
    case 'malformed':
      return { status: OK, body: `${JSON.stringify(bids()).slice(0, -2)}`, delay_ms: 0 };
    case 'ssp_pull':
      return json(pulledAd(requestObject, { origin }, now));
    case 'bid':
    case 'vast':
    case 'below_floor':
    case 'wrong_currency':
    case 'wrong_impid':
    case 'wrong_seat':
    case 'bad_duration':
    case 'http_asset':
    case 'replayed_bid_id':
    case 'slow_burl':
    case 'duplicate':
      return json(bids());
  }
}
