/** Reports as the tests ask for them, and the worker that makes them. */
import { expect } from 'vitest';
import type { ReportPreview, ReportSpec } from '../../../shared/contract/reports/report.ts';
import type { ReportRun } from '../../../shared/contract/reports/run.ts';
import { makeNextReport } from '../../../server/reports/runs/worker.ts';
import { call } from '../../support/server/playlist.ts';
import type { TestServer } from '../../support/server/server.ts';

export { ONE_REPORT as SPEC, DAILY_REPORT as KEPT } from './bodies.ts';
import { ONE_REPORT as SPEC } from './bodies.ts';

type By = Awaited<ReturnType<TestServer['signIn']>>;

export async function ask<T>(
  test: TestServer,
  method: 'GET' | 'POST',
  path: string,
  { body, by = test.admin }: { body?: object; by?: By } = {},
): Promise<T> {
  const answer = await call(test, by, method, `/api/reports/${path}`, {
    ...(body && { payload: body }),
  });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<T>();
}
export const preview = (test: TestServer, spec: Partial<ReportSpec>) =>
  ask<ReportPreview>(test, 'POST', 'preview', { body: { ...SPEC, ...spec } });
export const readRun = (test: TestServer, id: string) => ask<ReportRun>(test, 'GET', `runs/${id}`);
export const request = (test: TestServer, spec: Partial<ReportSpec> = {}, name = 'A report') =>
  ask<ReportRun>(test, 'POST', 'runs', {
    body: { definition_id: null, name, report: { ...SPEC, ...spec } },
  });

export const work = (test: TestServer, stop = new AbortController().signal) =>
  makeNextReport(test.server, stop, error => expect.unreachable(String(error)));

export async function make(
  test: TestServer,
  spec: Partial<ReportSpec> = {},
  name?: string,
): Promise<ReportRun> {
  const { id } = await request(test, spec, name);
  expect(await work(test)).toBe(true);
  return readRun(test, id);
}
export async function download(test: TestServer, id: string, by: By = test.admin) {
  return test.app.inject({ url: `/api/reports/runs/${id}/download`, headers: by.headers });
}
