/** Once an hour: what has outlived its time goes, in bounded batches, each in a transaction of its own. */
import { isNotNull, sql, type SQL } from 'drizzle-orm';
import { dateOf, instant } from '../../../../shared/clock.ts';
import {
  isShortened,
  RETENTION_RULES,
  type RetentionRule,
  type Shortened,
} from '../../../../shared/contract/trust/retentionRules.ts';
import { cutoffOf } from '../../../../shared/retention/cutoff.ts';
import type { Server } from '../../../context/server.ts';
import { rowsOf } from '../../../db/rows.ts';
import { retentionRuns, tenants } from '../../../db/schema.ts';
import { TARGETS, type Target } from './targets.ts';

const BATCH_ROWS = 2_000;
/** Of one table in one run; what is left waits an hour. */
const MOST_BATCHES = 100;

/** `of`: one tenant; null: all. */
interface Due {
  cutoff: number;
  of: string | null;
}
export const isDue = ({ age, when }: Target, { cutoff, of }: Due): SQL => sql`
  ${age} < ${instant(cutoff)}::timestamptz and ${when ?? sql`true`}
  and ${of === null ? sql`true` : sql`t.tenant_id = ${of}`}`;

async function takeBatch({ tenantTransactions }: Server, target: Target, due: Due): Promise<number> {
  const table = sql.identifier(target.table);
  const rows = sql`array(select t.ctid from ${table} t where ${isDue(target, due)} limit ${BATCH_ROWS})`;
  const taken = target.reduceTo
    ? sql`update ${table} set ${target.reduceTo} where ctid = any(${rows}) returning 1`
    : sql`delete from ${table} where ctid = any(${rows}) returning 1`;
  return tenantTransactions.acrossTenants(
    async tx => rowsOf(await tx.execute(sql`with taken as (${taken}) select 1 as n from taken`)).length,
  );
}
async function takeAll(server: Server, target: Target, due: Due): Promise<number> {
  let total = 0;
  for (let batch = 0; batch < MOST_BATCHES; batch++) {
    const rows = await takeBatch(server, target, due);
    total += rows;
    if (rows < BATCH_ROWS) break;
  }
  return total;
}

interface Chosen {
  id: string;
  shortened: Shortened;
}
/** Tenants that keep something less long. */
const choices = ({ tenantTransactions }: Server): Promise<Chosen[]> =>
  tenantTransactions.acrossTenants(async tx => {
    const rows = await tx
      .select({ id: tenants.id, shortened: tenants.retention })
      .from(tenants)
      .where(isNotNull(tenants.retention));
    return rows.filter(({ shortened }) => Object.keys(shortened).length > 0);
  });

async function runRule(server: Server, rule: RetentionRule, chosen: readonly Chosen[]): Promise<void> {
  const now = server.clock.now();
  const all: Due = { cutoff: cutoffOf(rule, now), of: null };
  const own = chosen
    .filter(({ shortened }) => isShortened(rule) && shortened[rule] !== undefined)
    .map(({ id, shortened }): Due => ({ cutoff: cutoffOf(rule, now, shortened), of: id }));
  let rows = 0;
  for (const target of TARGETS[rule])
    for (const due of [all, ...own]) rows += await takeAll(server, target, due);
  const ran = { ran_at: dateOf(now), rows };
  await server.tenantTransactions.acrossTenants(tx =>
    tx
      .insert(retentionRuns)
      .values({ rule, ...ran })
      .onConflictDoUpdate({ target: retentionRuns.rule, set: ran }),
  );
}

type OnFault = (error: unknown) => void;
/** What fails of one rule holds up no other. */
export async function runRetention(server: Server, onFault: OnFault): Promise<void> {
  const chosen = await choices(server);
  for (const rule of RETENTION_RULES) await runRule(server, rule, chosen).catch(onFault);
}
