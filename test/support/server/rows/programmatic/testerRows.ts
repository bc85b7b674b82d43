/** Cases of the OpenRTB tester, one of them deleted, and a run in each state that has its own calls. */
import { testCases, testRuns } from '../../../../../server/db/schema.ts';
import { NOTHING_EXPECTED } from '../../../../../shared/contract/programmatic/tester/testCase.ts';
import { uuid7 } from '../../../../../shared/random.ts';
import type { TestServer } from '../../server.ts';

export type TesterRows = Record<'kept' | 'deleted' | 'queued' | 'done', string>;

export async function addTester(
  { db, server }: Pick<TestServer, 'db' | 'server'>,
  tenant_id: string,
): Promise<TesterRows> {
  const now = server.clock.now();
  const fresh = () => uuid7(now);
  const rows = { kept: fresh(), deleted: fresh(), queued: fresh(), done: fresh() };
  const one = {
    ...{ tenant_id, name: 'Taxi spot', profile: 'dooh' as const, request_json: '{"id":"a"}' },
    ...{ expect: { ...NOTHING_EXPECTED, valid: false }, tags: ['harbour'], source: 'manual' as const },
  };
  await db.insert(testCases).values([
    { ...one, id: rows.kept },
    { ...one, id: rows.deleted, deleted_at: new Date(now) },
  ]);
  const run = { tenant_id, suite: 'Harbour', mode: 'strict' as const, case_ids: [rows.kept], total: 1 };
  await db.insert(testRuns).values([
    { ...run, id: rows.queued, state: 'queued', results: [] },
    { ...run, id: rows.done, state: 'done', results: [], done: 1 },
  ]);
  return rows;
}
