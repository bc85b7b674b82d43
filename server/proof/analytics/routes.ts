/** Routes of the figures of analytics. */
import type { FastifyInstance } from 'fastify';
import * as contract from '../../../shared/contract/proof/analytics.ts';
import { analyticsGallery } from '../../../shared/contract/proof/gallery.ts';
import { mount } from '../../http/route.ts';
import { audienceFigures } from './audience.ts';
import { creativeFigures } from './creatives.ts';
import { galleryOf } from './gallery.ts';
import { mapFigures } from './map.ts';
import { overviewOf } from './overview.ts';

export function analyticsRoutes(app: FastifyInstance): void {
  mount(app, contract.analyticsOverview, ({ ctx, query }) => overviewOf(ctx, query));
  mount(app, contract.analyticsCreatives, ({ ctx, query }) => creativeFigures(ctx, query));
  mount(app, contract.analyticsAudience, ({ ctx, query }) => audienceFigures(ctx, query));
  mount(app, contract.analyticsMap, ({ ctx, query }) => mapFigures(ctx, query));
  mount(app, analyticsGallery, ({ ctx, query }) => galleryOf(ctx, query));
}
