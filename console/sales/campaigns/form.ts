/** The fields of a campaign, and the steps in which they are filled in. */
import { WHEN_UNKNOWN } from '../../../shared/contract/playout/fence.ts';
import {
  CAMPAIGN_CLASSES,
  GOALS,
  MAX_CREATIVES,
  MAX_FLIGHTS,
  PACINGS,
} from '../../../shared/contract/sales/campaign.ts';
import { lazyWithRetry } from '../../kit/lazyPage.ts';
import type { Field, FormStep } from '../../kit/resource/form.ts';
import { CONDITIONS_INPUT } from '../../playout/weather/conditionsInput.ts';
import { creativeRelation, deviceRelation, groupRelation, locationRelation } from './relations.ts';
import { COUNTED } from './values.ts';

const ReviewStep = lazyWithRetry(async () => ({
  default: (await import('./plan/ReviewStep.tsx')).ReviewStep,
}));
const MONEY = { as: 'money', currency: { field: 'currency' }, nullable: true } as const;
const MAX_TARGETS = 500;

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
      of: 'flight',
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
  { name: 'device_ids', input: { as: 'relations', of: deviceRelation, max: MAX_TARGETS }, hint: true },
  { name: 'group_ids', input: { as: 'relations', of: groupRelation, max: MAX_TARGETS } },
  { name: 'location_ids', input: { as: 'relations', of: locationRelation, max: MAX_TARGETS }, hint: true },
  { name: 'fences', input: { as: 'fences', max: MAX_FLIGHTS }, hint: true },
  { name: 'when_unknown', input: { as: 'select', options: WHEN_UNKNOWN }, hint: true },
  { name: 'max_fix_age_s', input: { as: 'number' } },
  { name: 'max_accuracy_m', input: { as: 'number' } },
  { name: 'conditions', input: CONDITIONS_INPUT, hint: true },
  {
    name: 'creatives',
    input: {
      as: 'rows',
      of: 'creative',
      max: MAX_CREATIVES,
      blank: { weight: 1 },
      fields: [
        { name: 'creative_id', input: { as: 'pick', of: creativeRelation, query: { status: 'approved' } } },
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
  { name: 'max_per_ride', input: { as: 'number', nullable: true }, hint: true },
  { name: 'note', input: { as: 'area' } },
];

export const CAMPAIGN_STEPS: readonly FormStep[] = [
  { name: 'plan', fields: ['name', 'advertiser', 'goal', 'goal_amount', 'tz', 'flights'] },
  {
    name: 'targeting',
    fields: [
      ...['device_ids', 'group_ids', 'location_ids', 'fences'],
      ...['when_unknown', 'max_fix_age_s', 'max_accuracy_m', 'conditions'],
    ],
  },
  { name: 'creatives', fields: ['creatives'] },
  {
    name: 'money',
    fields: [
      ...['class', 'pacing', 'budget_minor', 'daily_minor', 'bid_micros'],
      ...['max_per_hour', 'max_per_day', 'max_per_ride', 'note'],
    ],
  },
  { name: 'review', fields: [], panel: ReviewStep },
];
