/** The form of a campaign, step by step, and its way to the body of the call and back. */
import * as z from 'zod/mini';
import { creatives } from '../../../shared/contract/content/creative.ts';
import { devices } from '../../../shared/contract/fleet/device.ts';
import { deviceGroups } from '../../../shared/contract/fleet/deviceGroup.ts';
import { locations } from '../../../shared/contract/fleet/location.ts';
import { fence, WHEN_UNKNOWN, type Fence } from '../../../shared/contract/playout/fence.ts';
import {
  CAMPAIGN_CLASSES,
  campaignCreative,
  campaignPatch,
  flight,
  GOALS,
  MAX_CREATIVES,
  MAX_FLIGHTS,
  PACINGS,
  targeting,
  type Campaign,
  type CampaignPatch,
} from '../../../shared/contract/sales/campaign.ts';
import { int } from '../../../shared/contract/wire/wire.ts';
import type { Field, FormStep } from '../../kit/resource/form.ts';
import { ForecastPanel } from './ForecastPanel.tsx';

const COUNTED = ['plays', 'impressions'];
const MONEY = { as: 'money', currency: { field: 'currency' }, nullable: true } as const;
const MAX_TARGETS = 500;
const RADIUS = { min: 25, max: 200_000 };

export const CAMPAIGN_FIELDS: readonly Field<Record<string, unknown>>[] = [
  { name: 'name', input: { as: 'text' } },
  { name: 'advertiser', input: { as: 'text' }, hint: true },
  { name: 'goal', input: { as: 'select', options: GOALS }, hint: true },
  { name: 'goal_amount', input: { as: 'number', nullable: true }, when: { field: 'goal', is: COUNTED } },
  { name: 'tz', input: { as: 'code', of: 'zone' }, hint: true },
  {
    name: 'flights',
    input: {
      as: 'rows',
      min: 1,
      max: MAX_FLIGHTS,
      fields: [
        { name: 'starts_at', input: { as: 'dateTime', zone: { field: 'tz' } } },
        { name: 'ends_at', input: { as: 'dateTime', zone: { field: 'tz' }, notBefore: 'starts_at' } },
        { name: 'sov_s_per_h', input: { as: 'number', nullable: true }, hint: true },
        { name: 'dayparts', input: { as: 'dayparts' } },
      ],
    },
  },
  { name: 'device_ids', input: { as: 'relations', of: devices, max: MAX_TARGETS }, hint: true },
  { name: 'group_ids', input: { as: 'relations', of: deviceGroups, max: MAX_TARGETS } },
  { name: 'location_ids', input: { as: 'relations', of: locations, max: MAX_TARGETS }, hint: true },
  {
    name: 'circles',
    input: { as: 'rows', max: MAX_FLIGHTS, fields: [{ name: 'point', input: { as: 'point', ...RADIUS } }] },
    hint: true,
  },
  { name: 'when_unknown', input: { as: 'select', options: WHEN_UNKNOWN }, hint: true },
  { name: 'max_fix_age_s', input: { as: 'number' } },
  { name: 'max_accuracy_m', input: { as: 'number' } },
  {
    name: 'creatives',
    input: {
      as: 'rows',
      max: MAX_CREATIVES,
      fields: [
        { name: 'creative_id', input: { as: 'pick', of: creatives, query: { status: 'approved' } } },
        { name: 'weight', input: { as: 'number' }, hint: true },
      ],
    },
  },
  { name: 'class', input: { as: 'select', options: CAMPAIGN_CLASSES }, hint: true },
  { name: 'pacing', input: { as: 'select', options: PACINGS } },
  { name: 'budget_minor', input: MONEY },
  { name: 'daily_minor', input: MONEY },
  { name: 'bid_micros', input: { ...MONEY, unit: 'micros' }, hint: true },
  { name: 'max_per_hour', input: { as: 'number', nullable: true } },
  { name: 'max_per_day', input: { as: 'number', nullable: true } },
  { name: 'note', input: { as: 'area' } },
];

export const CAMPAIGN_STEPS: readonly FormStep[] = [
  { name: 'plan', fields: ['name', 'advertiser', 'goal', 'goal_amount', 'tz', 'flights'] },
  {
    name: 'targeting',
    fields: [
      ...['device_ids', 'group_ids', 'location_ids', 'circles'],
      ...['when_unknown', 'max_fix_age_s', 'max_accuracy_m'],
    ],
  },
  { name: 'creatives', fields: ['creatives'] },
  {
    name: 'money',
    fields: [
      ...['class', 'pacing', 'budget_minor', 'daily_minor', 'bid_micros'],
      ...['max_per_hour', 'max_per_day', 'note'],
    ],
  },
  { name: 'review', fields: [], panel: ForecastPanel },
];

const { fences: _fences, conditions: _conditions, ...places } = targeting.shape;
const point = z.strictObject({ lat: z.number(), lng: z.number(), radius_m: int(RADIUS.min, RADIUS.max) });
const patch = campaignPatch.shape;
/** Targets stand flat in it; the currency is only looked at. */
export const campaignForm = z
  .strictObject({
    ...{ name: z.nonoptional(patch.name), advertiser: z.nonoptional(patch.advertiser), note: patch.note },
    ...{ tz: z.nonoptional(patch.tz), goal: patch.goal, goal_amount: patch.goal_amount },
    flights: z.array(flight).check(z.minLength(1), z.maxLength(MAX_FLIGHTS)),
    ...places,
    circles: z.array(z.strictObject({ point })),
    creatives: z.array(campaignCreative).check(z.maxLength(MAX_CREATIVES)),
    ...{ class: patch.class, pacing: patch.pacing, budget_minor: patch.budget_minor },
    ...{ daily_minor: patch.daily_minor, bid_micros: patch.bid_micros },
    ...{ max_per_hour: patch.max_per_hour, max_per_day: patch.max_per_day },
    currency: z.optional(z.string()),
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

interface Circle {
  point: { lat: number; lng: number; radius_m: number };
}
const TARGETS = [
  ...['device_ids', 'group_ids', 'location_ids', 'when_unknown', 'max_fix_age_s', 'max_accuracy_m'],
] as const;

const isCircle = (one: Fence): one is Extract<Fence, { shape: 'circle' }> => one.shape === 'circle';

/** Values of the form of a campaign, with the edit that waits. */
export function valuesOf(campaign: Campaign): Record<string, unknown> {
  const { change, ...row } = campaign;
  const { targeting: targets, ...rest } = { ...row, ...change };
  return {
    ...rest,
    ...targets,
    circles: targets.fences
      .filter(isCircle)
      .map(({ lat, lng, radius_m }) => ({ point: { lat, lng, radius_m } })),
  };
}

/** Only what was changed; targets go as a whole, with the places that this form does not draw. */
export function bodyOf(values: Readonly<Record<string, unknown>>, campaign?: Campaign): CampaignPatch {
  const isTarget = (name: string) => name === 'circles' || (TARGETS as readonly string[]).includes(name);
  const rest = Object.fromEntries(
    Object.entries(values).filter(([name]) => !isTarget(name) && name !== 'currency'),
  );
  if (!Object.keys(values).some(isTarget)) return rest;
  const before = campaign?.change?.targeting ?? campaign?.targeting ?? targeting.parse({});
  const changed = Object.fromEntries(TARGETS.flatMap(name => (name in values ? [[name, values[name]]] : [])));
  const drawn = (values['circles'] as Circle[] | undefined)?.map(({ point: place }) =>
    fence.parse({ shape: 'circle', ...place }),
  );
  const fences = drawn ? [...before.fences.filter(one => !isCircle(one)), ...drawn] : before.fences;
  return { ...rest, targeting: { ...before, ...changed, fences } } as CampaignPatch;
}

const WEEK_MS = 7 * 86_400_000;
const HOUR_MS = 3_600_000;
/** A week from the next full hour. */
export function blankCampaign(
  now: number,
  defaults: { currency: string; tz: string },
): Record<string, unknown> {
  const start = Math.ceil(now / HOUR_MS) * HOUR_MS;
  const at = (ms: number) => new Date(ms).toISOString();
  return {
    ...{ name: '', advertiser: '', note: '', goal: 'plays', goal_amount: null },
    ...defaults,
    flights: [{ starts_at: at(start), ends_at: at(start + WEEK_MS), sov_s_per_h: null, dayparts: [] }],
    ...{ device_ids: [], group_ids: [], location_ids: [], circles: [] },
    ...{ when_unknown: 'closed', max_fix_age_s: 120, max_accuracy_m: 150 },
    ...{ creatives: [], class: 'standard', pacing: 'even' },
    ...{ budget_minor: null, daily_minor: null, bid_micros: null, max_per_hour: null, max_per_day: null },
  };
}
