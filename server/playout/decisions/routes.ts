import type { FastifyInstance } from 'fastify';
import { sendDecisions } from '../../../shared/contract/playout/decisions.ts';
import { mount } from '../../http/route.ts';
import { keepCounts } from './counts.ts';

export function decisionRoutes(app: FastifyInstance): void {
  mount(app, sendDecisions, async ({ principal, inTenant, body }) => {
    await inTenant(ctx => keepCounts(ctx, principal.device_id, body));
    return { ok: true as const };
  });
}
