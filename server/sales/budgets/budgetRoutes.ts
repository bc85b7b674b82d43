/** Routes of budgets, and of requests for more. */
import type { FastifyInstance } from 'fastify';
import { budgets } from '../../../shared/contract/sales/budget.ts';
import { budgetRequests, ownBudgets } from '../../../shared/contract/sales/budgetRequest.ts';
import { mount } from '../../http/route.ts';
import { mountReads } from '../../resource/mount.ts';
import * as stored from './budgets.ts';
import * as requests from './requests.ts';

export function budgetRoutes(app: FastifyInstance): void {
  mountReads(app, budgets, stored.budgetListing);
  mount(app, budgets.create, ({ ctx, body }) => stored.createBudget(ctx, body));
  mount(app, budgets.patch, ({ ctx, params, expected, body }) =>
    stored.changeBudget(ctx, { ...params, expected }, body),
  );
  const acts = budgets.actionEndpoints;
  mount(app, acts.transfer, ({ ctx, params, body }) => stored.transfer(ctx, params.id, body));
  mount(app, acts.close, ({ ctx, params }) => stored.closeBudget(ctx, params.id));
  mount(app, ownBudgets, ({ ctx }) => requests.ownBudgets(ctx));
  mountReads(app, budgetRequests, requests.requestListing);
  mount(app, budgetRequests.create, ({ ctx, body }) => requests.askForMore(ctx, body));
  const decisions = budgetRequests.actionEndpoints;
  mount(app, decisions.approve, ({ ctx, params }) => requests.approveRequest(ctx, params.id));
  mount(app, decisions.decline, ({ ctx, params, body }) => requests.declineRequest(ctx, params.id, body));
}
