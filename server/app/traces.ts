/** OpenTelemetry: a span of each request and of each job, sent by OTLP over HTTP where an address is set; else nothing of it is loaded. */
import { context, propagation, SpanKind, SpanStatusCode, trace, type Span } from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { TRACER } from '../jobs/tracer.ts';

const SERVER_FAULT = 500;
/** A collector that hangs does not hold up the end of the server. */
const SEND_WITHIN_MS = 5_000;

/**
 * Sends the spans of this process to `url`, which ends in `/v1/traces`; the answer sends what waits and ends it. Sampling,
 * headers, the name of the service and sizes of batches are OpenTelemetry's own variables (OTEL_*).
 */
export async function openTraces(url: string): Promise<() => Promise<void>> {
  const [{ BatchSpanProcessor, NodeTracerProvider }, { OTLPTraceExporter }, resources] = await Promise.all([
    import('@opentelemetry/sdk-trace-node'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ]);
  const own = resources.resourceFromAttributes({ 'service.name': 'wayside' });
  const provider = new NodeTracerProvider({
    resource: own.merge(resources.detectResources({ detectors: [resources.envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ url, timeoutMillis: SEND_WITHIN_MS }))],
  });
  provider.register();
  return () => provider.shutdown();
}

/** A span names the route, not the address: no id and nothing that was searched for leaves the server with it. */
export function traceRequests(app: FastifyInstance): void {
  const spans = new WeakMap<FastifyRequest, Span>();
  app.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    const attributes = {
      'http.request.method': request.method,
      'http.route': route,
      'wayside.request_id': request.id,
    };
    const caller = propagation.extract(context.active(), request.headers);
    const name = `${request.method} ${route}`;
    const span = trace.getTracer(TRACER).startSpan(name, { kind: SpanKind.SERVER, attributes }, caller);
    spans.set(request, span);
    context.with(trace.setSpan(caller, span), done);
  });
  app.addHook('onResponse', (request, reply, done) => {
    const span = spans.get(request);
    span?.setAttribute('http.response.status_code', reply.statusCode);
    if (reply.statusCode >= SERVER_FAULT) span?.setStatus({ code: SpanStatusCode.ERROR });
    span?.end();
    done();
  });
}
