/** Routes of adapter health. */
import type { FastifyInstance } from 'fastify';
import * as contract from '../../../shared/contract/programmatic/adapter.ts';
import { mount } from '../../http/route.ts';
import { allAdapters, forceBreaker, pageOfEvents, requirePartner } from './adapters.ts';
import { healthOf } from './health.ts';

export function adapterRoutes(app: FastifyInstance): void {
  mount(app, contract.listAdapters, ({ ctx }) => allAdapters(ctx));
  mount(app, contract.readHealth, async ({ ctx, params, query }) => {
    await requirePartner(ctx, params.partner_id);
    return healthOf(ctx, params.partner_id, query.window);
  });
  mount(app, contract.listAdapterEvents, ({ ctx, params, query }) =>
    pageOfEvents(ctx, params.partner_id, query),
  );
  mount(app, contract.setBreaker, ({ ctx, params, body }) =>
    forceBreaker(ctx, params.partner_id, body.action),
  );
}
