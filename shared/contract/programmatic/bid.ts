/** What partners bid, and the life of what was sold of it (contract §5). */
import * as z from 'zod/mini';
import { endpoint } from '../wire/endpoint.ts';
import type { Transitions } from '../wire/entity.ts';
import { byId, enumList, id, instant, int, logOf, logQuery, MAX_INT, text } from '../wire/wire.ts';

/** test: a sound bid of a partner in test mode, which competes with nothing that is paid. */
export const BID_OUTCOMES = ['won', 'lost', 'test', 'rejected', 'nobid', 'timeout', 'error'] as const;
/** How one request to a partner ended; one that answers with bids that are all refused has bid. */
export const CALL_OUTCOMES = ['bid', 'nobid', 'timeout', 'error', 'skipped'] as const;
export type CallOutcome = (typeof CALL_OUTCOMES)[number];
/** As Prebid Server counts them; `skipped` calls have none. */
export const ERROR_CLASSES = [
  'badinput',
  'badserverresponse',
  'timeout',
  'failedtorequestbid',
  'validation',
  'tmaxtimeout',
  'unknown_error',
] as const;
export type ErrorClass = (typeof ERROR_CLASSES)[number];

export const SPOT_STATES = [
  ...(['granted', 'delivered', 'ready', 'playing', 'played', 'reported', 'billable', 'billed'] as const),
  ...(['expired_unplayed', 'released', 'revoked', 'failed_playback', 'makegood'] as const),
  ...(['late', 'held', 'dropped', 'duplicate', 'disputed'] as const),
] as const;
export type SpotState = (typeof SPOT_STATES)[number];
const ENDS = ['expired_unplayed', 'revoked'] as const;
/** How a report may be judged, in time or not. */
const JUDGED = ['billable', 'billed', 'held', 'makegood', 'dropped', 'failed_playback', 'disputed'] as const;
/** Steps on the screen may be told late or not at all, so each may be left out. */
export const SPOT_TRANSITIONS: Transitions<SpotState> = {
  granted: ['delivered', 'ready', 'playing', 'played', 'reported', ...JUDGED, ...ENDS],
  delivered: ['ready', 'playing', 'played', 'reported', ...JUDGED, ...ENDS],
  ready: ['playing', 'played', 'reported', ...JUDGED, ...ENDS],
  playing: ['played', 'reported', ...JUDGED, ...ENDS],
  played: ['reported', ...JUDGED],
  reported: ['late', 'duplicate', ...JUDGED],
  late: ['held', 'billable', 'billed', 'makegood', 'dropped'],
  held: ['billable', 'billed', 'makegood', 'dropped', 'disputed'],
  billable: ['billed', 'disputed'],
  billed: ['disputed'],
  /** A play that comes after all: by what was agreed on late plays. */
  expired_unplayed: ['released', 'billable', 'billed', 'held', 'failed_playback', 'makegood', 'dropped'],
  /** Whether its partner heard of the end decides which: what was told is held. */
  released: ['billable', 'billed', 'held', 'failed_playback', 'makegood', 'dropped'],
  /** A play that began before it was stopped. */
  revoked: ['billable', 'billed', 'held', 'failed_playback', 'makegood', 'dropped'],
  failed_playback: ['makegood'],
  /** A second spot, or a play of the first that comes after all. */
  makegood: ['granted', 'billable', 'billed', 'held'],
  dropped: [],
  duplicate: [],
  disputed: ['billable', 'dropped'],
};

const micros = z.nullable(int(0, MAX_INT));
const when = z.nullable(instant);
const words = z.array(z.string());
/** What a won bid sold, and how far it has come. */
export const spot = z.object({
  state: z.enum(SPOT_STATES),
  /** Why it ended without being billed, in a word. */
  reason: z.nullable(z.string()),
  /** An emergency alert took its time, from which on a second spot was owed; null: none did. */
  displaced_at: when,
  /** When that second spot was planned, at the price of the first. */
  replanned_at: when,
  creative_id: z.nullable(id),
  creative_sha256: z.nullable(z.string()),
  /** ms for which it is shown, as it was sold. */
  length_ms: z.nullable(int(0, MAX_INT)),
  /** Decimal text with four places. */
  multiplier: z.string(),
  min_to_win_micros: micros,
  play_from: instant,
  play_to: instant,
  play_deadline: instant,
  report_deadline: instant,
  lease_id: z.nullable(id),
  play_id: z.nullable(id),
  delivered_at: when,
  ready_at: when,
  played_at: when,
  reported_at: when,
  billable_at: when,
  billed_at: when,
  ended_at: when,
});
export type Spot = z.infer<typeof spot>;

export const bid = z.object({
  id,
  auction_id: id,
  partner_id: id,
  partner_name: z.nullable(z.string()),
  placement_id: id,
  device_id: id,
  device_name: z.string(),
  at: instant,
  outcome: z.enum(BID_OUTCOMES),
  seat: z.nullable(z.string()),
  /** The partner's own. */
  bid_id: z.nullable(z.string()),
  imp_id: z.nullable(z.string()),
  price_micros: micros,
  cur: z.nullable(z.string()),
  base_micros: micros,
  dealid: z.nullable(z.string()),
  deal_id: z.nullable(id),
  crid: z.nullable(z.string()),
  adomain: words,
  cat: words,
  attr: z.array(z.int()),
  dur: z.nullable(z.int()),
  mime: z.nullable(z.string()),
  w: z.nullable(z.int()),
  h: z.nullable(z.int()),
  exp: z.nullable(z.int()),
  loss_code: z.nullable(z.int()),
  nonbid_code: z.nullable(z.int()),
  nbr: z.nullable(z.int()),
  http_status: z.nullable(z.int()),
  latency_ms: z.int(),
  /** Its request and answer are still kept. */
  has_payload: z.boolean(),
  /** null: it did not win. */
  spot: z.nullable(spot),
});
export type Bid = z.infer<typeof bid>;

const access = { who: 'user', area: 'prog_logs', level: 'R' } as const;
/** What narrows auctions and bids alike. */
export const bidFilter = {
  partner_id: z.optional(id),
  device_id: z.optional(id),
  /** Of the partner: as it stands in the bid. */
  dealid: z.optional(text(1, 64)),
  deal_id: z.optional(id),
  /** Sold spots whose time an emergency alert took. */
  displaced: z.optional(z.literal('true')),
  outcome: enumList(BID_OUTCOMES),
  spot_state: enumList(SPOT_STATES),
  /** A loss code, a Prebid code of no bid, or the partner's own. */
  code: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(10_000))),
};
export const listBids = endpoint({
  method: 'GET',
  path: '/api/programmatic/bids',
  access,
  summary: 'Bids and answers without one, newest first',
  query: z.extend(logQuery, bidFilter),
  answer: logOf(bid),
});

export const SPOT_DECISIONS = ['bill', 'drop'] as const;
export type SpotDecision = (typeof SPOT_DECISIONS)[number];
/** A play that came late, or at another time than was sold, waits seven days for this. 409 STATE where nothing waits. */
export const decideSpot = endpoint({
  method: 'POST',
  path: '/api/programmatic/bids/:id/decide',
  access: { who: 'user', area: 'settings', level: 'W' },
  summary: 'Bill a sold spot whose play is held, or let it go',
  params: byId,
  body: z.strictObject({ decision: z.enum(SPOT_DECISIONS) }),
  answer: bid,
});

export const bidPayload = z.object({
  bid_id: id,
  at: instant,
  http_status: z.nullable(z.int()),
  /** As JSON text, without what names a device or an address. */
  request: z.string(),
  /** null: nothing came. */
  response: z.nullable(z.string()),
  kept_until: instant,
});
export type BidPayload = z.infer<typeof bidPayload>;
export const readBidPayload = endpoint({
  method: 'GET',
  path: '/api/programmatic/bids/:id/payload',
  access: { who: 'user', area: 'settings', level: 'R' },
  summary: 'What was sent to a partner and what it answered, as long as it is kept',
  params: byId,
  answer: bidPayload,
});
export const exportTestCase = endpoint({
  method: 'GET',
  path: '/api/programmatic/bids/:id/test-case',
  access: { who: 'user', area: 'settings', level: 'R' },
  summary: 'The same as a case of the tester, in the form of Prebid Server',
  params: byId,
  answer: 'text',
});

export const bidLogSampling = z.object({
  /** Percent of auctions whose payloads are kept beside those of wins and errors. */
  sample_pct: int(1, 100),
  kept_d: z.int(),
  version: int(0, MAX_INT),
});
export type BidLogSampling = z.infer<typeof bidLogSampling>;
export const readSampling = endpoint({
  method: 'GET',
  path: '/api/programmatic/bid-logs/sampling',
  access,
  summary: 'How many payloads are kept',
  answer: bidLogSampling,
});
export const putSampling = endpoint({
  method: 'PUT',
  path: '/api/programmatic/bid-logs/sampling',
  access: { who: 'user', area: 'settings', level: 'W' },
  summary: 'Set how many payloads are kept',
  versioned: true,
  body: z.strictObject({ sample_pct: bidLogSampling.shape.sample_pct }),
  answer: bidLogSampling,
});
