/** Data brought over from elsewhere: a file, its columns, a dry run, the run, and the way back for a day (contract §9). */
import * as z from 'zod/mini';
import { endpoint } from '../wire/endpoint.ts';
import { entity, type Transitions } from '../wire/entity.ts';
import { byId, common, id, instant, int, MAX_INT, text } from '../wire/wire.ts';
import { IMPORT_KINDS, MIGRATION_KINDS } from './migrationKinds.ts';

export const MIGRATION_STATES = [
  ...(['uploaded', 'mapped', 'checking', 'validated', 'running'] as const),
  ...(['completed', 'partial', 'failed', 'cancelled', 'rolling_back', 'rolled_back'] as const),
] as const;
export type MigrationState = (typeof MIGRATION_STATES)[number];
export const MIGRATION_TRANSITIONS: Transitions<MigrationState> = {
  uploaded: ['mapped', 'cancelled'],
  mapped: ['mapped', 'checking', 'cancelled'],
  checking: ['validated', 'mapped', 'failed'],
  validated: ['mapped', 'checking', 'running', 'cancelled'],
  running: ['completed', 'partial', 'failed'],
  completed: ['rolling_back'],
  partial: ['rolling_back'],
  failed: ['rolling_back'],
  cancelled: [],
  rolling_back: ['rolled_back'],
  rolled_back: [],
};
/** A worker has it. */
export const AT_WORK: readonly MigrationState[] = ['checking', 'running', 'rolling_back'];
export const MIGRATION_MODES = ['create', 'upsert'] as const;
export const MAX_FILE_BYTES = 50_000_000;
/** A file of that size in Base64. */
const MAX_CONTENT_CHARS = 4 * Math.ceil(MAX_FILE_BYTES / 3);
export const MAX_LINES = 100_000;
export const MAX_COLUMNS = 100;
/** h after its end in which it can be undone. */
export const ROLL_BACK_H = 24;

const count = int(0, MAX_INT);
/** By field: the column of the file it is read from. */
const mapping = z.record(z.string(), z.string());
export const migrationJob = z.object({
  ...common,
  kind: z.enum(IMPORT_KINDS),
  mode: z.enum(MIGRATION_MODES),
  file_name: z.string(),
  columns: z.array(z.string()),
  mapping,
  state: z.enum(MIGRATION_STATES),
  lines: count,
  /** Lines that the present work is through with. */
  done: count,
  /** Of the dry run: lines that can be taken, those that are taken with a remark, and those that cannot. */
  ok: count,
  warn: count,
  err: count,
  /** Of the run. */
  created: count,
  updated: count,
  unchanged: count,
  /** Rows that were changed since, so that undoing left them as they are. */
  kept: count,
  /** A code. */
  failure: z.nullable(z.string()),
  ended_at: z.nullable(instant),
  /** null: there is nothing to undo, or no longer. */
  undo_until: z.nullable(instant),
});
export type MigrationJob = z.infer<typeof migrationJob>;

export const migrationCreate = z.strictObject({
  kind: z.enum(IMPORT_KINDS),
  mode: z._default(z.enum(MIGRATION_MODES), 'create'),
  file_name: text(1, 200),
  /**
   * CSV whose first line names its columns, or a JSON array of objects. Of a Xibo layout its XLF as text, or the archive
   * of an export in Base64.
   */
  content: z.string().check(z.minLength(1), z.maxLength(MAX_CONTENT_CHARS)),
});
export const migrations = entity({
  path: '/api/migrations',
  bulk: ['cancel'],
  area: 'migration',
  /** Data of a tenant is brought by its own people, or by staff. */
  access: { crossing: 'staff' },
  row: migrationJob,
  listOptions: {
    sorts: ['created_at', 'file_name', 'lines'],
    defaultSort: '-created_at',
    enums: { status: { state: MIGRATION_STATES }, kind: { kind: IMPORT_KINDS } },
  },
  actions: {
    map: {
      summary: 'Say which column is which field, and whether rows that are there are changed',
      from: ['uploaded', 'mapped', 'validated'],
      to: 'mapped',
      body: z.strictObject({ mapping, mode: z.enum(MIGRATION_MODES) }),
    },
    'dry-run': {
      summary: 'Check every line and write nothing',
      from: ['mapped', 'validated'],
      to: 'checking',
    },
    run: {
      summary: 'Write the lines that the dry run has found in order',
      from: ['validated'],
      to: 'running',
      confirm: true,
    },
    cancel: {
      summary: 'Stop it; what is written stays until it is undone',
      from: ['uploaded', 'mapped', 'checking', 'validated', 'running'],
    },
    rollback: {
      summary: 'Undo it; rows that were changed since stay',
      from: ['completed', 'partial', 'failed'],
      to: 'rolling_back',
      confirm: true,
    },
  },
});
/** Its body is larger than any other. */
export const startMigration = endpoint({
  method: 'POST',
  path: '/api/migrations',
  access: { who: 'user', area: 'migration', level: 'W', crossing: 'staff', transactions: 'own' },
  summary: 'Bring a file',
  body: migrationCreate,
  /** JSON may need more bytes than the text it holds. */
  bodyLimit: 2 * MAX_FILE_BYTES,
  answer: migrationJob,
});

export const LINE_STATES = ['waiting', 'ok', 'warn', 'err', 'done', 'undone', 'kept'] as const;
export const LINE_ACTS = ['create', 'update', 'same'] as const;
export const LAYOUT_PARTS = [
  ...(['picture', 'video', 'slide', 'widget', 'news'] as const),
  ...(['playlist', 'nothing'] as const),
] as const;
/** A part of a layout of another system, and what it becomes. */
const layoutPart = z.object({
  layout: z.string(),
  region: z.string(),
  /** As that system calls it. */
  widget: z.string(),
  becomes: z.enum(LAYOUT_PARTS),
  name: z.string(),
});
export type LayoutPart = z.infer<typeof layoutPart>;
export const migrationLine = z.object({
  /** In the file, its first line of data being 1. */
  line: int(1, MAX_LINES),
  state: z.enum(LINE_STATES),
  act: z.nullable(z.enum(LINE_ACTS)),
  /** What it is found by. */
  name: z.nullable(z.string()),
  target_id: z.nullable(id),
  problems: z.array(z.object({ field: z.string(), text: z.string() })),
  /** null: a line of a table. */
  part: z.nullable(layoutPart),
});
export type MigrationLine = z.infer<typeof migrationLine>;
export const LINES_A_PAGE = 100;
export const migrationLines = endpoint({
  method: 'GET',
  path: '/api/migrations/:id/lines',
  access: { who: 'user', area: 'migration', level: 'R', crossing: 'staff' },
  summary: 'What the lines of a file say and what became of them',
  params: byId,
  query: z.object({
    state: z.optional(z.enum(LINE_STATES)),
    after: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(MAX_LINES)), 0),
  }),
  answer: z.object({ lines: z.array(migrationLine), next: z.nullable(z.int()) }),
});
export const migrationReport = endpoint({
  method: 'GET',
  path: '/api/migrations/:id/report',
  access: { who: 'user', area: 'migration', level: 'R', crossing: 'staff', transactions: 'own' },
  summary: 'The same for all lines, as CSV',
  params: byId,
  limit: 'export',
  answer: 'text',
});

export const DATA_FORMATS = ['csv', 'json'] as const;
export const exportData = endpoint({
  method: 'GET',
  path: '/api/migrations/data/:kind',
  access: { who: 'user', area: 'migration', level: 'R', crossing: 'staff', transactions: 'own' },
  summary: 'All rows of a kind as a file that can be brought again',
  params: z.object({ kind: z.enum(MIGRATION_KINDS) }),
  query: z.object({ format: z._default(z.enum(DATA_FORMATS), 'csv') }),
  limit: 'export',
  answer: 'text',
});
