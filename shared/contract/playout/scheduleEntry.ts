/** Exceptions from the standing playlist of a screen or a group: on some hours of the week, on some days, or always. */
import * as z from 'zod/mini';
import { endpoint } from '../wire/endpoint.ts';
import { entity } from '../wire/entity.ts';
import { common, id, instant, int, localDate, text } from '../wire/wire.ts';
import { daypart, MAX_DAYPARTS } from './schedule.ts';

export const MAX_PRIORITY = 100;
export const DEFAULT_PRIORITY = 50;
/** Of one screen or one group. */
export const MAX_ENTRIES = 100;
/** How far a question of what plays may reach, and how long its answer may be. */
export const MAX_PLAN_DAYS = 31;
/** A plan begins so many days from now at most, in either direction. */
export const PLAN_REACH_DAYS = 366;

const editable = {
  /** Left empty, its playlist names it. */
  name: text(0, 120),
  playlist_id: id,
  /** Hours of the week in the zone of the screen; none: the whole day. */
  dayparts: z.array(daypart).check(z.maxLength(MAX_DAYPARTS)),
  /** First and last day on which its hours begin, both included; null: no bound. */
  valid_from: z.nullable(localDate),
  valid_until: z.nullable(localDate),
  /** Of two that hold at once the higher one counts, among those as near to the screen. */
  priority: int(0, MAX_PRIORITY),
  enabled: z.boolean(),
};
/** Exactly one of them is named. */
const owner = { device_id: z.nullable(id), group_id: z.nullable(id) };
export const scheduleEntry = z.object({
  ...common,
  ...owner,
  ...editable,
  playlist_name: z.string(),
  /** Of the screen or the group it belongs to. */
  owner_name: z.string(),
  /** Its playlist was never published, so nothing of it can play. */
  is_unpublished: z.boolean(),
});
export type ScheduleEntry = z.infer<typeof scheduleEntry>;
export const scheduleEntryPatch = z.partial(z.strictObject(editable));
export const scheduleEntryCreate = z.strictObject({
  ...editable,
  device_id: z._default(owner.device_id, null),
  group_id: z._default(owner.group_id, null),
  name: z._default(editable.name, ''),
  dayparts: z._default(editable.dayparts, []),
  valid_from: z._default(editable.valid_from, null),
  valid_until: z._default(editable.valid_until, null),
  priority: z._default(editable.priority, DEFAULT_PRIORITY),
  enabled: z._default(editable.enabled, true),
});

export const scheduleEntries = entity({
  path: '/api/schedule-entries',
  area: 'devices',
  row: scheduleEntry,
  create: scheduleEntryCreate,
  patch: scheduleEntryPatch,
  removable: true,
  listOptions: {
    sorts: ['name', 'priority', 'created_at'],
    defaultSort: '-created_at',
    enums: {},
    ids: ['device_id', 'group_id', 'playlist_id'],
  },
});

/** Where the standing playlist comes from. */
export const STANDING_SOURCES = ['screen', 'group', 'fallback'] as const;
/** Why a playlist plays. */
export const PLAN_REASONS = ['entry', ...STANDING_SOURCES, 'nothing'] as const;

const planEntry = z.extend(scheduleEntry, {
  /** 0: the screen's own; then those of its groups, of their parents, and so on. */
  level: int(0, 100),
});
export type PlanEntry = z.infer<typeof planEntry>;
const planStretch = z.object({
  from: instant,
  to: instant,
  playlist_id: z.nullable(id),
  playlist_name: z.nullable(z.string()),
  reason: z.enum(PLAN_REASONS),
  /** The exception that decides it. */
  entry_id: z.nullable(id),
  /** The group whose standing playlist or whose exception it is. */
  group_name: z.nullable(z.string()),
});
export type PlanStretch = z.infer<typeof planStretch>;

const planQuery = z.object({
  device_id: z.optional(id),
  group_id: z.optional(id),
  from: instant,
  /** Left out: at that moment alone, and until when. */
  to: z.optional(instant),
});
export type PlanQuery = z.infer<typeof planQuery>;
export const whatPlays = endpoint({
  method: 'GET',
  path: '/api/schedule-entries/plan',
  access: { who: 'user', area: 'devices', level: 'R' },
  summary: 'What a screen plays from one moment to another, and why; for a group: a screen of it alone',
  query: planQuery,
  answer: z.object({
    tz: z.string(),
    /** All that could hold, in the order in which they are asked. */
    entries: z.array(planEntry),
    stretches: z.array(planStretch),
    /** What plays where no exception holds; null where nothing does. */
    standing: z.nullable(
      z.object({
        playlist_id: id,
        playlist_name: z.string(),
        source: z.enum(STANDING_SOURCES),
        group_name: z.nullable(z.string()),
      }),
    ),
  }),
});
