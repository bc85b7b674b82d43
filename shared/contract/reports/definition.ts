/** Reports that are kept: made whenever somebody asks, or by a schedule, which mails a link. */
import * as z from 'zod/mini';
import { entity } from '../wire/entity.ts';
import { common, email, instant, int, name } from '../wire/wire.ts';
import { hasDays, hasDaysInOrder, PERIODS, PRESETS, reportFields } from './report.ts';

export const SCHEDULES = ['never', 'daily', 'weekly', 'monthly'] as const;
export type ReportSchedule = (typeof SCHEDULES)[number];
export const DEFINITION_STATES = ['active', 'paused'] as const;
export const MAX_RECIPIENTS = 20;
/** Every month has it. */
export const LAST_SCHEDULED_DAY = 28;

export const definitionFields = {
  name,
  ...reportFields,
  schedule: z.enum(SCHEDULES),
  /** By the clocks of the report's zone. */
  hour: int(0, 23),
  /** Of the week, from Monday on, or of the month. */
  day: int(1, LAST_SCHEDULED_DAY),
  /** They get a link, which asks them to sign in. */
  recipients: z.array(email).check(z.maxLength(MAX_RECIPIENTS)),
};
const DAYS_OF_WEEK = 7;
interface Times {
  schedule?: ReportSchedule;
  day?: number;
}
const isDayOfWeek = z.refine<Times>(
  ({ schedule, day }) => schedule !== 'weekly' || day === undefined || day <= DAYS_OF_WEEK,
  { error: 'Must be at most 7', path: ['day'] },
);

export const reportDefinition = z.object({
  ...common,
  ...definitionFields,
  tz: z.string(),
  status: z.enum(DEFINITION_STATES),
  /** null: never, or while it is paused. */
  next_at: z.nullable(instant),
});
export type ReportDefinition = z.infer<typeof reportDefinition>;

export const definitionCreate = z.strictObject(definitionFields).check(hasDays, hasDaysInOrder, isDayOfWeek);
export const reportDefinitions = entity({
  path: '/api/reports/definitions',
  bulk: ['delete', 'restore', 'pause', 'resume'],
  area: 'analytics',
  /** Whoever may read figures may keep and send them: nothing of the tenant's is changed by it. */
  access: { level: 'R' },
  /** Its mails go on after a visit to a tenant is over. */
  writes: { crossing: 'tree' },
  row: reportDefinition,
  create: definitionCreate,
  patch: z.partial(z.strictObject(definitionFields)).check(isDayOfWeek),
  removable: true,
  listOptions: {
    sorts: ['name', 'created_at', 'updated_at', 'next_at'],
    defaultSort: 'name',
    enums: {
      status: { status: DEFINITION_STATES },
      preset: { preset: PRESETS },
      schedule: { schedule: SCHEDULES },
      period: { period: PERIODS },
    },
  },
  actions: {
    pause: { summary: 'Make it no more by its schedule', from: ['active'], to: 'paused', undo: 'resume' },
    resume: { summary: 'Make it by its schedule again', from: ['paused'], to: 'active', undo: 'pause' },
  },
});
