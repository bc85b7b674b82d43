/** The state of the platform: what it runs on, what waits, what it does by itself, and what fails in browsers. */
import * as z from 'zod/mini';
import { endpoint } from '../wire/endpoint.ts';
import { id, instant, int, MAX_INT, whole } from '../wire/wire.ts';
import { CONTEXT_TYPES, ERROR_TYPES } from './analytics.ts';

const read = { who: 'user', area: 'system', level: 'R', tenants: 'all' } as const;
const count = int(0, MAX_INT);
const nullableCount = z.nullable(count);

/** What needs somebody who runs the platform, the worst first. */
export const SYSTEM_WARNINGS = [
  ...([
    'object_store_away',
    'disk_low',
    'jobs_failed',
    'task_failed',
    'certificate_expires',
    'backup_old',
  ] as const),
  /** More than one customer while owners and admins may act in any tenant (AMBIG-TENANT-01). */
  ...(['tenant_access', 'no_mail_server', 'no_ffmpeg'] as const),
] as const;
export type SystemWarning = (typeof SYSTEM_WARNINGS)[number];

export const systemStatus = endpoint({
  method: 'GET',
  path: '/api/system/status',
  access: read,
  summary: 'Versions, sizes, what is connected, and what needs attention',
  answer: z.object({
    as_of: instant,
    warnings: z.array(z.enum(SYSTEM_WARNINGS)),
    server: z.object({
      version: z.string(),
      build: z.string(),
      player_build: z.string(),
      node: z.string(),
      started_at: instant,
      memory_bytes: count,
    }),
    database: z.object({
      engine: z.enum(['embedded', 'postgres']),
      version: z.string(),
      bytes: count,
      migrations: count,
      /** The largest, tables and their indexes together. */
      tables: z.array(z.object({ name: z.string(), bytes: count })),
    }),
    /** Where media, reports and uploads lie, and whether it answers. */
    object_store: z.object({ kind: z.enum(['folder', 's3']), is_available: z.boolean() }),
    /** Of the disk that holds the data directory. */
    disk: z.object({ free_bytes: count, total_bytes: count }),
    media: z.object({ files: count, bytes: count }),
    /** null: there is none. */
    ffmpeg: z.nullable(z.string()),
    mail: z.enum(['smtp', 'files']),
    /** null: TLS ends elsewhere. */
    certificate_until: z.nullable(instant),
    /** null: none was made of this data directory. */
    last_backup_at: z.nullable(instant),
    tenancy: z.object({ access: z.enum(['spec', 'strict']), customers: count }),
    screens: z.object({ paired: count, online: count }),
  }),
});
export type SystemStatus = z.infer<NonNullable<typeof systemStatus.answer>>;

/** What the server does by itself, again and again. */
export const PERIODIC_TASKS = [
  ...(['audit_heads', 'retention', 'play_roots', 'statistics', 'upload_sweep', 'incidents'] as const),
  ...([
    'campaigns',
    'play_hours',
    'play_pictures',
    'local_content',
    'feeds',
    'alert_feeds',
    'weather',
  ] as const),
  ...(['report_schedules', 'earnings', 'budgets', 'auctions'] as const),
] as const;
export type PeriodicTask = (typeof PERIODIC_TASKS)[number];
/** What waits to be worked off one by one. */
export const QUEUES = ['mail', 'reset_links', 'renditions', 'reports'] as const;

const periodicState = z.object({
  name: z.enum(PERIODIC_TASKS),
  every_ms: count,
  is_running: z.boolean(),
  /** null: not since the server was started. */
  last: z.nullable(
    z.object({
      at: instant,
      took_ms: count,
      /** A code; null where it went well. */
      failure: z.nullable(z.string()),
    }),
  ),
  next_at: instant,
});
export type TaskState = z.infer<typeof periodicState>;

export const systemJobs = endpoint({
  method: 'GET',
  path: '/api/system/jobs',
  access: read,
  summary: 'What the server does by itself, and what waits in its queues',
  answer: z.object({
    periodic: z.array(periodicState),
    queues: z.array(
      z.object({
        name: z.enum(QUEUES),
        waiting: count,
        /** Within the last 30 days. */
        failed: count,
        oldest_at: z.nullable(instant),
        /** A code; of the latest that was given up. */
        failure: z.nullable(z.string()),
      }),
    ),
  }),
});
export const runSystemJob = endpoint({
  method: 'POST',
  path: '/api/system/jobs/:name/run',
  /** A run opens transactions of its own, which none may enclose. */
  access: { who: 'user', area: 'system', level: 'W', tenants: 'all', transactions: 'own' },
  summary: 'Start one of the tasks that the server does by itself; the list says what came of it',
  params: z.object({ name: z.string() }),
  answer: periodicState,
});

export const MAX_ERROR_GROUPS = 100;
const errorGroup = z.object({
  id,
  error_type: z.enum(ERROR_TYPES),
  context_type: z.enum(CONTEXT_TYPES),
  section_context: z.nullable(z.string()),
  error_message: z.string(),
  http_status_code: z.nullable(int(100, 599)),
  count,
  first_at: instant,
  last_at: instant,
});
export type ErrorGroup = z.infer<typeof errorGroup>;
export const clientErrorGroups = endpoint({
  method: 'GET',
  path: '/api/analytics/errors',
  access: read,
  summary: 'Errors that browsers reported, like ones together, the most frequent first',
  query: z.object({ days: whole(1, 30, 7) }),
  answer: z.object({
    groups: z.array(errorGroup),
    total: count,
    /** Groups beyond the first hundred. */
    more: count,
  }),
});

/** Neither secrets nor addresses nor names of people: it is sent to whoever helps. */
export const systemDiagnostics = endpoint({
  method: 'GET',
  path: '/api/system/diagnostics',
  access: read,
  summary: 'Everything of the status page in one file, with the settings of the process without secrets',
  answer: z.object({
    status: systemStatus.answer!,
    jobs: systemJobs.answer!,
    errors: clientErrorGroups.answer!,
    settings: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
    resources: z.object({ cpu_ms: count, memory_bytes: count, queries: nullableCount }),
  }),
});
