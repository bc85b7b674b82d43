/** What the form of a campaign holds, and its way to the body of the call and back. */
import * as z from 'zod/mini';
import { instant } from '../../../shared/clock.ts';
import {
  campaignCreative,
  campaignPatch,
  flight,
  MAX_CREATIVES,
  MAX_FLIGHTS,
  targeting,
  type Campaign,
  type CampaignPatch,
} from '../../../shared/contract/sales/campaign.ts';

/** Goals that are a number of something. */
export const COUNTED = ['plays', 'impressions'];

const patch = campaignPatch.shape;
/** Targets stand flat in it; currency and id are only looked at. */
export const campaignForm = z
  .strictObject({
    ...{ name: z.nonoptional(patch.name), advertiser: z.nonoptional(patch.advertiser), note: patch.note },
    ...{ tz: z.nonoptional(patch.tz), goal: patch.goal, goal_amount: patch.goal_amount },
    flights: z.array(flight).check(z.minLength(1), z.maxLength(MAX_FLIGHTS)),
    ...targeting.shape,
    creatives: z.array(campaignCreative).check(z.maxLength(MAX_CREATIVES)),
    ...{ class: patch.class, pacing: patch.pacing, budget_minor: patch.budget_minor },
    ...{ daily_minor: patch.daily_minor, bid_micros: patch.bid_micros },
    ...{ max_per_hour: patch.max_per_hour, max_per_day: patch.max_per_day, max_per_ride: patch.max_per_ride },
    ...{ currency: z.optional(z.string()), id: z.optional(z.string()) },
  })
  .check(
    z.refine(({ goal, goal_amount }) => !COUNTED.includes(goal ?? '') || goal_amount != null, {
      error: 'Required',
      path: ['goal_amount'],
    }),
    z.refine(
      ({ budget_minor, daily_minor }) =>
        budget_minor == null || daily_minor == null || daily_minor <= budget_minor,
      { error: 'At most the whole budget', path: ['daily_minor'] },
    ),
  );

const LOOKED_AT: readonly string[] = ['currency', 'id'];
const TARGETS: readonly string[] = [
  ...['device_ids', 'group_ids', 'location_ids', 'fences'],
  ...['when_unknown', 'max_fix_age_s', 'max_accuracy_m', 'conditions'],
];

/** Values of the form of a campaign, with the edit that waits. */
export function valuesOf(campaign: Campaign): Record<string, unknown> {
  const { change, ...row } = campaign;
  const { targeting: targets, ...rest } = { ...row, ...change };
  return { ...rest, ...targets };
}

/** As the form has them, without what it has no field for. */
export function formValuesOf(campaign: Campaign): Record<string, unknown> {
  const names = Object.keys(campaignForm.shape);
  return Object.fromEntries(Object.entries(valuesOf(campaign)).filter(([name]) => names.includes(name)));
}

/** Only what was changed; targets go as a whole. */
export function bodyOf(values: Readonly<Record<string, unknown>>, campaign?: Campaign): CampaignPatch {
  const isTarget = (name: string) => TARGETS.includes(name);
  const rest = Object.fromEntries(
    Object.entries(values).filter(([name]) => !isTarget(name) && !LOOKED_AT.includes(name)),
  );
  if (!Object.keys(values).some(isTarget)) return rest;
  const before = campaign?.change?.targeting ?? campaign?.targeting ?? targeting.parse({});
  const changed = Object.fromEntries(TARGETS.flatMap(name => (name in values ? [[name, values[name]]] : [])));
  return { ...rest, targeting: { ...before, ...changed } };
}

const WEEK_MS = 7 * 86_400_000;
const HOUR_MS = 3_600_000;
/** A week from the next full hour. */
export function blankCampaign(
  now: number,
  defaults: { currency: string; tz: string },
): Record<string, unknown> {
  const start = Math.ceil(now / HOUR_MS) * HOUR_MS;
  return {
    ...{ name: '', advertiser: '', note: '', goal: 'plays', goal_amount: null },
    ...defaults,
    flights: [
      { starts_at: instant(start), ends_at: instant(start + WEEK_MS), sov_s_per_h: null, dayparts: [] },
    ],
    ...{ device_ids: [], group_ids: [], location_ids: [], fences: [], conditions: [] },
    ...{ when_unknown: 'closed', max_fix_age_s: 120, max_accuracy_m: 150 },
    ...{ creatives: [], class: 'standard', pacing: 'even' },
    ...{
      budget_minor: null,
      daily_minor: null,
      bid_micros: null,
      max_per_hour: null,
      max_per_day: null,
      max_per_ride: null,
    },
  };
}
