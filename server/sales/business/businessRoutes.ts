import type { FastifyInstance } from 'fastify';
import { businessSummary } from '../../../shared/contract/sales/businessSummary.ts';
import { mount } from '../../http/route.ts';
import { summaryOf } from './summary.ts';

export function businessRoutes(app: FastifyInstance): void {
  mount(app, businessSummary, ({ ctx, principal }) => summaryOf(ctx, principal));
}
