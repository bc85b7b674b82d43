import type { FastifyInstance } from 'fastify';
import { pullLeases } from '../../../shared/contract/playout/lease.ts';
import { mount } from '../../http/route.ts';
import { pull } from './pull.ts';

export function leaseRoutes(app: FastifyInstance): void {
  mount(app, pullLeases, ({ principal, inTenant, body }) =>
    inTenant(ctx => pull(ctx, principal.device_id, body)),
  );
}
