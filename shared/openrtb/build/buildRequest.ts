/** The bid request for one spot (design §2.1). It names a screen and never a person: there is no user object. */
import { decimalOf, priceNumber } from '../auction/price.ts';
import { MULTIPLIER_PLACES } from '../auction/cost.ts';
import type { Json } from '../json.ts';
import type { DealInput, PartnerInput, PlacementInput, PolicyInput, RequestInput } from './requestInput.ts';

const OOH_DEVICE = 8;
const GPS = 1;
/** Entering the view with sound off, and on: a spot on a screen begins by itself. */
const AUTOPLAY_MUTED = 2;
const AUTOPLAY = 1;
/** Inline VAST 2.0, 3.0, 4.0, 4.1 and 4.2. */
const PROTOCOLS = [2, 3, 7, 11, 13];
const DOWNLOAD = 3;
const IMAGE = 'image/';

/** Without what is not known: OpenRTB has no null. */
function compact(value: Record<string, unknown>): Json {
  return Object.fromEntries(
    Object.entries(value).filter(
      ([, one]) => one !== undefined && one !== null && !(Array.isArray(one) && one.length === 0),
    ),
  );
}

const rounded = (degrees: number, decimals: number) => Number(degrees.toFixed(decimals));
const both = (ours: string[], theirs: string[] | undefined) =>
  theirs === undefined || theirs.length === 0 ? ours : ours.filter(mime => theirs.includes(mime));
const multiplierOf = (e4: number) => Number(decimalOf(e4 * 10 ** (6 - MULTIPLIER_PLACES)));

function mediaOf(placement: PlacementInput, partner: PartnerInput, { battr = [] }: PolicyInput): Json {
  const { w, h, media, boxing_allowed, allow_audio } = placement;
  const mimes = both(placement.mimes, partner.mimes);
  const images = mimes.filter(mime => mime.startsWith(IMAGE));
  const others = (prefix: string) => mimes.filter(mime => mime.startsWith(prefix));
  const longest = partner.max_duration_s ?? Infinity;
  const rqddurs = placement.spot_len_s.filter(length => length <= longest);
  const has = (name: 'banner' | 'video' | 'audio') => media.includes(name) && partner.media?.[name] !== false;
  const timed = { rqddurs, protocols: PROTOCOLS, delivery: [DOWNLOAD], battr };
  return compact({
    banner:
      has('banner') && images.length > 0
        ? { format: [{ w, h }], w, h, mimes: images, api: [], ...(battr.length > 0 ? { battr } : {}) }
        : undefined,
    video:
      has('video') && others('video/').length > 0 && rqddurs.length > 0
        ? compact({
            ...{ mimes: others('video/'), w, h, ...timed },
            ...{ skip: 0, boxingallowed: boxing_allowed ? 1 : 0 },
            playbackmethod: [allow_audio ? AUTOPLAY : AUTOPLAY_MUTED],
          })
        : undefined,
    audio:
      has('audio') && allow_audio && others('audio/').length > 0 && rqddurs.length > 0
        ? compact({ mimes: others('audio/'), ...timed })
        : undefined,
  });
}

const floorsOf = ({ floor, durfloors = [] }: DealInput) => ({
  cpm: { bidfloor: priceNumber(floor.amount_micros ?? 0) },
  cpm_per_sec: { mincpmpersec: priceNumber(floor.amount_micros ?? 0) },
  durfloors: {
    durfloors: durfloors.map(({ mindur, maxdur, floor_micros }) =>
      compact({ mindur, maxdur, bidfloor: priceNumber(floor_micros) }),
    ),
  },
});

/** Always with its currency: a deal without one counts as USD, whatever the impression says (§3.2.12). */
const dealOf = (deal: DealInput): Json =>
  compact({
    id: deal.deal_code,
    at: deal.at,
    ...floorsOf(deal)[deal.floor.mode],
    bidfloorcur: deal.floor.currency,
    wseat: deal.wseat,
    wadomain: deal.wadomain,
    guar: deal.guar === true ? 1 : undefined,
  });

function impOf(input: RequestInput): Json {
  const { placement, partner, deals, time, floor, policy } = input;
  const isPrivate = deals.length > 0 && deals.every(deal => deal.private_auction === true);
  return compact({
    id: input.imp_id ?? '1',
    ...mediaOf(placement, partner, policy),
    tagid: placement.code,
    instl: 1,
    displaymanager: placement.player?.name,
    displaymanagerver: placement.player?.version,
    bidfloor: priceNumber(floor.micros),
    bidfloorcur: floor.currency,
    secure: 1,
    qty: compact({
      multiplier: multiplierOf(placement.multiplier_e4),
      sourcetype: placement.sourcetype ?? 0,
      vendor: placement.sourcetype === 1 ? placement.vendor : undefined,
    }),
    dt: time.play_at,
    exp: time.exp_s,
    pmp: deals.length === 0 ? undefined : { private_auction: isPrivate ? 1 : 0, deals: deals.map(dealOf) },
  });
}

function geoOf({ position, policy }: RequestInput): Json | undefined {
  if (position === null) return undefined;
  return compact({
    lat: rounded(position.lat, policy.place_decimals),
    lon: rounded(position.lon, policy.place_decimals),
    type: GPS,
    accuracy: position.accuracy_m,
    lastfix: position.age_s,
    country: position.country,
    utcoffset: position.utcoffset_min,
  });
}

export function buildRequest(input: RequestInput): Json {
  const { placement, partner, policy } = input;
  const sid = partner.schain?.sid;
  return compact({
    id: input.id,
    at: partner.at,
    tmax: partner.tmax_ms,
    cur: partner.currencies,
    test: partner.test_mode ? 1 : 0,
    imp: [impOf(input)],
    dooh: compact({
      id: placement.screen_id,
      name: placement.name,
      venuetype: placement.venuetype,
      venuetypetax: placement.venuetypetax,
      publisher: compact({ ...policy.publisher, id: sid ?? policy.publisher.id }),
      domain: policy.publisher.domain,
    }),
    device: compact({
      devicetype: OOH_DEVICE,
      geo: geoOf(input),
      w: placement.w,
      h: placement.h,
      ppi: placement.ppi,
      connectiontype: placement.connectiontype,
    }),
    source: compact({
      fd: 0,
      tid: input.id,
      schain:
        partner.schain === undefined || partner.schain === null
          ? undefined
          : { ver: '1.0', complete: 1, nodes: [{ ...partner.schain, hp: 1 }] },
    }),
    regs: compact({ coppa: policy.coppa ?? 0, gdpr: policy.gdpr, gpp: policy.gpp, gpp_sid: policy.gpp_sid }),
    wseat: partner.seats_allow,
    bseat: (partner.seats_allow?.length ?? 0) > 0 ? undefined : partner.seats_block,
    bcat: policy.bcat,
    cattax: (policy.bcat?.length ?? 0) > 0 ? (policy.cattax ?? 1) : undefined,
    badv: policy.badv,
  });
}
