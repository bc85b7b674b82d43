/** Plausibility checks: an implausible record is stored as quarantined, with its reasons. Pure. */
import { FIRST_PREV_HASH } from '../../shared/contract/proof/chain.ts';
import { SHORTEST_ITEM_MS } from '../../shared/contract/playout/manifest.ts';
import type { PlaceGrade, PlayRecord } from '../../shared/contract/proof/play.ts';
import { ANYWHERE, gradeOf, type IssuedPlaces } from '../../shared/playout/place/placeRight.ts';
import { isBeforeEnd, isBeforeKey, isClockBack, type Rating, type Timed } from '../../shared/proof/clock.ts';
import {
  isOfNoLoop,
  isOfNoVersion,
  wasNeverIssued,
  type IssuedToScreen,
  type IssuedVersions,
} from './issued.ts';
import { atOnceOf, isAdopted, OVERLAP_MS, type PlacedPlay } from './timeline/atOnce.ts';
import { LONGEST_MS } from './timeline/nearby.ts';
import { isOverspent, type LedgerStretch } from './timeline/seconds.ts';
import { LEASE_REASONS, leaseReason, type LeaseFacts, type LeaseReason } from './underLease.ts';
import { startOf } from './validate.ts';

const FAULTS = [
  'campaign',
  'chain',
  'checkpoint',
  'clock',
  'clock_back',
  'clone',
  'creative',
  'duration',
  'elapsed',
  'future',
  'not_shown',
  'overlap',
  'past',
  'place',
  'playlist',
  'version',
] as const;
type Fault = (typeof FAULTS)[number];
/** Each has a text in the console. */
export const REASONS = [...FAULTS, ...LEASE_REASONS] as const;
export type Reason = Fault | LeaseReason;

/** A neighbouring record in the chain. */
export interface Neighbour extends Timed {
  record_hash: string;
  prev_hash: string;
  zone: PlayRecord['zone'];
  previous_key?: PlayRecord['previous_key'] | null;
  /** How sure its start is; every record that is stored or judged has it. */
  rated?: Rating;
}
/** What screens were ever given of a campaign. */
export interface IssuedCampaign {
  creatives: ReadonlySet<string>;
  places: IssuedPlaces;
}
/** Campaigns that a version of the screen's documents gave by place alone, by their ids. */
export type PlacedByVersion = ReadonlyMap<number, ReadonlySet<string>>;
export interface Context {
  /** ms by the server's clock: now, and the device's first pairing. */
  now: number;
  paired_at: number;
  /** ms; when the key that signs was made. */
  key_since: number;
  /** Epochs that the server has of this screen, of those that the batch takes plays over from. */
  storedEpochs: ReadonlySet<string>;
  /** SHA-256 of each creative, widget and content item of the tenant that the batch names; all that were issued. */
  creatives: ReadonlyMap<string, ReadonlySet<string>>;
  campaigns: ReadonlyMap<string, IssuedCampaign>;
  /** As far as these versions are kept. */
  placed: PlacedByVersion;
  issuedToScreen: IssuedToScreen;
  issuedVersions: IssuedVersions;
  before: Neighbour | null;
  after: Neighbour | null;
  /** The last one before it in its part of the screen; two zones play at once. */
  lastThere: Neighbour | null;
  /** What the screen signed with this batch is no record of its ledger. */
  isCheckpointWrong: boolean;
  /** Of all ledgers of the screen, about its time: stored ones, and those of the batch that were judged before it. */
  nearby: readonly PlacedPlay[];
  /** Of the batch: those that were judged before it, and those that stand after it. */
  judgedBefore: readonly PlacedPlay[];
  judgedAfter: readonly PlacedPlay[];
  stretches: readonly LedgerStretch[];
  underLeases: LeaseFacts;
  /** Plays under its lease that stand before it in the batch. */
  leasedBefore: number;
}

const DAY_MS = 86_400_000;
/** ms and share of its length by which a slow machine may overrun an item. */
const OVERRUN_MS = 2_000;
const OVERRUN_SHARE = 0.1;
/** ms; monotonic readings are not taken at the same instant. */
const READING_MS = 1_000;
const LAST_MS = 4_102_444_800_000;

const tests: Record<Fault, (record: PlayRecord, context: Context) => boolean> = {
  campaign: (r, context) => isOfNoCampaign(r, context),
  chain: (r, { before, after }) =>
    (r.seq === 1 ? r.prev_hash !== FIRST_PREV_HASH : before !== null && r.prev_hash !== before.record_hash) ||
    (after !== null && after.prev_hash !== r.record_hash),
  checkpoint: (_r, { isCheckpointWrong }) => isCheckpointWrong,
  clock: r => !(startOf(r) >= 0 && startOf(r) < LAST_MS),
  clock_back: (r, { before, after }) =>
    (before !== null && isClockBack(before, r)) || (after !== null && isClockBack(r, after)),
  clone: (r, context) => atOnce(r, context) === 'clone',
  creative: (r, { creatives }) => isScheduled(r) && !creatives.get(r.creative_id)?.has(r.creative_sha256),
  duration: r =>
    r.ended_mono_ms < r.started_mono_ms ||
    r.expected_ms > LONGEST_MS ||
    (r.campaign_id !== undefined && r.expected_ms < SHORTEST_ITEM_MS) ||
    r.duration_ms > r.ended_mono_ms - r.started_mono_ms + READING_MS ||
    r.duration_ms > r.expected_ms * (1 + OVERRUN_SHARE) + OVERRUN_MS,
  elapsed: (r, context) => isBeforeLast(r, context) || spendsTooMuch(r, context),
  future: (r, { now }) => startOf(r) > now + DAY_MS,
  not_shown: r => r.result === 'not_shown' && r.duration_ms > 0,
  overlap: (r, context) => overlapsLast(r, context) || atOnce(r, context) === 'overlap',
  past: (r, context) => startOf(r) < context.paired_at - DAY_MS || isOfEarlierKey(r, context),
  place: (r, context) => placeGradeOf(r, context) === 'outside',
  playlist: (r, { issuedVersions }) => isOfNoLoop(r, startOf(r), issuedVersions),
  version: (r, { issuedVersions }) => isOfNoVersion(r, issuedVersions),
};

/**
 * Asked again from what the play says itself; null where it was not sold by place. A play that names no place is judged
 * by the version it was played by; where that is not kept any more, it may be of a time when the campaign had none.
 */
export function placeGradeOf(
  { campaign_id = '', geo, manifest_version }: Pick<PlayRecord, 'campaign_id' | 'geo' | 'manifest_version'>,
  { campaigns, placed }: Pick<Context, 'campaigns' | 'placed'>,
): PlaceGrade | null {
  const places = campaigns.get(campaign_id)?.places ?? {};
  if (!geo) {
    if (Object.keys(places).length === 0) return null;
    return !(ANYWHERE in places) || placed.get(manifest_version)?.has(campaign_id) ? 'outside' : null;
  }
  const place = places[geo.fence_version];
  return place ? gradeOf(geo.fix, place) : 'outside';
}

/** A lease says by itself which screen it was given to. */
const isOfNoCampaign = ({ campaign_id, ...r }: PlayRecord, { campaigns, issuedToScreen }: Context) =>
  campaign_id !== undefined &&
  (!campaigns.get(campaign_id)?.creatives.has(r.creative_id) ||
    (r.lease_id === undefined && wasNeverIssued({ ...r, campaign_id }, issuedToScreen)));

/** A play that is taken over from a ledger of the screen was written with the key of that time, and sealed anew. */
const isOfEarlierKey = (r: PlayRecord, { key_since, storedEpochs }: Context) =>
  isBeforeKey(r, key_since) && !(r.previous_key && storedEpochs.has(r.previous_key.epoch));

const atOnce = (r: PlayRecord, { nearby }: Context) =>
  r.result === 'not_shown' ? null : atOnceOf(r, nearby);
const overlapsLast = (r: PlayRecord, { lastThere }: Context) =>
  lastThere !== null &&
  lastThere.boot_id === r.boot_id &&
  lastThere.started_mono_ms + lastThere.duration_ms - r.started_mono_ms > OVERLAP_MS;
/** What was taken over from another ledger has its number from a later time. */
const isBeforeLast = (r: PlayRecord, { lastThere }: Context) =>
  lastThere !== null && !isAdopted(r) && !isAdopted(lastThere) && isBeforeEnd(lastThere, r);
const spendsTooMuch = (r: PlayRecord, { judgedBefore, judgedAfter, stretches, paired_at, now }: Context) =>
  r.result !== 'not_shown' &&
  isOverspent(r, { before: judgedBefore, after: judgedAfter, stretches, paired_at, now });

/** The bundled house loop and fillers belong to no tenant, so their hash is not checked. */
const isScheduled = (r: PlayRecord) => r.playlist_id !== null || (r.kind !== 'house' && r.kind !== 'filler');

export const quarantineReasons = (record: PlayRecord, context: Context): Reason[] => {
  const lease = leaseReason(record, context.underLeases, context.leasedBefore);
  return [...FAULTS.filter(reason => tests[reason](record, context)), ...(lease === null ? [] : [lease])];
};
