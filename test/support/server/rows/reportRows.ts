/** Reports of a tenant: kept ones in each state, one that is deleted, and runs of one of them. */
import { reportDefinitions, reportRuns } from '../../../../server/db/schema.ts';
import { reportKey } from '../../../../server/reports/files/store.ts';
import { uuid7 } from '../../../../shared/random.ts';
import type { TestServer } from '../server.ts';

const DAY_MS = 86_400_000;
export type ReportRows = Record<'active' | 'paused' | 'deleted' | 'queued' | 'ready', string>;

export async function addReports(
  { db, server }: Pick<TestServer, 'db' | 'server'>,
  tenant_id: string,
): Promise<ReportRows> {
  const now = server.clock.now();
  const spec = {
    ...{ tenant_id, name: 'Daily plays', preset: 'days' as const, format: 'csv' as const, tz: 'UTC' },
    ...{ language: 'en' as const, period: 'yesterday' as const, campaign_ids: [], creative_ids: [] },
  };
  const timetable = { schedule: 'daily' as const, hour: 6, day: 1, recipients: [] };
  const [active, paused, deleted] = [uuid7(now), uuid7(now), uuid7(now)];
  await db.insert(reportDefinitions).values([
    { ...spec, ...timetable, id: active },
    { ...spec, ...timetable, id: paused, status: 'paused' },
    { ...spec, ...timetable, id: deleted, deleted_at: new Date(now) },
  ]);
  const [queued, ready] = [uuid7(now), uuid7(now)];
  const run = {
    ...{ ...spec, definition_id: active, cause: 'user' as const, requester: 'Ana' },
    ...{ from: new Date(now - DAY_MS), to: new Date(now) },
  };
  await db.insert(reportRuns).values([
    { ...run, id: queued },
    { ...run, id: ready, state: 'ready', expires_at: new Date(now + DAY_MS) },
  ]);
  await server.objects.put(reportKey(ready), ['Report,Daily plays\r\n']);
  return { active, paused, deleted, queued, ready };
}
