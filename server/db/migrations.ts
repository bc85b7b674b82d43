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
  entries: { when: number; tag: string }[];
}
const journal = () =>
  (JSON.parse(readFileSync(join(migrationsFolder, 'meta/_journal.json'), 'utf8')) as Journal).entries;
/** The time of each, by which a database knows which of them it has. */
export const ownMigrations = () => new Set(journal().map(entry => entry.when));

/** First line of a migration that servers of the build before it do not survive. */
export const BREAKING = '-- Servers of an older build must be stopped first.';

/** null: the database is empty. */
async function appliedTo(db: Pick<Db, 'execute'>): Promise<number[] | null> {
  const history = rowsOf<{ name: string | null }>(
    await db.execute(sql`select to_regclass('drizzle.__drizzle_migrations')::text as name`),
  );
  if (history[0]?.name == null) return null;
  const applied = rowsOf<{ created_at: string | number }>(
    await db.execute(sql`select created_at from drizzle.__drizzle_migrations`),
  );
  return applied.map(row => Number(row.created_at));
}

/** Of those that are still to be made, the ones that no older server may run beside. */
export async function breakingMigrations(db: Pick<Db, 'execute'>): Promise<string[]> {
  const applied = new Set(await appliedTo(db));
  return journal()
    .filter(({ when }) => !applied.has(when))
    .map(({ tag }) => tag)
    .filter(tag => readFileSync(join(migrationsFolder, `${tag}.sql`), 'utf8').startsWith(BREAKING));
}

/**
 * Throws ConfigError where the database has a migration this build does not know. Either a newer build made it, or it is
 * of the time before the first release, when the migrations became one. Nothing is changed.
 */
export async function refuseUnknownHistory(db: Pick<Db, 'execute'>): Promise<void> {
  const applied = (await appliedTo(db)) ?? [];
  const own = ownMigrations();
  const unknown = applied.filter(when => !own.has(when));
  if (unknown.length === 0) return;
  const newestOwn = Math.max(...own);
  if (applied.includes(newestOwn) && unknown.every(when => when > newestOwn))
    throw new ConfigError(
      `This database was migrated by a newer build of Wayside (${unknown.length} migrations more than this one has), over which this older build does not start. ` +
        'Start the newer build; servers of this build that are running go on until they are stopped. Nothing was changed. ' +
        'See docs/scale.md, "A new version".',
    );
  throw new ConfigError(
    'This database was made by another build of Wayside, which this build cannot raise. ' +
      'Start that build to export what you need, then start this one with an empty folder (--data DIR) or database. ' +
      'See docs/run.md, "An older data folder".',
  );
}
