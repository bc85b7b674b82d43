/** A standby of the database, from REPORTS_DATABASE_URL: reports are read there, so that they take nothing from screens and people. */
import { sql } from 'drizzle-orm';
import { sleep, systemClock } from '../../shared/clock.ts';
import { ConfigError } from '../context/config.ts';
import type { Db } from '../db/database.ts';
import { drizzleOver, openPool } from '../db/pool.ts';
import { requireRowLevelSecurity } from '../db/rls.ts';
import { rowsOf } from '../db/rows.ts';
import { openTenantTransactions, type TenantTransactions } from '../db/tenantTransactions.ts';

const CATCH_UP_MS = 10_000;
const ASK_MS = 100;

export interface Replica {
  /** Transactions that see all that was committed before the call, and write nothing; null where it lags or does not answer. */
  transactions: () => Promise<TenantTransactions | null>;
  close: () => Promise<void>;
}
interface Primary {
  db: Db;
  /** The role its transactions take. */
  role: string | null;
}

/** Throws ConfigError where the address is of no standby. One that does not answer now may do so later. */
export async function openReplica(
  url: string,
  { db: primary, role }: Primary,
  catchUpMs = CATCH_UP_MS,
): Promise<Replica> {
  const { pool } = openPool(url);
  const db = drizzleOver(pool, { logQuery: () => undefined });
  const transactions = openTenantTransactions(db, role);
  const isStandby = await db
    .execute(sql`select pg_is_in_recovery() as yes`)
    .then(answer => rowsOf<{ yes: boolean }>(answer)[0]?.yes)
    .catch(() => undefined);
  if (isStandby === false) {
    await pool.end();
    throw new ConfigError('REPORTS_DATABASE_URL must name a standby of DATABASE_URL: that one takes writes.');
  }

  /** The end of what was written to the log, not of what is on the disk: it lies behind each commit. */
  async function catchUp(): Promise<boolean> {
    const [end] = rowsOf<{ lsn: string }>(
      await primary.execute(sql`select pg_current_wal_insert_lsn()::text as lsn`),
    );
    for (const until = systemClock.mono() + catchUpMs; ; await sleep(systemClock, ASK_MS)) {
      const [found] = rowsOf<{ is_there: boolean | null }>(
        await db.execute(sql`select pg_last_wal_replay_lsn() >= ${end?.lsn}::pg_lsn as is_there`),
      );
      if (found?.is_there) return true;
      if (systemClock.mono() >= until) return false;
    }
  }
  return {
    transactions: async () => {
      try {
        if (!(await catchUp())) return null;
        await requireRowLevelSecurity(transactions);
        return transactions;
      } catch (error) {
        if (error instanceof ConfigError) throw error;
        return null;
      }
    },
    close: () => pool.end(),
  };
}
