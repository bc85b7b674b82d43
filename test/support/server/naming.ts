import type { FastifyInstance, InjectOptions } from 'fastify';
import { uuid7 } from '../../../shared/random.ts';

/** Adds an Idempotency-Key to every write, as the console does, unless the test sets its own. */
export function namingWrites(app: FastifyInstance): FastifyInstance {
  const inject = app.inject.bind(app) as (options: InjectOptions) => ReturnType<typeof app.inject>;
  const named = (asked: InjectOptions | string) => {
    const options = typeof asked === 'string' ? { url: asked } : asked;
    return inject({ ...options, headers: { 'idempotency-key': uuid7(Date.now()), ...options.headers } });
  };
  return Object.assign(app, { inject: named });
}
