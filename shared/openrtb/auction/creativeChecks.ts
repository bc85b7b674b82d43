/** The creative of a bid against what was offered (design §2.2, rows 13 to 16). */
import { get, numberOf, type Json } from '../json.ts';
import type { Vast, VastMedia } from '../vast.ts';
import type { ReadBid } from './bid.ts';
import type { Check, CheckContext, Failure } from './checks.ts';
import { LOSS } from './codes.ts';
import { plainMime } from './markup.ts';
import { limitsOf, type OfferedImp } from './offer.ts';
import type { KnownCreative } from './policy.ts';

type Limits = ReturnType<typeof limitsOf>;

/** The protocols (AdCOM, inline only) that a VAST version may go by. */
const PROTOCOL: Record<string, number> = {
  '1.0': 1,
  '2.0': 2,
  '3.0': 3,
  '4.0': 7,
  '4.1': 11,
  '4.2': 13,
  '4.3': 15,
};
const DURATION_TOLERANCE_S = 0.5;
/** Pixels are whole: two sizes have the same shape if one scaled to the other is off by less than 1 %. */
const RATIO_TOLERANCE = 0.01;

const formatRefused: Failure = { loss: LOSS.creative_format, reason: 'markup_refused' };
const offeredMedia = (bid: ReadBid, imp: OfferedImp): Json | null =>
  bid.media === null ? null : imp.media[bid.media];
const knownCreative = (bid: ReadBid, { policy }: CheckContext): KnownCreative | null =>
  policy.creatives !== null && bid.crid !== null && Object.hasOwn(policy.creatives, bid.crid)
    ? policy.creatives[bid.crid]!
    : null;
const isMimeAllowed = (mime: string, { mimes }: Limits) =>
  mimes.length === 0 || mimes.some(one => plainMime(one) === plainMime(mime));

export const type: Check = (bid, context, imp) => {
  if (!context.policy.judges_markup) return null;
  if (offeredMedia(bid, imp) === null) return { loss: LOSS.type_blocked, reason: 'type_not_offered' };
  // With neither, the markup is what the win notice answers with, or a creative that we hold.
  const isElsewhere = bid.nurl !== null || knownCreative(bid, context) !== null;
  return bid.markup.kind === 'none' && !isElsewhere
    ? { loss: LOSS.missing_markup, reason: 'markup_missing' }
    : null;
};

/** The file of a VAST that the screen would play: of an allowed type, and within the bitrates asked for. */
export function playableFile(vast: Vast, media: Json): VastMedia | null {
  const limits = limitsOf(media);
  const playable = vast.media.filter(({ mime }) => isMimeAllowed(mime, limits));
  const isWithin = ({ bitrate_kbps: rate }: VastMedia) =>
    rate === undefined || (rate >= limits.minbitrate && rate <= limits.maxbitrate);
  return playable.find(isWithin) ?? playable[0] ?? null;
}

function isLengthAllowed(seconds: number, { lengths, minduration, maxduration }: Limits): boolean {
  const isNear = (length: number) => Math.abs(length - seconds) <= DURATION_TOLERANCE_S;
  if (lengths.length > 0) return lengths.some(isNear);
  return seconds >= minduration - DURATION_TOLERANCE_S && seconds <= maxduration + DURATION_TOLERANCE_S;
}

function timedMarkup(bid: ReadBid, vast: Vast | null, media: Json): Failure | null {
  const limits = limitsOf(media);
  const statedSeconds = numberOf(get(bid.raw, 'dur'));
  if (vast !== null) {
    const protocol = PROTOCOL[vast.version];
    if (limits.protocols.length > 0 && (protocol === undefined || !limits.protocols.includes(protocol)))
      return formatRefused;
    if (playableFile(vast, media) === null) return { loss: LOSS.creative_format, reason: 'mime_refused' };
    if (statedSeconds !== undefined && Math.abs(statedSeconds - vast.duration_s) > DURATION_TOLERANCE_S)
      return { loss: LOSS.animation_too_long, reason: 'duration_refused' };
  }
  const seconds = vast?.duration_s ?? statedSeconds;
  return seconds === undefined || isLengthAllowed(seconds, limits)
    ? null
    : { loss: LOSS.animation_too_long, reason: 'duration_refused' };
}

export const markup: Check = (bid, { policy }, imp) => {
  const media = offeredMedia(bid, imp);
  if (!policy.judges_markup || media === null) return null;
  const { markup: read } = bid;
  if (bid.media === 'native' || read.kind === 'refused') return formatRefused;
  if (bid.media !== 'banner') {
    if (read.kind === 'image' && get(bid.raw, 'adm') !== undefined) return formatRefused;
    return timedMarkup(bid, read.kind === 'vast' ? read.vast : null, media);
  }
  if (read.kind === 'vast') return formatRefused;
  if (read.kind === 'none' || read.mime === null || isMimeAllowed(read.mime, limitsOf(media))) return null;
  return { loss: LOSS.creative_format, reason: 'mime_refused' };
};

const isSameShape = (w: number, h: number, ratioW: number, ratioH: number) =>
  Math.abs((w * ratioH) / (h * ratioW) - 1) < RATIO_TOLERANCE;

/** Exact, or the same shape, which scales; another shape only where bars around it are allowed. */
function isSizeAllowed(w: number, h: number, media: Json, isTimed: boolean): boolean {
  const limits = limitsOf(media);
  const sizes = [
    ...(limits.w !== null && limits.h !== null ? [{ w: limits.w, h: limits.h }] : []),
    ...limits.formats.flatMap(one => {
      const [fw, fh] = [numberOf(get(one, 'w')), numberOf(get(one, 'h'))];
      return fw === undefined || fh === undefined ? [] : [{ w: fw, h: fh }];
    }),
  ];
  const ratios = limits.formats.flatMap(one => {
    const [rw, rh] = [numberOf(get(one, 'wratio')), numberOf(get(one, 'hratio'))];
    return rw === undefined || rh === undefined ? [] : [{ rw, rh, wmin: numberOf(get(one, 'wmin')) ?? 0 }];
  });
  if (sizes.length === 0 && ratios.length === 0) return true;
  if (sizes.some(size => size.w === w && size.h === h)) return true;
  if (ratios.some(({ rw, rh, wmin }) => w >= wmin && isSameShape(w, h, rw, rh))) return true;
  return isTimed && (limits.isBoxingAllowed || sizes.some(size => isSameShape(w, h, size.w, size.h)));
}

export const size: Check = (bid, context, imp) => {
  const media = offeredMedia(bid, imp);
  const { policy } = context;
  if (!policy.judges_markup || media === null || bid.media === 'audio') return null;
  const file = bid.markup.kind === 'vast' ? playableFile(bid.markup.vast, media) : null;
  const known = knownCreative(bid, context);
  const w = bid.w ?? file?.w ?? known?.w ?? null;
  const h = bid.h ?? file?.h ?? known?.h ?? null;
  if (w !== null && h !== null && !isSizeAllowed(w, h, media, bid.media === 'video'))
    return { loss: LOSS.creative_size, reason: 'size_refused' };
  const rate = file?.bitrate_kbps;
  const isHeavy =
    (rate !== undefined &&
      (rate > limitsOf(media).maxbitrate ||
        (policy.max_bitrate_kbps !== null && rate > policy.max_bitrate_kbps))) ||
    (policy.max_bytes !== null && (known?.bytes ?? 0) > policy.max_bytes);
  return isHeavy ? { loss: LOSS.creative_size, reason: 'bitrate_refused' } : null;
};

/** Notices are sent by our server; what the screen itself loads must be https. */
export const secure: Check = (bid, { policy }, imp) => {
  if (!policy.judges_markup || !imp.isSecure) return null;
  const { markup: read } = bid;
  const addresses =
    read.kind === 'vast'
      ? [...read.vast.media.map(({ url }) => url), ...read.vast.impressions, ...read.vast.trackers]
      : read.kind === 'image'
        ? [read.url]
        : [];
  return addresses.some(url => /^http:/i.test(url)) ? { loss: LOSS.not_secure, reason: 'not_secure' } : null;
};
