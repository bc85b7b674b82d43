/** Files that are over expire; rows of runs stay two months longer, so that a monthly report knows the one before. */
import { and, eq, inArray, lt } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import { REPORT_KEPT_DAYS } from '../../../shared/contract/reports/report.ts';
import type { Server } from '../../context/server.ts';
import { reportRuns } from '../../db/schema.ts';
import { dropFile, storedReports } from '../files/store.ts';

const DAY_MS = 86_400_000;
const ROWS_KEPT_DAYS = 3 * REPORT_KEPT_DAYS;

export async function sweepReports(server: Server): Promise<void> {
  const now = server.clock.now();
  const files = await storedReports(server);
  const wanted = await server.tenantTransactions.acrossTenants(async tx => {
    await tx
      .update(reportRuns)
      .set({ state: 'expired', updated_at: dateOf(now) })
      .where(and(eq(reportRuns.state, 'ready'), lt(reportRuns.expires_at, dateOf(now))));
    await tx
      .delete(reportRuns)
      .where(
        and(
          inArray(reportRuns.state, ['expired', 'failed', 'cancelled']),
          lt(reportRuns.created_at, dateOf(now - ROWS_KEPT_DAYS * DAY_MS)),
        ),
      );
    const rows = await tx
      .select({ id: reportRuns.id })
      .from(reportRuns)
      .where(inArray(reportRuns.state, ['ready', 'running']));
    return new Set(rows.map(({ id }) => id));
  });
  /** Read before the rows: a file that came since belongs to a run that was not looked at. */
  for (const { id, key } of files) if (!wanted.has(id)) await dropFile(server, key);
}
