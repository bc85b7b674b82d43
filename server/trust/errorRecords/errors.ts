/** Errors that browsers tell of: kept without a name, a tenant or the address they came from. */
import { lt, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { dateOf } from '../../../shared/clock.ts';
import { reportError } from '../../../shared/contract/trust/analytics.ts';
import { uuid7 } from '../../../shared/random.ts';
import type { Db } from '../../db/database.ts';
import { clientErrors } from '../../db/schema.ts';
import type { Server } from '../../context/server.ts';
import { mount } from '../../http/route.ts';

const KEPT_MS = 30 * 86_400_000;
/** Anybody may send them: however many come, the disk is not theirs. */
export const KEPT_ROWS = 100_000;

export function errorRecordRoutes(app: FastifyInstance, { doors, clock }: Server): void {
  mount(app, reportError, async ({ body }) => {
    const now = clock.now();
    const row = { ...body, id: uuid7(now), at: dateOf(now) };
    await doors.everywhere(tx => tx.insert(clientErrors).values(row));
  });
}

/** The old ones go, and the oldest of too many; ids sort by the time they were made. */
export async function sweepErrorRecords(tx: Db, now: number, rows = KEPT_ROWS): Promise<void> {
  await tx.delete(clientErrors).where(lt(clientErrors.at, dateOf(now - KEPT_MS)));
  await tx.execute(
    sql`delete from ${clientErrors} where id <= (select id from ${clientErrors} order by id desc offset ${rows} limit 1)`,
  );
}
