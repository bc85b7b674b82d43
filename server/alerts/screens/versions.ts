/** The version of a tenant's set of alerts: it rises with everything that is published or ended, and every node hears of it. */
import { sql } from 'drizzle-orm';
import { rowsOf } from '../../db/rows.ts';
import { alertSets } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';

export const ALERT_CHANNEL = 'wayside_alerts';
export const parseAlertNotice = (notice: string) => {
  const [tenant_id = '', version = '0'] = notice.split(' ');
  return { tenant_id, version: Number(version) };
};

/** Locks the set until the commit, so that a version never has two meanings. */
export async function nextSet({ tx, tenant_id }: TransactionContext): Promise<number> {
  const [row] = rowsOf<{ version: number }>(
    await tx.execute(sql`
      insert into ${alertSets} as s (tenant_id, version) values (${tenant_id}, 1)
      on conflict (tenant_id) do update set version = s.version + 1 returning version`),
  );
  const version = row?.version ?? 1;
  await tx.execute(sql`select pg_notify(${ALERT_CHANNEL}, ${`${tenant_id} ${version}`})`);
  return version;
}
