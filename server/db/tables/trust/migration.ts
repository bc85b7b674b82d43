/** Files that are brought over, and each of their lines. */
import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { MigrationJob, MigrationLine } from '../../../../shared/contract/trust/migration.ts';
import { at, commonColumns } from '../columns.ts';
import { tenant_id } from '../tenants.ts';

const count = (name: string) => integer(name).notNull().default(0);

/** A queue, too: a job at work has a lease of whoever does it, so that a restart goes on by itself. */
export const migrationJobs = pgTable(
  'migration_jobs',
  {
    id: uuid('id').primaryKey(),
    tenant_id,
    kind: text('kind').$type<MigrationJob['kind']>().notNull(),
    mode: text('mode').$type<MigrationJob['mode']>().notNull(),
    file_name: text('file_name').notNull(),
    columns: jsonb('columns').$type<string[]>().notNull(),
    mapping: jsonb('mapping').$type<Record<string, string>>().notNull(),
    state: text('state').$type<MigrationJob['state']>().notNull(),
    lines: count('lines'),
    done: count('done'),
    ok: count('ok'),
    warn: count('warn'),
    err: count('err'),
    created: count('created'),
    updated: count('updated'),
    unchanged: count('unchanged'),
    kept: count('kept'),
    failure: text('failure'),
    /** Whose rights count: whoever began the present work. */
    actor_id: uuid('actor_id'),
    ended_at: at('ended_at'),
    leased_until: at('leased_until'),
    tries: count('tries'),
    ...commonColumns,
  },
  t => [
    index('migration_jobs_of').on(t.tenant_id, t.created_at),
    index('migration_jobs_at_work')
      .on(t.created_at)
      .where(sql`state in ('checking', 'running', 'rolling_back')`),
  ],
);

export const migrationLines = pgTable(
  'migration_lines',
  {
    tenant_id,
    job_id: uuid('job_id')
      .notNull()
      .references(() => migrationJobs.id, { onDelete: 'cascade' }),
    line: integer('line').notNull(),
    cells: jsonb('cells').$type<Record<string, string>>().notNull(),
    state: text('state').$type<MigrationLine['state']>().notNull().default('waiting'),
    act: text('act').$type<NonNullable<MigrationLine['act']>>(),
    /** What it is found by; two lines with the same are one too many. */
    key: text('key'),
    name: text('name'),
    target_id: uuid('target_id'),
    problems: jsonb('problems').$type<MigrationLine['problems']>().notNull().default([]),
    /** Of the row it wrote: its version then, and what its columns held before. */
    target_version: integer('target_version'),
    before: jsonb('before').$type<Record<string, unknown>>(),
  },
  t => [
    primaryKey({ columns: [t.job_id, t.line] }),
    index('migration_lines_key').on(t.job_id, t.key),
    index('migration_lines_target').on(t.job_id, t.target_id),
  ],
);
