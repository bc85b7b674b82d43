/** Routes of budgets. */
import type { FastifyInstance } from 'fastify';
import { budgets } from '../../../shared/contract/sales/budget.ts';
import { mount } from '../../http/route.ts';
import { mountReads } from '../../resource/mount.ts';
import * as stored from './budgets.ts';

export function budgetRoutes(app: FastifyInstance): void {
  mountReads(app, budgets, stored.budgetListing);
  mount(app, budgets.create, ({ ctx, body }) => stored.createBudget(ctx, body));
  mount(app, budgets.patch, ({ ctx, params, expected, body }) =>
    stored.changeBudget(ctx, { ...params, expected }, body),
  );
  const acts = budgets.actionEndpoints;
  mount(app, acts.transfer, ({ ctx, params, body }) => stored.transfer(ctx, params.id, body));
  mount(app, acts.close, ({ ctx, params }) => stored.closeBudget(ctx, params.id));
}
