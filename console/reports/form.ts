/** A report as it is put together: its fields, their steps, and what becomes of them. */
import * as z from 'zod/mini';
import {
  definitionFields,
  LAST_SCHEDULED_DAY,
  MAX_RECIPIENTS,
  SCHEDULES,
  type ReportDefinition,
} from '../../shared/contract/reports/definition.ts';
import {
  hasDays,
  hasDaysInOrder,
  MAX_FILTER_IDS,
  PERIODS,
  PRESETS,
  REPORT_FORMATS,
  REPORT_LANGUAGES,
  type ReportSpec,
} from '../../shared/contract/reports/report.ts';
import { PLAY_ZONES } from '../../shared/contract/proof/play.ts';
import { int } from '../../shared/contract/wire/wire.ts';
import { lazyWithRetry } from '../kit/lazyPage.ts';
import type { Form } from '../kit/resource/form.ts';

const PreviewPanel = lazyWithRetry(async () => ({
  default: (await import('./PreviewPanel.tsx')).PreviewPanel,
}));
const campaignRelation = async () => (await import('../../shared/contract/sales/campaign.ts')).campaigns;
const creativeRelation = async () => (await import('../../shared/contract/content/creative.ts')).creatives;

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;
const MAX_EMAIL_CHARS = 254;
/** By a schedule. */
const TIMED = ['daily', 'weekly', 'monthly'];
const { day: _day, schedule: _schedule, ...sameFields } = definitionFields;
/** The day of a schedule has a field for each kind of it. */
const shape = { ...sameFields, weekday: int(1, WEEKDAYS.length), month_day: int(1, LAST_SCHEDULED_DAY) };
const schemaOf = (schedules: readonly [string, ...string[]]) =>
  z.object({ ...shape, schedule: z.enum(schedules) }).check(hasDays, hasDaysInOrder);
const SCHEDULES_OF_NEW = ['once', ...SCHEDULES] as const;
const newSchema = schemaOf(SCHEDULES_OF_NEW);
export type ReportValues = z.infer<typeof newSchema>;

const formOf = (isNew: boolean): Form<ReportDefinition> => ({
  schema: isNew ? newSchema : schemaOf(SCHEDULES),
  steps: [
    {
      name: 'content',
      fields: ['preset', 'period', 'first_day', 'last_day', 'campaign_ids', 'creative_ids', 'zone', 'tz'],
    },
    { name: 'file', fields: ['format', 'language'], panel: PreviewPanel },
    { name: 'keep', fields: ['name', 'schedule', 'weekday', 'month_day', 'hour', 'recipients'] },
  ],
  fields: [
    { name: 'preset', input: { as: 'select', options: PRESETS } },
    { name: 'period', input: { as: 'select', options: PERIODS } },
    { name: 'first_day', input: { as: 'date', nullable: true }, when: { field: 'period', is: ['custom'] } },
    {
      name: 'last_day',
      input: { as: 'date', nullable: true, notBefore: 'first_day' },
      when: { field: 'period', is: ['custom'] },
    },
    {
      name: 'campaign_ids',
      input: { as: 'relations', of: campaignRelation, max: MAX_FILTER_IDS },
      hint: true,
    },
    {
      name: 'creative_ids',
      input: { as: 'relations', of: creativeRelation, max: MAX_FILTER_IDS },
      hint: true,
    },
    { name: 'zone', input: { as: 'select', options: PLAY_ZONES, nullable: true, empty: 'anyZone' } },
    { name: 'tz', input: { as: 'code', of: 'zone' }, hint: true },
    { name: 'format', input: { as: 'select', options: REPORT_FORMATS } },
    { name: 'language', input: { as: 'select', options: REPORT_LANGUAGES } },
    { name: 'name', input: { as: 'text' } },
    { name: 'schedule', input: { as: 'select', options: isNew ? SCHEDULES_OF_NEW : SCHEDULES } },
    {
      name: 'weekday',
      input: { as: 'select', options: WEEKDAYS },
      when: { field: 'schedule', is: ['weekly'] },
    },
    { name: 'month_day', input: { as: 'number' }, when: { field: 'schedule', is: ['monthly'] } },
    { name: 'hour', input: { as: 'number' }, hint: true, when: { field: 'schedule', is: TIMED } },
    {
      name: 'recipients',
      input: { as: 'tags', max: MAX_RECIPIENTS, maxLength: MAX_EMAIL_CHARS },
      hint: true,
      when: { field: 'schedule', is: TIMED },
    },
  ],
});
export const NEW_FORM = formOf(true);
export const EDIT_FORM = formOf(false);

const FIRST_HOUR = 6;
export const newValues = (of: { name: string; tz: string; language: 'en' | 'zh' }): ReportValues => ({
  ...of,
  ...{ preset: 'statement', period: 'last_month', first_day: null, last_day: null, zone: null },
  ...{ campaign_ids: [], creative_ids: [], format: 'xlsx', schedule: 'once' },
  ...{ hour: FIRST_HOUR, weekday: 1, month_day: 1, recipients: [] },
});
export const valuesOf = ({ day, ...row }: ReportDefinition): ReportValues => ({
  ...specOf(row),
  ...{ name: row.name, schedule: row.schedule, hour: row.hour, recipients: row.recipients },
  weekday: row.schedule === 'weekly' ? day : 1,
  month_day: row.schedule === 'monthly' ? day : 1,
});

/** Days of another period than the custom one are left behind. */
export function specOf(of: ReportSpec): ReportSpec {
  const isCustom = of.period === 'custom';
  return {
    ...{ preset: of.preset, format: of.format, language: of.language, period: of.period, tz: of.tz },
    ...{ campaign_ids: of.campaign_ids, creative_ids: of.creative_ids, zone: of.zone },
    first_day: isCustom ? of.first_day : null,
    last_day: isCustom ? of.last_day : null,
  };
}
type Schedule = ReportDefinition['schedule'];
export const definitionOf = (values: ReportValues) => ({
  ...specOf(values),
  name: values.name,
  schedule: (values.schedule === 'once' ? 'never' : values.schedule) as Schedule,
  hour: values.hour,
  day: values.schedule === 'monthly' ? values.month_day : values.weekday,
  recipients: values.recipients,
});
/** null as long as it is not whole. */
export const parsedValues = (values: unknown): ReportValues | null =>
  newSchema.safeParse(values).data ?? null;
