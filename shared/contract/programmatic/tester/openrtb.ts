/** The tools of the OpenRTB tester: nothing of what they are sent is kept (contract §5). */
import * as z from 'zod/mini';
import { endpoint } from '../../wire/endpoint.ts';
import { currency, id, int, text } from '../../wire/wire.ts';
import type { PartnerState } from '../partner.ts';

export const MAX_PAYLOAD_BYTES = 256 * 1024;
/** A request and an answer to it, and what is around them. */
const BODY_LIMIT = 2 * MAX_PAYLOAD_BYTES + 16_384;

export const VALIDATE_MODES = ['strict', 'lenient'] as const;
export const PROFILES = ['generic', 'dooh'] as const;
const mode = z._default(z.enum(VALIDATE_MODES), 'strict');
const profile = z._default(z.enum(PROFILES), 'dooh');
const bytesOf = (text: string) => new TextEncoder().encode(text).length;
/** What is nested too deeply to be written is not small. */
function isWithinBytes(value: unknown): boolean {
  try {
    return value === undefined || bytesOf(JSON.stringify(value)) <= MAX_PAYLOAD_BYTES;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
export const isSmall = z.refine<unknown>(isWithinBytes, { error: 'Invalid input' });
/** Any JSON, or the text that should be JSON. */
export const json = z.unknown().check(
  z.refine(value => value !== undefined, { error: 'Required' }),
  isSmall,
);

const access = { who: 'user', area: 'tester', level: 'W' } as const;
export const tool = { method: 'POST', access, changesNothing: true, bodyLimit: BODY_LIMIT } as const;
export const PATH = '/api/programmatic/openrtb';

const patchStep = z.object({
  op: z.enum(['add', 'replace', 'remove', 'move']),
  path: z.string(),
  from: z.optional(z.string()),
  value: z.optional(z.unknown()),
});
export const finding = z.object({
  /** RFC 6901. */
  pointer: z.string(),
  severity: z.enum(['error', 'warning']),
  code: z.string(),
  /** Of the OpenRTB 2.6 specification. */
  section: z.string(),
  message: z.string(),
  suggestion: z.optional(z.string()),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  /** JSON Patch (RFC 6902) of the payload. */
  repair: z.optional(z.array(patchStep)),
});

export const validateOpenrtb = endpoint({
  ...tool,
  path: `${PATH}/validate`,
  summary: 'Check a bid request or response against OpenRTB 2.6; what is no JSON is a finding, too',
  body: z.strictObject({
    kind: z.enum(['request', 'response']),
    mode,
    profile,
    payload: json,
    /** What a response answers: with it, its bids are held to the request. */
    request: z.optional(z.unknown().check(isSmall)),
  }),
  answer: z.object({ valid: z.boolean(), findings: z.array(finding) }),
});

/** What the mock bidder does with a request. */
export const MOCK_PROFILES = [
  'bid',
  'no_bid_204',
  'no_bid_empty',
  'no_bid_seatbid',
  'no_bid_nbr',
  'timeout',
  'error_500',
  'malformed',
  'below_floor',
  'wrong_currency',
  'wrong_impid',
  'wrong_seat',
  'bad_duration',
  'http_asset',
  'replayed_bid_id',
  'slow_burl',
  'duplicate',
  'vast',
  'ssp_pull',
] as const;
export type MockProfile = (typeof MOCK_PROFILES)[number];

/** `off`: the mock bidder is not started. The rest: why nothing came. */
export const SEND_FAULTS = [
  'off',
  'url',
  'unresolved',
  'private',
  'unreachable',
  'timeout',
  'size',
  'encoding',
] as const;
export const SEND_TARGETS = ['mock', 'partner'] as const;
interface SendTarget {
  target?: (typeof SEND_TARGETS)[number];
  partner_id?: string | undefined;
}
/** A partner in test mode is sent requests by hand in these. */
export const TEST_STATES: readonly PartnerState[] = ['testing', 'active', 'paused'];
export const sendOpenrtb = endpoint({
  ...tool,
  access: { ...access, transactions: 'own' },
  path: `${PATH}/send`,
  summary:
    'Send a bid request to the mock bidder of this server or to a partner in test mode, and show its answer as it came',
  limit: 'test_bids',
  body: z
    .strictObject({
      request: z.record(z.string(), z.unknown()),
      target: z._default(z.enum(SEND_TARGETS), 'mock'),
      mock_profile: z._default(z.enum(MOCK_PROFILES), 'bid'),
      /** It is sent as a test, whatever the request says. */
      partner_id: z.optional(id),
    })
    .check(
      z.refine<SendTarget>(({ target, partner_id }) => target !== 'partner' || partner_id !== undefined, {
        ...{ error: 'Required', path: ['partner_id'] },
      }),
    ),
  answer: z.object({
    /** null: nothing came, for the reason in `fault`. */
    status: z.nullable(z.int()),
    fault: z.nullable(z.enum(SEND_FAULTS)),
    latency_ms: z.int(),
    bytes: z.int(),
    text: z.string(),
  }),
});

const MAX_ANSWERS = 20;
const nullableInt = z.nullable(z.int());
const judgedBid = z.object({
  bid_id: z.string(),
  imp_id: z.string(),
  seat: z.string(),
  price_micros: nullableInt,
  cur: z.string(),
  base_micros: nullableInt,
  dealid: z.nullable(z.string()),
  crid: z.nullable(z.string()),
  adomain: z.array(z.string()),
  outcome: z.enum(['eligible', 'rejected']),
  loss_code: nullableInt,
  reason: z.nullable(z.string()),
  /** The row of the order in which bids are judged. */
  check: nullableInt,
});
export const simulateAuction = endpoint({
  ...tool,
  path: `${PATH}/simulate-auction`,
  summary: 'Judge answers to a bid request and rank their bids, as an auction would',
  bodyLimit: 1_048_576,
  body: z.strictObject({
    request: z.record(z.string(), z.unknown()),
    profile,
    answers: z
      .array(
        z.strictObject({
          name: text(1, 80),
          status: z._default(z.nullable(int(100, 599)), 200),
          latency_ms: z._default(int(0, 600_000), 0),
          body: z._default(z.unknown(), null),
        }),
      )
      .check(z.minLength(1), z.maxLength(MAX_ANSWERS)),
    /** Of the base currency a unit of each is worth so much. */
    base_currency: z.optional(currency),
    rates: z._default(z.record(currency, z.number().check(z.gt(0), z.maximum(1_000_000))), {}),
    deals: z._default(
      z.record(
        text(1, 64),
        z.strictObject({ priority: z.optional(int(1, 16)), guaranteed: z.optional(z.boolean()) }),
      ),
      {},
    ),
  }),
  answer: z.object({
    answers: z.array(
      z.object({
        name: z.string(),
        outcome: z.enum(['bids', 'nobid', 'timeout', 'error']),
        nonbid_code: nullableInt,
        problem: z.nullable(z.string()),
        nbr: nullableInt,
        guaranteed_without_bid: z.array(z.string()),
        bids: z.array(judgedBid),
      }),
    ),
    standings: z.array(
      z.object({
        name: z.string(),
        bid_id: z.string(),
        imp_id: z.string(),
        cur: z.string(),
        outcome: z.enum(['won', 'lost']),
        loss_code: z.int(),
        clearing_micros: nullableInt,
        min_to_win_micros: nullableInt,
      }),
    ),
  }),
});

/** Stands in for every value, so that nothing of an auction is told. */
export const AUDIT = 'AUDIT';
export const renderOpenrtbMacros = endpoint({
  ...tool,
  path: `${PATH}/render-macros`,
  summary: 'Fill the macros of a notice or of markup; AUDIT stands in for all values',
  body: z.strictObject({
    text: z.string().check(z.maxLength(MAX_PAYLOAD_BYTES)),
    values: z._default(
      z.union([
        z.literal(AUDIT),
        z.record(
          z.string().check(z.regex(/^AUCTION_[A-Z_]{1,40}$/)),
          z.string().check(z.maxLength(2_048), z.regex(/^\P{Surrogate}*$/u)),
        ),
      ]),
      AUDIT,
    ),
  }),
  answer: z.object({ text: z.string(), unknown: z.array(z.string()) }),
});
