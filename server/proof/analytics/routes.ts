/** Routes of the figures of analytics. */
import type { FastifyInstance } from 'fastify';
import * as contract from '../../../shared/contract/proof/analytics.ts';
import { mount } from '../../http/route.ts';
import { overviewOf } from './overview.ts';

export function analyticsRoutes(app: FastifyInstance): void {
  mount(app, contract.analyticsOverview, ({ ctx, query }) => overviewOf(ctx, query));
}
