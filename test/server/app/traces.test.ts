/** What a collector of OpenTelemetry receives of a server; the collector is another's program. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { trace } from '@opentelemetry/api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTraces } from '../../../server/app/traces.ts';
import { ConfigError, readConfig } from '../../../server/context/config.ts';
import { addJob } from '../../../server/jobs/jobs.ts';
import { runDueJobs } from '../../../server/jobs/worker.ts';
import { startTestServer, type TestServer } from '../../support/server/server.ts';

interface Value {
  stringValue?: string;
  intValue?: number;
}
interface Sent {
  name: string;
  traceId: string;
  parentSpanId?: string;
  attributes: { key: string; value: Value }[];
  status: { code?: number; message?: string };
}
interface Batch {
  resourceSpans: {
    resource: { attributes: { key: string; value: Value }[] };
    scopeSpans: { spans: Sent[] }[];
  }[];
}
const ERROR = 2;
const CALLER = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' };
const batches: Batch[] = [];
const paths: (string | undefined)[] = [];
const collector = createServer((request, response) => {
  paths.push(request.url);
  void json(request).then(batch => {
    batches.push(batch as Batch);
    response.setHeader('content-type', 'application/json').end('{}');
  });
});
let test: TestServer;
let url: string;
beforeAll(async () => {
  await new Promise<void>(done => collector.listen(0, '127.0.0.1', done));
  const OTEL_EXPORTER_OTLP_ENDPOINT = `http://127.0.0.1:${(collector.address() as AddressInfo).port}/`;
  url = readConfig([], { OTEL_EXPORTER_OTLP_ENDPOINT }).tracesUrl ?? '';
  test = await startTestServer({ config: { tracesUrl: url } });
});
afterAll(async () => {
  trace.disable();
  await test.close();
  collector.close();
});

it('is told of each request by its route and of each job by its kind, under the trace of the caller, and of no address and no text', async () => {
  const endTraces = await openTraces(url);
  const traceparent = `00-${CALLER.traceId}-${CALLER.spanId}-01`;
  const get = (address: string, headers = {}) =>
    test.app.inject({ url: address, headers: { ...test.admin.headers, ...headers } });
  const health = await get('/api/health', { traceparent });
  await get('/api/devices?q=Harbour%20festival');
  await get('/api/devices/01890a5d-ac96-774b-bcce-b302099a8057');
  await test.server.tenantTransactions.inTenant(test.tenant_id, tx =>
    addJob(
      { server: test.server, tx, tenant_id: test.tenant_id },
      { kind: 'note', payload: { to: 'Harbour' } },
    ),
  );
  const fails = () => Promise.reject(new Error('Harbour'));
  await runDueJobs(test.server, { note: fails }, () => {});
  await endTraces();

  expect(new Set(paths)).toEqual(new Set(['/v1/traces']));
  const all = batches.flatMap(({ resourceSpans }) => resourceSpans);
  expect(all[0]?.resource.attributes).toContainEqual({
    key: 'service.name',
    value: { stringValue: 'wayside' },
  });
  const spans = all.flatMap(({ scopeSpans }) => scopeSpans).flatMap(scope => scope.spans);
  expect(spans.map(({ name }) => name)).toEqual([
    'GET /api/health',
    'GET /api/devices',
    'GET /api/devices/:id',
    'job note',
  ]);
  const [first, , missing, job] = spans;
  expect(first).toMatchObject({ traceId: CALLER.traceId, parentSpanId: CALLER.spanId });
  const valueOf = (span: Sent | undefined, name: string): unknown => {
    const { stringValue, intValue } = span?.attributes.find(({ key }) => key === name)?.value ?? {};
    return stringValue ?? intValue;
  };
  expect(valueOf(first, 'http.response.status_code')).toBe(200);
  expect(valueOf(first, 'wayside.request_id')).toBe(health.headers['x-request-id']);
  expect(valueOf(missing, 'http.response.status_code')).toBe(404);
  expect(job?.status).toMatchObject({ code: ERROR });
  expect(JSON.stringify(batches)).not.toMatch(/Harbour|01890a5d/);
});

it('is asked for by one variable, which is an address', () => {
  expect(readConfig([], {}).tracesUrl).toBeNull();
  const wrong = () => readConfig([], { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector' });
  expect(wrong).toThrow(ConfigError);
  expect(wrong).toThrow('http://localhost:4318');
});
