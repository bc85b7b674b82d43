/** Endpoints for reachability, liveness and readiness. */
import { randomBytes } from 'node:crypto';
import { accessSync, constants } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../shared/contract/wire/errors.ts';
import { health, version } from '../../shared/contract/wire/health.ts';
import type { Server } from '../context/server.ts';
import { networkOf } from '../transaction/limits.ts';
import { mount } from './route.ts';
import { SERVER_TIME_HEADER } from './serverTime.ts';

const MAX_SPEED_TEST_BYTES = 1_000_000;
const anyone = { access: { who: 'anyone' } } as const;

/** Clamps any input to a whole number from 0 to 1 MB. */
export function clampSize(size: string | undefined): number {
  const n = Number(size ?? 0);
  return Number.isFinite(n) ? Math.min(Math.max(Math.trunc(n), 0), MAX_SPEED_TEST_BYTES) : 0;
}

export function healthRoutes(app: FastifyInstance, server: Server): void {
  mount(app, health, async ({ query, request, reply }) => {
    const size = request.method === 'HEAD' ? 0 : clampSize(query.size);
    if (size > 0) await server.limits.take('speed_tests', [networkOf(request.ip)]);
    const nonce = request.headers['x-health'];
    if (typeof nonce === 'string') reply.header('x-health', nonce.slice(0, 100));
    reply.header('cache-control', 'no-store').header(SERVER_TIME_HEADER, String(server.clock.now()));
    return reply.type('application/octet-stream').send(randomBytes(size));
  });
  mount(app, version, ({ reply }) => {
    reply.header('cache-control', 'no-store');
    return { build: server.build, version: server.appVersion };
  });
  app.get('/healthz', { config: anyone }, () => ({ ok: true }));
  app.get('/readyz', { config: anyone }, async () => {
    try {
      await server.ready();
      accessSync(server.config.dataDir, constants.W_OK);
      await server.objects.check();
    } catch (cause) {
      throw new AppError(
        'UNAVAILABLE',
        'The database, the disk or the store of files is not ready.',
        {},
        { cause },
      );
    }
    return { ok: true, engine: server.engine };
  });
}
