/** Campaigns: what an advertiser has booked, where and when it plays, and how it is doing (contract §4). */
import * as z from 'zod/mini';
import { entity, statesBefore, type Transitions } from '../wire/entity.ts';
import { common, currency, id, instant, int, MAX_INT, name, text, zone } from '../wire/wire.ts';
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
/** Nothing of these was ever meant to be on a screen. */
export const UNDECIDED: readonly CampaignState[] = ['draft', 'submitted', 'rejected'];
/** States in which screens hold its lines; they wait there for its first flight. */
export const ON_SCREENS: readonly CampaignState[] = ['scheduled', 'live'];
/** From its approval to its end: it takes its share of the screens, and the clock moves it. */
export const BOOKED: readonly CampaignState[] = [
  'approved',
  'scheduled',
  'live',
  'paused',
  'paused_budget',
  'paused_creative',
];
/** States that nothing follows. */
export const OVER: readonly CampaignState[] = ['completed', 'ended'];
/** Neither what is over nor what waits for a decision or was refused. */
export const isEditable = ({ state }: { state: CampaignState }) =>
  ![...OVER, 'submitted', 'rejected'].includes(state);

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
  /** On screens that can tell one ride from the next. */
  max_per_ride: z.nullable(int(1, 60)),
};
const money = { budget_minor: editable.budget_minor, daily_minor: editable.daily_minor };
const isDailyWithin = z.refine<{ budget_minor?: number | null; daily_minor?: number | null }>(
  ({ budget_minor, daily_minor }) =>
    budget_minor == null || daily_minor == null || daily_minor <= budget_minor,
  { error: 'At most the whole budget', path: ['daily_minor'] },
);
export const campaignDraft = {
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
  max_per_ride: z._default(editable.max_per_ride, null),
};
export const campaignCreate = z.strictObject(campaignDraft).check(isDailyWithin);
export const campaignPatch = z.partial(z.strictObject(editable)).check(isDailyWithin);
export type CampaignPatch = z.infer<typeof campaignPatch>;

interface WithEdit {
  state: CampaignState;
  change: object | null;
  change_reason: string | null;
}
/** An edit that may still take effect. */
export const hasChange = ({ state, change }: Omit<WithEdit, 'change_reason'>) =>
  change !== null && BOOKED.includes(state);
/** One that was rejected waits no more until it is changed. */
export const hasWaitingChange = (row: WithEdit) => hasChange(row) && row.change_reason === null;

/** A campaign that was submitted awaits approval, and so does one with an edit. */
export const APPROVALS = ['awaited'] as const;

/** How far a campaign is from its plan. `none`: it has no goal that can be counted, or has not begun. */
export const HEALTHS = ['none', 'on_plan', 'behind', 'ahead'] as const;
export const campaign = z.object({
  ...common,
  ...editable,
  tz: z.string(),
  currency,
  state: z.enum(CAMPAIGN_STATES),
  /** Of the first flight and of the last. */
  starts_at: instant,
  ends_at: instant,
  /** Plays that were shown to their end, and what they cost. */
  delivered: int(0, MAX_INT),
  /** Plays that screens hold leases for and have not reported: with `delivered` they never pass the goal. */
  outstanding: int(0, MAX_INT),
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
  /** Why the edit was rejected, in the words of who did it; once it is changed it waits again. */
  change_reason: z.nullable(z.string()),
  /** Whoever reads it wrote of what waits for approval, and somebody else may decide about it: he may not. */
  is_own: z.boolean(),
});
export type Campaign = z.infer<typeof campaign>;

const why = z.strictObject({ reason: text(10, 1_000) });
const beforeState = (to: CampaignState) => statesBefore(CAMPAIGN_TRANSITIONS, to);
export const campaigns = entity({
  path: '/api/campaigns',
  bulk: ['delete', 'restore', 'submit', 'pause', 'resume', 'end'],
  area: 'campaigns',
  row: campaign,
  create: campaignCreate,
  patch: campaignPatch,
  removable: true,
  listOptions: {
    sorts: ['name', 'advertiser', 'state', 'starts_at', 'ends_at', 'created_at', 'updated_at'],
    defaultSort: '-created_at',
    enums: { status: { state: CAMPAIGN_STATES }, approval: { approval: APPROVALS } },
  },
  actions: {
    submit: { summary: 'Ask for approval', from: beforeState('submitted'), to: 'submitted' },
    /** Where it stands afterwards, the clock decides in the same moment. */
    approve: {
      summary: 'Give it to the screens',
      from: beforeState('approved'),
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
    /** It is live then, unless its time, its budget or its creatives say otherwise. */
    resume: {
      summary: 'Give it to the screens again',
      from: ['paused', 'paused_budget', 'paused_creative'],
      undo: 'pause',
    },
    end: { summary: 'End it for good', from: beforeState('ended'), to: 'ended', body: why, confirm: true },
    duplicate: { summary: 'Make a draft like it', body: z.strictObject({ name }) },
    'approve-change': {
      summary: 'Let an edit take effect',
      from: BOOKED,
      access: { level: 'A' },
      versioned: 'optional',
    },
    'reject-change': {
      summary: 'Refuse an edit, with the reason',
      from: BOOKED,
      body: why,
      access: { level: 'A' },
      versioned: 'optional',
    },
    'drop-change': {
      summary: 'Leave it as it was',
      from: BOOKED,
      versioned: 'optional',
    },
  },
});
