import type { FastifyInstance } from 'fastify';
import { sendAudience } from '../../../shared/contract/playout/audience.ts';
import { mount } from '../../http/route.ts';
import { keepAudience } from './counts.ts';

export function audienceRoutes(app: FastifyInstance): void {
  mount(app, sendAudience, async ({ principal, inTenant, body }) => {
    await inTenant(ctx => keepAudience(ctx, principal.device_id, body.hours));
    return { ok: true as const };
  });
}
