/** Campaigns: what an advertiser has booked, where and when it plays, and how it is doing (contract §4). */
import * as z from 'zod/mini';
import { endpoint } from '../wire/endpoint.ts';
import { entity, statesBefore, type Transitions } from '../wire/entity.ts';
import { byId, common, id, instant, int, MAX_INT, name, text, zone } from '../wire/wire.ts';
import { DECISION_REASONS } from '../playout/decisions.ts';
import { fence, positionLimits } from '../playout/fence.ts';
import { condition, daypart, MAX_CONDITIONS, MAX_DAYPARTS } from '../playout/schedule.ts';

export const CAMPAIGN_STATES = [
  'draft',
  'submitted',
  'approved',
  'scheduled',
  'live',
  'paused',
  'paused_budget',
  'paused_creative',
  'completed',
  'ended',
  'rejected',
] as const;
export type CampaignState = (typeof CAMPAIGN_STATES)[number];
/**
 * OPEN-LIFE-01. Beyond what the contract draws: one that has not begun can be ended, and one that is paused, for
 * whatever reason, completes once its last flight is over, because nothing else would ever end it.
 */
export const CAMPAIGN_TRANSITIONS: Transitions<CampaignState> = {
  draft: ['submitted'],
  submitted: ['approved', 'rejected'],
  approved: ['scheduled'],
  scheduled: ['live', 'ended'],
  live: ['paused', 'paused_budget', 'paused_creative', 'completed', 'ended'],
  paused: ['live', 'completed', 'ended'],
  paused_budget: ['live', 'completed', 'ended'],
  paused_creative: ['live', 'completed', 'ended'],
  completed: [],
  ended: [],
  rejected: ['draft'],
};
/** States in which screens hold its lines; they wait there for its first flight. */
export const ON_SCREENS: readonly CampaignState[] = ['scheduled', 'live'];
/** States that nothing follows. */
export const OVER: readonly CampaignState[] = ['completed', 'ended'];

export const GOALS = ['plays', 'impressions', 'share', 'budget'] as const;
export const CAMPAIGN_CLASSES = ['guaranteed', 'standard', 'house'] as const;
export const PACINGS = ['even', 'asap', 'front'] as const;
export const MAX_FLIGHTS = 20;
export const MAX_FLIGHT_DAYS = 730;
export const MAX_CREATIVES = 50;
const MAX_TARGETS = 500;
const DAY_MS = 86_400_000;

export const flight = z
  .strictObject({
    id: z.optional(id),
    starts_at: instant,
    ends_at: instant,
    dayparts: z._default(z.array(daypart).check(z.maxLength(MAX_DAYPARTS)), []),
    /** Seconds of each hour on each screen. */
    sov_s_per_h: z._default(z.nullable(int(1, 3_600)), null),
  })
  .check(
    z.refine(({ starts_at, ends_at }) => starts_at < ends_at, {
      error: 'The end lies before the start',
      path: ['ends_at'],
    }),
  );
export type Flight = z.infer<typeof flight>;
const flights = z.array(flight).check(
  z.minLength(1),
  z.maxLength(MAX_FLIGHTS),
  z.refine(
    all =>
      Math.max(...all.map(one => Date.parse(one.ends_at))) -
        Math.min(...all.map(one => Date.parse(one.starts_at))) <=
      MAX_FLIGHT_DAYS * DAY_MS,
    `All within ${MAX_FLIGHT_DAYS} days`,
  ),
);

/** Screens without any of them: all of the tenant. */
export const targeting = z.strictObject({
  device_ids: z._default(z.array(id).check(z.maxLength(MAX_TARGETS)), []),
  group_ids: z._default(z.array(id).check(z.maxLength(MAX_TARGETS)), []),
  /** Within the radius of one of these locations. */
  location_ids: z._default(z.array(id).check(z.maxLength(MAX_TARGETS)), []),
  fences: z._default(z.array(fence).check(z.maxLength(MAX_FLIGHTS)), []),
  conditions: z._default(z.array(condition).check(z.maxLength(MAX_CONDITIONS)), []),
  max_fix_age_s: z._default(positionLimits.max_fix_age_s, 120),
  max_accuracy_m: z._default(positionLimits.max_accuracy_m, 150),
  when_unknown: z._default(positionLimits.when_unknown, 'closed'),
});
export type Targeting = z.infer<typeof targeting>;

export const campaignCreative = z.strictObject({ creative_id: id, weight: int(1, 100) });
const isEachOnce = z.refine<{ creative_id: string }[]>(
  all => new Set(all.map(({ creative_id }) => creative_id)).size === all.length,
  'Each only once',
);
/** 1.00 to 10,000,000.00 (OPEN-CONST-02). */
const amount = int(100, 1_000_000_000);

const editable = {
  name,
  advertiser: name,
  note: text(0, 5_000),
  tz: zone,
  goal: z.enum(GOALS),
  /** Of plays or impressions; null where the goal is a share or a budget. */
  goal_amount: z.nullable(int(1, 1_000_000_000)),
  flights,
  targeting,
  creatives: z.array(campaignCreative).check(z.maxLength(MAX_CREATIVES), isEachOnce),
  class: z.enum(CAMPAIGN_CLASSES),
  pacing: z.enum(PACINGS),
  /** In the currency of the tenant. */
  budget_minor: z.nullable(amount),
  daily_minor: z.nullable(amount),
  /** Price of a thousand plays, in millionths of the currency's unit. */
  bid_micros: z.nullable(int(1, MAX_INT)),
  max_per_hour: z.nullable(int(1, 60)),
  max_per_day: z.nullable(int(1, 1_440)),
};
const money = { budget_minor: editable.budget_minor, daily_minor: editable.daily_minor };
const isDailyWithin = z.refine<{ budget_minor?: number | null; daily_minor?: number | null }>(
  ({ budget_minor, daily_minor }) =>
    budget_minor == null || daily_minor == null || daily_minor <= budget_minor,
  { error: 'At most the whole budget', path: ['daily_minor'] },
);
const draft = {
  name,
  advertiser: editable.advertiser,
  note: z._default(editable.note, ''),
  tz: editable.tz,
  goal: z._default(editable.goal, 'plays'),
  goal_amount: z._default(editable.goal_amount, null),
  flights,
  targeting: z._default(targeting, targeting.parse({})),
  creatives: z._default(editable.creatives, []),
  class: z._default(editable.class, 'standard'),
  pacing: z._default(editable.pacing, 'even'),
  budget_minor: z._default(money.budget_minor, null),
  daily_minor: z._default(money.daily_minor, null),
  bid_micros: z._default(editable.bid_micros, null),
  max_per_hour: z._default(editable.max_per_hour, null),
  max_per_day: z._default(editable.max_per_day, null),
};
export const campaignCreate = z.strictObject(draft).check(isDailyWithin);
export const campaignPatch = z.partial(z.strictObject(editable)).check(isDailyWithin);
export type CampaignPatch = z.infer<typeof campaignPatch>;

/** How far a campaign is from its plan. `none`: it has no goal that can be counted, or has not begun. */
export const HEALTHS = ['none', 'on_plan', 'behind', 'ahead'] as const;
export const campaign = z.object({
  ...common,
  ...editable,
  tz: z.string(),
  currency: z.string(),
  state: z.enum(CAMPAIGN_STATES),
  /** Of the first flight and of the last. */
  starts_at: instant,
  ends_at: instant,
  /** Plays that were shown to their end, and what they cost. */
  delivered: int(0, MAX_INT),
  spent_minor: int(0, MAX_INT),
  /** Plays by now if it kept to its plan; null without a plan. */
  expected: z.nullable(int(0, MAX_INT)),
  health: z.enum(HEALTHS),
  /** Screens it may play on. */
  screens: int(0, MAX_INT),
  /** Why it was rejected or ended, in the words of who did it. */
  reason: z.nullable(z.string()),
  submitted_by: z.nullable(id),
  /** An edit of a campaign on screens: it takes effect once it is approved. */
  change: z.nullable(z.partial(z.object(editable))),
});
export type Campaign = z.infer<typeof campaign>;

const why = z.strictObject({ reason: text(10, 1_000) });
const beforeState = (to: CampaignState) => statesBefore(CAMPAIGN_TRANSITIONS, to);
export const campaigns = entity({
  path: '/api/campaigns',
  area: 'campaigns',
  row: campaign,
  create: campaignCreate,
  patch: campaignPatch,
  removable: true,
  listOptions: {
    sorts: ['name', 'advertiser', 'state', 'starts_at', 'ends_at', 'created_at', 'updated_at'],
    defaultSort: '-created_at',
    enums: { status: { state: CAMPAIGN_STATES } },
  },
  actions: {
    submit: { summary: 'Ask for approval', from: beforeState('submitted'), to: 'submitted' },
    approve: {
      summary: 'Give it to the screens',
      from: beforeState('approved'),
      to: 'approved',
      access: { level: 'A' },
    },
    reject: {
      summary: 'Refuse it, with the reason',
      from: beforeState('rejected'),
      to: 'rejected',
      body: why,
      access: { level: 'A' },
    },
    redraft: { summary: 'Work on a rejected one again', from: beforeState('draft'), to: 'draft' },
    pause: { summary: 'Take it off the screens for a while', from: ['live'], to: 'paused', undo: 'resume' },
    resume: {
      summary: 'Give it to the screens again',
      from: ['paused', 'paused_budget', 'paused_creative'],
      to: 'live',
      undo: 'pause',
    },
    end: { summary: 'End it for good', from: beforeState('ended'), to: 'ended', body: why, confirm: true },
    duplicate: { summary: 'Make a draft like it', body: z.strictObject({ name }) },
    'approve-change': {
      summary: 'Let an edit take effect',
      from: ['scheduled', 'live', 'paused', 'paused_budget', 'paused_creative'],
      access: { level: 'A' },
    },
    'drop-change': {
      summary: 'Leave it as it was',
      from: ['scheduled', 'live', 'paused', 'paused_budget', 'paused_creative'],
    },
  },
});

/** What a form for a new one begins with: of the tenant. */
export const campaignDefaults = endpoint({
  method: 'GET',
  path: '/api/campaigns/defaults',
  access: { who: 'user', area: 'campaigns', level: 'R' },
  summary: 'Currency and time zone of new campaigns',
  answer: z.object({ currency: z.string(), tz: z.string() }),
});

/** What can keep a campaign from playing, in the order in which it is looked for. */
export const CHECKS = [
  'state',
  'flight',
  'daypart',
  'targeting',
  'creatives',
  'budget',
  'goal',
  'caps',
  'competing',
  'sync',
] as const;
const diagnosis = z.object({
  checks: z.array(
    z.object({
      check: z.enum(CHECKS),
      /** `warn`: it plays, but less than it could. */
      result: z.enum(['pass', 'warn', 'fail']),
      /** The figures the result rests on: counts, instants, ids. */
      facts: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
    }),
  ),
});
export type Diagnosis = z.infer<typeof diagnosis>;
const read = { who: 'user', area: 'campaigns', level: 'R' } as const;
export const diagnoseCampaign = endpoint({
  method: 'GET',
  path: '/api/campaigns/:id/diagnose',
  access: read,
  summary: 'Why it plays, or why not',
  params: byId,
  answer: diagnosis,
});

const losses = z.object({
  /** Times that one of its screens chose what plays next while it held the campaign. */
  decisions: int(0, MAX_INT),
  /** They add up to it; those that never happened are left out. */
  reasons: z.array(z.object({ reason: z.enum(DECISION_REASONS), n: int(1, MAX_INT) })),
});
export type Losses = z.infer<typeof losses>;
/** Days that the counters of screens are kept, and looked back on. */
export const LOSS_DAYS = 7;
export const campaignLosses = endpoint({
  method: 'GET',
  path: '/api/campaigns/:id/losses',
  access: read,
  summary: 'Why screens chose it or not, as they counted themselves',
  params: byId,
  answer: losses,
});

const delivery = z.object({
  /** By the days of the campaign's zone. `planned`: null without a goal that can be counted. */
  days: z.array(z.object({ day: z.string(), plays: int(0, MAX_INT), planned: z.nullable(z.number()) })),
  creatives: z.array(z.object({ id, name: z.string(), plays: int(0, MAX_INT), duration_ms: z.number() })),
  /** The screens with the most plays. */
  devices: z.array(z.object({ id, name: z.string(), plays: int(0, MAX_INT), last_at: instant })),
});
export type Delivery = z.infer<typeof delivery>;
export const campaignDelivery = endpoint({
  method: 'GET',
  path: '/api/campaigns/:id/delivery',
  access: read,
  summary: 'What was played of it, beside its plan',
  params: byId,
  answer: delivery,
});

/** What holds a forecast down. */
export const FORECAST_LIMITS = [
  'no_screens',
  'no_history',
  'no_creatives',
  'caps',
  'sold',
  'place',
  'hours',
] as const;
const forecast = z.object({
  screens: int(0, MAX_INT),
  /** Hours in which these screens will be on during the flights. */
  screen_hours: z.number(),
  /** Seconds an hour that guaranteed campaigns have already taken. */
  sold_s_per_h: z.number(),
  plays: z.object({ low: int(0, MAX_INT), likely: int(0, MAX_INT), high: int(0, MAX_INT) }),
  cost_minor: z.nullable(int(0, MAX_INT)),
  limits: z.array(z.enum(FORECAST_LIMITS)),
  /** Campaigns whose share and this one's are more than an hour holds. */
  conflicts: z.array(z.object({ id, name: z.string(), sov_s_per_h: int(1, 3_600) })),
});
export type Forecast = z.infer<typeof forecast>;
export const forecastCampaign = endpoint({
  method: 'POST',
  path: '/api/campaigns/forecast',
  access: { who: 'user', area: 'campaigns', level: 'R' },
  summary: 'What such a campaign could deliver, by what the fleet has shown before',
  body: z.strictObject({
    ...draft,
    name: z._default(text(0, 120), ''),
    advertiser: z._default(text(0, 120), ''),
    /** The campaign itself, whose share is not one that others have taken. */
    id: z.optional(id),
  }),
  answer: forecast,
});
