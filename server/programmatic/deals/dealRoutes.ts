/** Routes of deals. */
import type { FastifyInstance } from 'fastify';
import { deals, explainDeal } from '../../../shared/contract/programmatic/deal.ts';
import { dealDelivery, forecastDeal } from '../../../shared/contract/programmatic/dealFigures.ts';
import { mount } from '../../http/route.ts';
import { mountReads } from '../../resource/mount.ts';
import { actOnDeal, changeDeal, createDeal, dealListing, removeDeal, restoreDeal } from './deals.ts';
import { deliveryOf } from './delivery.ts';
import { explain } from './explain.ts';
import { forecast } from './forecast.ts';

export function dealRoutes(app: FastifyInstance): void {
  mountReads(app, deals, dealListing);
  mount(app, deals.create, ({ ctx, body }) => createDeal(ctx, body));
  mount(app, deals.patch, ({ ctx, params, expected, body }) =>
    changeDeal(ctx, { ...params, expected }, body),
  );
  mount(app, deals.remove, ({ ctx, params, expected }) => removeDeal(ctx, params.id, expected));
  mount(app, deals.restore, ({ ctx, params }) => restoreDeal(ctx, params.id));
  const acts = deals.actionEndpoints;
  for (const verb of ['propose', 'accept', 'activate', 'pause'] as const)
    mount(app, acts[verb], ({ ctx, params }) => actOnDeal(ctx, { ...params, verb }));
  for (const verb of ['reject', 'cancel'] as const)
    mount(app, acts[verb], ({ ctx, params, body }) => actOnDeal(ctx, { ...params, verb, ...body }));
  mount(app, explainDeal, ({ ctx, params }) => explain(ctx, params.id));
  mount(app, dealDelivery, ({ ctx, params, query }) => deliveryOf(ctx, params.id, query.granularity));
  mount(app, forecastDeal, ({ ctx, params }) => forecast(ctx, params.id));
}
