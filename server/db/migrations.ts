/** Which migrations this build has, and whether the database at hand was made by them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { ConfigError } from '../context/config.ts';
import { ROOT } from '../root.ts';
import type { Db } from './database.ts';
import { rowsOf } from './rows.ts';

export const migrationsFolder = join(ROOT, 'server/db/migrations');

interface Journal {
  entries: { when: number }[];
}
/** The time of each, by which a database knows which of them it has. */
export const ownMigrations = () =>
  new Set(
    (JSON.parse(readFileSync(join(migrationsFolder, 'meta/_journal.json'), 'utf8')) as Journal).entries.map(
      entry => entry.when,
    ),
  );

/**
 * Throws ConfigError where the database has a migration this build does not know: before the first release the
 * migrations became one, and an earlier database cannot be raised to it. Nothing is changed.
 */
export async function refuseUnknownHistory(db: Pick<Db, 'execute'>): Promise<void> {
  const history = rowsOf<{ name: string | null }>(
    await db.execute(sql`select to_regclass('drizzle.__drizzle_migrations')::text as name`),
  );
  if (history[0]?.name == null) return;
  const applied = rowsOf<{ created_at: string | number }>(
    await db.execute(sql`select created_at from drizzle.__drizzle_migrations`),
  );
  const own = ownMigrations();
  if (applied.every(row => own.has(Number(row.created_at)))) return;
  throw new ConfigError(
    'This database was made by another build of Wayside, which this build cannot raise. ' +
      'Start that build to export what you need, then start this one with an empty folder (--data DIR) or database. ' +
      'See docs/run.md, "An older data folder".',
  );
}
