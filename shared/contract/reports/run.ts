/** The makings of reports: who had one made, how far it is, and its file until it expires. */
import * as z from 'zod/mini';
import { entity, statesBefore, type Transitions } from '../wire/entity.ts';
import { endpoint } from '../wire/endpoint.ts';
import { byId, common, id, instant, int, MAX_INT, name } from '../wire/wire.ts';
import { PRESETS, reportFields, reportSpec, reportTotals } from './report.ts';

export const RUN_STATES = ['queued', 'running', 'ready', 'failed', 'cancelled', 'expired'] as const;
export type RunState = (typeof RUN_STATES)[number];
export const RUN_TRANSITIONS: Transitions<RunState> = {
  queued: ['running', 'cancelled'],
  running: ['ready', 'failed', 'cancelled'],
  ready: ['expired'],
  failed: [],
  cancelled: [],
  expired: [],
};
export const UNFINISHED: readonly RunState[] = ['queued', 'running'];
export const RUN_CAUSES = ['user', 'schedule'] as const;
/** `rows`: a sheet holds fewer. `disk`: no room. `interrupted`: the server stopped each time it was made. `fault`: a fault of ours. */
export const RUN_FAILURES = ['rows', 'disk', 'interrupted', 'fault'] as const;
export type RunFailure = (typeof RUN_FAILURES)[number];

const count = int(0, MAX_INT);
export const reportRun = z.object({
  ...common,
  /** null: it was made once and is not kept. */
  definition_id: z.nullable(id),
  name,
  ...reportFields,
  tz: z.string(),
  cause: z.enum(RUN_CAUSES),
  /** Who had it made; empty where the schedule did. */
  requester: z.string(),
  from: instant,
  to: instant,
  state: z.enum(RUN_STATES),
  /** Rows written so far, and how many there are; null: not counted yet. */
  rows_done: count,
  row_count: z.nullable(count),
  /** From here on null until it is ready. */
  bytes: z.nullable(count),
  sha256: z.nullable(z.string()),
  as_of: z.nullable(instant),
  totals: z.nullable(reportTotals),
  /** Screens that were out of reach, and since when the first of them: they may still hand in plays of this period. */
  expected_screens: z.nullable(count),
  expected_since: z.nullable(instant),
  /** Plays of the period of the run before that came after it was made; null: there is no run before. */
  late_plays: z.nullable(count),
  /** When the run before was made. */
  late_since: z.nullable(instant),
  failure: z.nullable(z.enum(RUN_FAILURES)),
  started_at: z.nullable(instant),
  ended_at: z.nullable(instant),
  expires_at: z.nullable(instant),
});
export type ReportRun = z.infer<typeof reportRun>;

export const reportRuns = entity({
  path: '/api/reports/runs',
  area: 'analytics',
  access: { level: 'R' },
  row: reportRun,
  create: z
    .strictObject({
      /** A report that is kept, … */
      definition_id: z.nullable(id),
      /** … or one that is made once, under this name. */
      name: z.nullable(name),
      report: z.nullable(reportSpec),
    })
    .check(
      z.refine(
        ({ definition_id, name: title, report }) =>
          (definition_id === null) === (report !== null) && (definition_id === null) === (title !== null),
        { error: 'Invalid input', path: ['definition_id'] },
      ),
    ),
  listOptions: {
    sorts: ['created_at', 'name', 'row_count', 'bytes'],
    defaultSort: '-created_at',
    enums: {
      status: { state: RUN_STATES },
      preset: { preset: PRESETS },
      cause: { cause: RUN_CAUSES },
    },
    ids: ['definition_id'],
  },
  actions: {
    cancel: {
      summary: 'Stop making it; nothing of it is kept',
      from: statesBefore(RUN_TRANSITIONS, 'cancelled'),
      to: 'cancelled',
    },
  },
});

export const downloadRun = endpoint({
  method: 'GET',
  path: '/api/reports/runs/:id/download',
  access: { who: 'user', area: 'analytics', level: 'R', transactions: 'own' },
  summary: 'The file of a run that is ready',
  limit: 'export',
  params: byId,
  answer: 'bytes',
});
