/** Prometheus metrics at /metrics, for scrapers on this machine only. */
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';

/** Registers figures of its own; what it returns sets them before each answer. */
export type Figures = (registry: Registry) => () => Promise<void>;

/** A call that was answered without the framework. `ms`: from its head to its answer. */
export type Observe = (call: { method: string; route: string; status: number; ms: number }) => void;

export function installMetrics(app: FastifyInstance, figures: Figures): Observe {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const seconds = new Histogram({
    name: 'wayside_http_seconds',
    help: 'Time to answer by route and status',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  });
  const observe: Observe = ({ method, route, status, ms }) =>
    seconds.observe({ method, route, status: String(status) }, ms / 1000);
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    observe({ method: request.method, route, status: reply.statusCode, ms: reply.elapsedTime });
    done();
  });
  const setFigures = figures(registry);
  app.get('/metrics', { config: { access: { who: 'loopback' } } }, async (_request, reply) => {
    await setFigures();
    return reply.type(registry.contentType).send(await registry.metrics());
  });
  return observe;
}
