/** Deals with a partner: on which screens, at which floor, and when (contract §5, OpenRTB 2.6 §3.2.12). */
import * as z from 'zod/mini';
import { daypart, MAX_DAYPARTS } from '../playout/schedule.ts';
import { endpoint } from '../wire/endpoint.ts';
import { entity, statesBefore, type Transitions } from '../wire/entity.ts';
import { fence } from '../playout/fence.ts';
import { PLACEMENT_MEDIA } from './placement.ts';
import { byId, common, currency, id, instant, int, MAX_INT, name, tags, text, zone } from '../wire/wire.ts';
import { adomains, crid } from './creativeMapping.ts';
import { MAX_SEAT_LENGTH } from './partner.ts';

export const DEAL_TYPES = ['pmp', 'preferred', 'guaranteed', 'package'] as const;
export const DEAL_STATES = [
  ...(['draft', 'proposed', 'accepted', 'rejected', 'active', 'paused'] as const),
  ...(['completed', 'cancelled', 'expired'] as const),
] as const;
export type DealState = (typeof DEAL_STATES)[number];
export const DEAL_TRANSITIONS: Transitions<DealState> = {
  draft: ['proposed', 'cancelled'],
  proposed: ['accepted', 'rejected', 'cancelled'],
  accepted: ['active', 'cancelled', 'expired'],
  rejected: [],
  active: ['paused', 'completed', 'cancelled', 'expired'],
  paused: ['active', 'completed', 'cancelled', 'expired'],
  completed: [],
  cancelled: [],
  expired: [],
};
export const FLOOR_MODES = ['cpm', 'cpm_per_sec', 'durfloors'] as const;
export const DEAL_PRIORITY = { first: 1, last: 16 } as const;
const MAX_LIST = 100;
const MAX_DURFLOORS = 10;
const MAX_SECONDS = 300;
const MAX_FENCES = 20;
const MAX_DAILY = 1_000_000;
const micros = int(0, MAX_INT);

/** One kind of floor in a deal (7.11.2), and its currency always beside it. */
const floor = z.discriminatedUnion('mode', [
  z.strictObject({ mode: z.literal('cpm'), amount_micros: micros, currency }),
  z.strictObject({ mode: z.literal('cpm_per_sec'), amount_micros: micros, currency }),
  z.strictObject({
    mode: z.literal('durfloors'),
    currency,
    durfloors: z
      .array(
        z
          .strictObject({
            mindur: z._default(z.nullable(int(0, MAX_SECONDS)), null),
            maxdur: z._default(z.nullable(int(0, MAX_SECONDS)), null),
            floor_micros: micros,
          })
          .check(
            z.refine(({ mindur, maxdur }) => mindur !== null || maxdur !== null, 'A length is missing'),
            z.refine(
              ({ mindur, maxdur }) => mindur === null || maxdur === null || mindur <= maxdur,
              'At least is above at most',
            ),
          ),
      )
      .check(z.minLength(1, 'Required'), z.maxLength(MAX_DURFLOORS)),
  }),
]);
export type DealFloor = z.infer<typeof floor>;
/** All placements the partner knows where nothing is named; else those that fit each list that is not empty. */
const inventory = z.strictObject({
  placement_ids: z._default(z.array(id).check(z.maxLength(5_000)), []),
  /** Of their screens. */
  tags: z._default(tags, []),
  /** OpenOOH 1.1. */
  venue_ids: z._default(z.array(text(1, 8)).check(z.maxLength(MAX_LIST)), []),
  /** Where the screen was last; what was nowhere yet is left out. */
  geo: z._default(z.array(fence).check(z.maxLength(MAX_FENCES)), []),
  /** A placement that offers anything else, too, is left out. */
  media: z._default(z.array(z.enum(PLACEMENT_MEDIA)), []),
});
/** What a guaranteed deal owes; at least one of them. */
const commit = z.strictObject({
  impressions: z._default(z.nullable(int(1, MAX_INT)), null),
  plays: z._default(z.nullable(int(1, MAX_INT)), null),
  spend_micros: z._default(z.nullable(int(1, MAX_INT)), null),
});
const editable = {
  name,
  type: z.enum(DEAL_TYPES),
  /** Nothing but the deals of its request may win. */
  private_auction: z.boolean(),
  /** First price, second price, and 3: the floor is the agreed price. */
  at: int(1, 3),
  floor,
  wseat: z.array(text(1, MAX_SEAT_LENGTH)).check(z.maxLength(MAX_LIST)),
  wadomain: adomains,
  starts_at: instant,
  ends_at: instant,
  tz: zone,
  dayparts: z.array(daypart).check(z.maxLength(MAX_DAYPARTS)),
  inventory,
  commit: z.nullable(commit),
  /** Plays sold on one day of its zone; null: as many as there are. */
  daily_cap: z.nullable(int(1, MAX_DAILY)),
  priority: int(DEAL_PRIORITY.first, DEAL_PRIORITY.last),
  allowed_crids: z.array(crid).check(z.maxLength(MAX_LIST)),
  blocked_cats: z.array(text(1, 20)).check(z.maxLength(MAX_LIST)),
};
export const deal = z.object({
  ...common,
  ...editable,
  /** Rows keep what was valid once. */
  tz: z.string(),
  deal_code: z.string(),
  partner_id: id,
  partner_name: z.string(),
  /** OpenRTB `guar`: the buyer bids on every request. */
  guar: z.boolean(),
  state: z.enum(DEAL_STATES),
  /** Why it was rejected or cancelled. */
  reason: z.nullable(z.string()),
});
export type Deal = z.infer<typeof deal>;

const owesSomething = z.refine<{
  type: (typeof DEAL_TYPES)[number];
  commit?: z.infer<typeof commit> | null;
}>(
  ({ type, commit: owed }) =>
    type !== 'guaranteed' || Object.values(owed ?? {}).some(amount => amount !== null),
  { path: ['commit'], error: 'A guaranteed deal says what it owes' },
);
const inOrder = z.refine<{ starts_at?: string | undefined; ends_at?: string | undefined }>(
  ({ starts_at, ends_at }) => starts_at === undefined || ends_at === undefined || starts_at < ends_at,
  { path: ['ends_at'], error: 'The end lies before the start' },
);
export const dealCreate = z
  .strictObject({
    ...editable,
    partner_id: id,
    deal_code: z.string().check(z.regex(/^[A-Za-z0-9._:-]{1,64}$/, 'Letters, digits, . _ : -')),
    private_auction: z._default(z.boolean(), false),
    at: z._default(editable.at, 1),
    wseat: z._default(editable.wseat, []),
    wadomain: z._default(editable.wadomain, []),
    dayparts: z._default(editable.dayparts, []),
    inventory: z._default(inventory, { placement_ids: [], tags: [], venue_ids: [], geo: [], media: [] }),
    commit: z._default(editable.commit, null),
    daily_cap: z._default(editable.daily_cap, null),
    priority: z._default(editable.priority, 8),
    allowed_crids: z._default(editable.allowed_crids, []),
    blocked_cats: z._default(editable.blocked_cats, []),
  })
  .check(owesSomething, inOrder);
export const dealPatch = z.partial(z.strictObject(editable)).check(inOrder);

const reaches = <const S extends DealState>(to: S) => ({ from: statesBefore(DEAL_TRANSITIONS, to), to });
const reason = z.strictObject({ reason: text(3, 500) });
/** What was agreed is changed no more. */
export const isDealEditable = (state: DealState) => state === 'draft' || state === 'proposed';
export const deals = entity({
  path: '/api/programmatic/deals',
  bulk: ['delete', 'restore', 'propose', 'activate', 'pause', 'cancel'],
  area: 'programmatic',
  row: deal,
  create: dealCreate,
  patch: dealPatch,
  /** A draft alone: bids name what was sent to a partner. */
  removable: true,
  listOptions: {
    sorts: ['name', 'partner_name', 'priority', 'starts_at', 'ends_at', 'state', 'created_at', 'updated_at'],
    defaultSort: '-created_at',
    enums: { status: { state: DEAL_STATES }, type: { type: DEAL_TYPES } },
    ids: ['partner_id'],
  },
  actions: {
    propose: { ...reaches('proposed'), summary: 'Say that it was offered to the partner' },
    accept: { ...reaches('accepted'), summary: 'Say that the partner has agreed', confirm: true },
    reject: { ...reaches('rejected'), summary: 'Say that the partner has refused', body: reason },
    activate: { ...reaches('active'), summary: 'Send it with requests', undo: 'pause' },
    pause: { ...reaches('paused'), summary: 'Send it with no request for now', undo: 'activate' },
    cancel: { ...reaches('cancelled'), summary: 'End it before its time', body: reason },
  },
});

/** In the order in which a request asks them. */
export const DEAL_CHECKS = [
  ...(['account', 'partner', 'region', 'calls', 'state', 'time', 'hours', 'daily_cap'] as const),
  ...(['floor', 'screens', 'creatives'] as const),
] as const;
/** Why an auction leaves out a partner, with all that it may buy. */
export const PARTNER_KEPT_OUT = ['kill_switch', 'partner_state', 'partner_kind'] as const;
/** Why it leaves out a screen of a partner. */
export const SCREEN_KEPT_OUT = [
  ...(['unmapped', 'screen_state', 'unheard', 'closed', 'no_share', 'screen_currency', 'inventory'] as const),
] as const;
export const KEPT_OUT = [
  ...PARTNER_KEPT_OUT,
  ...(['feature_off', 'account_state', 'region', 'lead', 'no_endpoint', 'no_secret', 'breaker'] as const),
  ...(['deal_state', 'before', 'after', 'hours', 'daily_cap', 'partner_currency'] as const),
  ...(['no_screen', 'no_creative'] as const),
] as const;
export type PartnerKeptOut = (typeof PARTNER_KEPT_OUT)[number];
export type ScreenKeptOut = (typeof SCREEN_KEPT_OUT)[number];
export type KeptOut = (typeof KEPT_OUT)[number];
export const explainDeal = endpoint({
  method: 'GET',
  path: '/api/programmatic/deals/:id/explain',
  access: { who: 'user', area: 'programmatic', level: 'R' },
  summary: 'Why a deal would or would not be in the next request',
  params: byId,
  answer: z.object({
    is_eligible: z.boolean(),
    as_of: instant,
    checks: z.array(
      z.object({
        check: z.enum(DEAL_CHECKS),
        passed: z.boolean(),
        /** null: it passes. */
        reason: z.nullable(z.enum(KEPT_OUT)),
        /** Screens or creatives that are there, or percent of requests that the breaker leaves out. */
        count: z.nullable(int(0, MAX_INT)),
        /** A state, a time, a country or a currency that the check read. */
        found: z.nullable(z.string()),
      }),
    ),
    /** Screens that are left out of requests with it, by the first reason that holds for each. */
    screens_left_out: z.array(z.object({ reason: z.enum(SCREEN_KEPT_OUT), count: int(1, MAX_INT) })),
  }),
});
