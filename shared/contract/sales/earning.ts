/** What screens earn their owners, month by month (contract §2). */
import * as z from 'zod/mini';
import { endpoint } from '../wire/endpoint.ts';
import { entity, statesBefore, type Transitions } from '../wire/entity.ts';
import { common, currency, id, instant, int, MAX_INT, text } from '../wire/wire.ts';

export const EARNING_STATES = ['estimated', 'calculated', 'approved', 'paid', 'disputed'] as const;
export type EarningState = (typeof EARNING_STATES)[number];
export const EARNING_TRANSITIONS: Transitions<EarningState> = {
  /** The month is running. */
  estimated: ['calculated'],
  calculated: ['approved', 'disputed'],
  approved: ['paid', 'disputed'],
  paid: [],
  disputed: ['calculated'],
};
/** Their figures are never written again: what comes later is an adjustment of a later month. */
export const CLOSED_EARNINGS: readonly EarningState[] = ['approved', 'paid'];

const MAX_AMOUNT_MINOR = 1_000_000_000;
const REASON_MAX = 500;
const MAX_FEE_PCT = 100;
const minor = int(-MAX_INT, MAX_INT);
const reason = text(3, REASON_MAX);
/** A month of the calendar: `2026-11`. */
export const period = z
  .string()
  .check(z.regex(/^(19[7-9]\d|[2-8]\d{3})-(0[1-9]|1[0-2])$/, 'A month like 2026-11'));

export const earning = z.object({
  ...common,
  owner_user_id: id,
  owner_name: z.string(),
  device_id: id,
  device_name: z.string(),
  /** By the clocks of the tenant's zone. */
  period: z.string(),
  state: z.enum(EARNING_STATES),
  /** Another system counted and paid it: a record that nothing here is paid by. */
  imported: z.boolean(),
  /** How long the screen was on, as its plays show. */
  online_ms: int(0, MAX_INT),
  /** Verified plays of campaigns. */
  plays: int(0, MAX_INT),
  currency,
  gross_minor: int(0, MAX_INT),
  fee_pct: int(0, MAX_FEE_PCT),
  fee_minor: int(0, MAX_INT),
  adjustment_minor: minor,
  net_minor: minor,
  /** What the owner objects to, and what he was told. */
  dispute: z.nullable(z.string()),
  answer: z.nullable(z.string()),
  /** The payout that it is part of; null: none yet. */
  payout_id: z.nullable(id),
});
export type Earning = z.infer<typeof earning>;

/** Plays of one campaign at its price; or of one partner that bought them by auction, which then is the campaign. */
const earningLine = z.object({
  campaign_id: id,
  is_sold: z.optional(z.boolean()),
  name: z.string(),
  plays: int(0, MAX_INT),
  bid_micros: z.nullable(int(0, MAX_INT)),
  gross_minor: int(0, MAX_INT),
});
const adjustment = z.object({
  id,
  amount_minor: minor,
  reason: z.nullable(z.string()),
  /** The month whose plays came late; null: an adjustment by hand. */
  late_period: z.nullable(z.string()),
  late_plays: z.nullable(minor),
  created_at: instant,
});
export const earningDetail = z.extend(earning, {
  /** The month as moments, for the log of its plays. */
  from: instant,
  to: instant,
  lines: z.array(earningLine),
  adjustments: z.array(adjustment),
});
export type EarningDetail = z.infer<typeof earningDetail>;

const listOptions = {
  sorts: [
    ...(['period', 'owner_name', 'device_name', 'plays', 'online_ms', 'gross_minor', 'net_minor'] as const),
    ...(['state', 'created_at', 'updated_at'] as const),
  ],
  defaultSort: '-period',
  enums: { status: { state: EARNING_STATES } },
  ids: ['owner_user_id', 'device_id', 'payout_id'],
  texts: ['period'],
} as const;

export const earnings = entity({
  path: '/api/earnings',
  area: 'earnings',
  row: earning,
  detail: earningDetail,
  listOptions,
  actions: {
    approve: {
      summary: 'Release it for payment; its figures do not change any more',
      from: ['calculated'],
      to: 'approved',
      access: { level: 'A' },
      versioned: 'optional',
      confirm: true,
    },
    adjust: {
      summary: 'Add an amount to it or take one off',
      from: ['estimated', 'calculated', 'disputed'],
      body: z.strictObject({
        amount_minor: int(-MAX_AMOUNT_MINOR, MAX_AMOUNT_MINOR).check(
          z.refine(amount => amount !== 0, { error: 'Not zero' }),
        ),
        reason,
      }),
    },
    answer: {
      summary: 'Answer what its owner objects to',
      from: ['disputed'],
      to: 'calculated',
      body: z.strictObject({ answer: reason }),
    },
  },
});

const figures = z.object({
  state: z.enum(EARNING_STATES),
  plays: int(0, MAX_INT),
  gross_minor: int(0, MAX_INT),
  net_minor: minor,
});
export type EarningFigures = z.infer<typeof figures>;
const change = z.object({
  id,
  period: z.string(),
  owner_name: z.string(),
  device_name: z.string(),
  currency,
  /** null: it was not there. */
  before: z.nullable(figures),
  /** null: there is nothing of it any more. */
  after: z.nullable(figures),
});
export type EarningChange = z.infer<typeof change>;
export const recalculateEarnings = endpoint({
  method: 'POST',
  path: '/api/earnings/recalculate',
  access: { who: 'user', area: 'earnings', level: 'W' },
  summary: 'Count the plays of a month again; what is approved stays, late plays go to a later month',
  body: z.strictObject({ period }),
  answer: z.object({ period: z.string(), unchanged: int(0, MAX_INT), changes: z.array(change) }),
});

/** As its owner sees it in his portal; an administrator sees those of all owners. */
export const ownerEarnings = entity({
  path: '/api/owner/earnings',
  area: 'owner',
  row: earning,
  detail: earningDetail,
  listOptions,
  actions: {
    dispute: {
      summary: 'Object to it',
      from: statesBefore(EARNING_TRANSITIONS, 'disputed'),
      to: 'disputed',
      body: z.strictObject({ reason }),
    },
  },
});

const month = z.object({
  /** The month is over and counted. */
  is_final: z.boolean(),
  period: z.string(),
  currency,
  screens: int(0, MAX_INT),
  online_ms: int(0, MAX_INT),
  plays: int(0, MAX_INT),
  gross_minor: int(0, MAX_INT),
  fee_minor: int(0, MAX_INT),
  adjustment_minor: minor,
  net_minor: minor,
  paid_minor: minor,
});
export type EarningMonth = z.infer<typeof month>;
export const ownerMonths = endpoint({
  method: 'GET',
  path: '/api/owner/earning-months',
  access: { who: 'user', area: 'owner', level: 'R' },
  summary: 'Earnings by month, all screens together, the latest first',
  answer: z.object({ items: z.array(month) }),
});
