/** The fields of a report as it is put together, and their steps. */
import {
  MAX_RECIPIENTS,
  SCHEDULES,
  type ReportDefinition,
} from '../../shared/contract/reports/definition.ts';
import {
  MAX_FILTER_IDS,
  PERIODS,
  PLAY_PRESETS,
  REPORT_FORMATS,
  REPORT_LANGUAGES,
  type Preset,
} from '../../shared/contract/reports/report.ts';
import { PLAY_ZONES } from '../../shared/contract/proof/play.ts';
import { lazyWithRetry } from '../kit/lazyPage.ts';
import type { Form } from '../kit/resource/form.ts';
import { editSchema, newSchema, SCHEDULES_OF_NEW, TIMED, WEEKDAYS } from './values.ts';

const PreviewPanel = lazyWithRetry(async () => ({
  default: (await import('./PreviewPanel.tsx')).PreviewPanel,
}));
const campaignRelation = async () => (await import('../../shared/contract/sales/campaign.ts')).campaigns;
const creativeRelation = async () => (await import('../../shared/contract/content/creative.ts')).creatives;

const MAX_EMAIL_CHARS = 254;
const OF_PLAYS = { field: 'preset', is: PLAY_PRESETS } as const;
interface FormOf {
  isNew: boolean;
  presets: readonly Preset[];
}
/** Campaigns, creatives and zones narrow plays, and not what was sold by auction. */
export const formOf = ({ isNew, presets }: FormOf): Form<ReportDefinition> => ({
  schema: isNew ? newSchema : editSchema,
  steps: [
    {
      name: 'content',
      fields: ['preset', 'period', 'first_day', 'last_day', 'campaign_ids', 'creative_ids', 'zone', 'tz'],
    },
    { name: 'file', fields: ['format', 'language'], panel: PreviewPanel },
    { name: 'keep', fields: ['name', 'schedule', 'weekday', 'month_day', 'hour', 'recipients'] },
  ],
  fields: [
    { name: 'preset', input: { as: 'select', options: presets } },
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
      when: OF_PLAYS,
    },
    {
      name: 'creative_ids',
      input: { as: 'relations', of: creativeRelation, max: MAX_FILTER_IDS },
      hint: true,
      when: OF_PLAYS,
    },
    {
      name: 'zone',
      input: { as: 'select', options: PLAY_ZONES, nullable: true, empty: 'anyZone' },
      when: OF_PLAYS,
    },
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
      input: { as: 'tags', of: 'recipients', max: MAX_RECIPIENTS, maxLength: MAX_EMAIL_CHARS },
      hint: true,
      when: { field: 'schedule', is: TIMED },
    },
  ],
});
