/** What a report holds while it is put together, and what becomes of it. */
import * as z from 'zod/mini';
import {
  definitionFields,
  LAST_SCHEDULED_DAY,
  SCHEDULES,
  type ReportDefinition,
} from '../../shared/contract/reports/definition.ts';
import { hasDays, hasDaysInOrder, type ReportSpec } from '../../shared/contract/reports/report.ts';
import { int } from '../../shared/contract/wire/wire.ts';

export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;
const { day: _day, schedule: _schedule, ...sameFields } = definitionFields;
/** The day of a schedule has a field for each kind of it. */
const shape = { ...sameFields, weekday: int(1, WEEKDAYS.length), month_day: int(1, LAST_SCHEDULED_DAY) };
const schemaOf = <const S extends readonly [string, ...string[]]>(schedules: S) =>
  z.object({ ...shape, schedule: z.enum(schedules) }).check(hasDays, hasDaysInOrder);
export const SCHEDULES_OF_NEW = ['once', ...SCHEDULES] as const;
export const newSchema = schemaOf(SCHEDULES_OF_NEW);
export const editSchema = schemaOf(SCHEDULES);
export type ReportValues = z.infer<typeof newSchema>;
/** Made by a schedule. */
export const TIMED: readonly string[] = ['daily', 'weekly', 'monthly'];
export const isTimed = ({ schedule }: Pick<ReportValues, 'schedule'>) => TIMED.includes(schedule);

const FIRST_HOUR = 6;
export const newValues = (of: Pick<ReportValues, 'name' | 'tz' | 'language' | 'preset'>): ReportValues => ({
  ...of,
  ...{ period: 'last_month', first_day: null, last_day: null, zone: null },
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
export const definitionOf = (values: ReportValues) => ({
  ...specOf(values),
  name: values.name,
  schedule: values.schedule === 'once' ? ('never' as const) : values.schedule,
  hour: values.hour,
  day: values.schedule === 'monthly' ? values.month_day : values.weekday,
  recipients: values.recipients,
});
/** null as long as it is not whole. */
export const parsedValues = (values: unknown): ReportValues | null =>
  newSchema.safeParse(values).data ?? null;
