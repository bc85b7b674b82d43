/** Prometheus metrics at /metrics, for scrapers on this machine only. */
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';

/** Registers figures of its own; what it returns sets them before each answer. */
export type Figures = (registry: Registry) => () => Promise<void>;

export function installMetrics(app: FastifyInstance, figures: Figures): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const seconds = new Histogram({
    name: 'wayside_http_seconds',
    help: 'Time to answer by route and status',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  });
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    seconds.observe(
      { method: request.method, route, status: String(reply.statusCode) },
      reply.elapsedTime / 1000,
    );
    done();
  });
  const setFigures = figures(registry);
  app.get('/metrics', { config: { access: { who: 'loopback' } } }, async (_request, reply) => {
    await setFigures();
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}
