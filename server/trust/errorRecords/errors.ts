/** Errors that browsers report, stored without user, tenant and IP address. */
import { lt, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { dateOf } from '../../../shared/clock.ts';
import { reportError } from '../../../shared/contract/trust/analytics.ts';
import { uuid7 } from '../../../shared/random.ts';
import type { Db } from '../../db/database.ts';
import { clientErrors } from '../../db/schema.ts';
import type { Server } from '../../context/server.ts';
import { mount } from '../../http/route.ts';

const RETENTION_MS = 30 * 86_400_000;
/** Anybody may send error records, so their number is bounded. */
export const MAX_ROWS = 100_000;

export function errorRecordRoutes(app: FastifyInstance, { tenantTransactions, clock }: Server): void {
  mount(app, reportError, async ({ body }) => {
    const now = clock.now();
    const row = { ...body, id: uuid7(now), at: dateOf(now) };
    await tenantTransactions.acrossTenants(tx => tx.insert(clientErrors).values(row));
  });
}

/** Deletes expired records and the oldest beyond the maximum; ids sort by creation time. */
export async function sweepErrorRecords(tx: Db, now: number, rows = MAX_ROWS): Promise<void> {
  await tx.delete(clientErrors).where(lt(clientErrors.at, dateOf(now - RETENTION_MS)));
  await tx.execute(
    sql`delete from ${clientErrors} where id <= (select id from ${clientErrors} order by id desc offset ${rows} limit 1)`,
  );
}
