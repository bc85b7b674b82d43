/** First pages of lists over 100,000 rows on PostgreSQL, as a desk asks for them, beside a bare statement for as many rows. */
import { sql } from 'drizzle-orm';
import { uuid7 } from '../../shared/random.ts';
import { cloneRow } from '../support/server/clone.ts';
import { addBilling } from '../support/server/rows/sales/billingRows.ts';
import { addTickets } from '../support/server/rows/ticketRows.ts';
import { startPostgres } from '../tools/machine.ts';
import { startBench } from './served.ts';

const ROWS = 100_000;
const CALLS = 31;
const PAGE = 50;
const GOAL_MS = 300;

const postgres = await startPostgres();
const bench = await startBench({ databaseUrl: postgres.url });
const { database, tenant_id } = bench;
const { db } = database;
const headers = await bench.signIn();

const percentile = (values: readonly number[], share: number) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;
async function msOf(round: () => Promise<unknown>): Promise<{ median: number; p95: number }> {
  const took: number[] = [];
  for (let n = 0; n < CALLS; n++) {
    const began = performance.now();
    await round();
    took.push(performance.now() - began);
  }
  return { median: percentile(took, 0.5), p95: percentile(took, 0.95) };
}

async function tell(path: string, floor: number): Promise<void> {
  const { median, p95 } = await msOf(async () => {
    const status = await bench.get(path, headers);
    if (status !== 200) throw new Error(`${path}: ${status}`);
  });
  const figures = `${median.toFixed(1)} ms, 95 % ${p95.toFixed(1)} ms`;
  process.stdout.write(
    `  ${path.padEnd(62)} ${figures.padStart(28)}, ratio ${(median / floor).toFixed(1)} (goal ${GOAL_MS} ms)\n`,
  );
}

try {
  const world = { db, server: bench.server };
  const user_id = uuid7(Date.now());
  const billing = await addBilling(world, tenant_id);
  const { open } = await addTickets(world, { tenant_id, user_id });
  await cloneRow(db, billing.invoices.open, ROWS);
  await cloneRow(db, open, ROWS);
  await db.execute(sql`analyze`);
  for (const [table, path, queries] of [
    ['invoices', '/api/invoices', ['', '&sort=-total_minor', '&status=open', '&q=Books%2050000']],
    ['tickets', '/api/support/tickets', ['', '&sort=-updated_at', '&sla=overdue', '&q=Dark%20screen']],
  ] as const) {
    const bare = sql`select * from ${sql.identifier(table)} where tenant_id = ${tenant_id} order by id desc limit ${PAGE}`;
    const { median: floor } = await msOf(() => db.execute(bare));
    process.stdout.write(
      `  ${`${PAGE} of ${table} by a bare statement`.padEnd(62)} ${floor.toFixed(1)} ms\n`,
    );
    for (const query of queries) await tell(`${path}?limit=${PAGE}${query}`, floor);
  }
} finally {
  await bench.close();
  await postgres.remove();
}
