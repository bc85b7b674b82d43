/** Lines of files hold what people are called: they go a month after the last work on them; what was done stays in the list. */
import { sql } from 'drizzle-orm';
import { instant } from '../../../shared/clock.ts';
import { AT_WORK } from '../../../shared/contract/trust/migration.ts';
import type { Db } from '../../db/database.ts';

const KEPT_MS = 30 * 86_400_000;
export async function sweepMigrations(tx: Db, now: number): Promise<void> {
  await tx.execute(sql`
    delete from migration_lines l using migration_jobs j
    where j.id = l.job_id and j.updated_at < ${instant(now - KEPT_MS)}::timestamptz
      and j.state <> all(${sql.param([...AT_WORK])}::text[])`);
}
