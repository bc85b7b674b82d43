/** Requests for more budget, by who may only ask, and what he may see of the budgets he asks for (contract §4). */
import * as z from 'zod/mini';
import { endpoint } from '../wire/endpoint.ts';
import { entity, statesBefore, type Transitions } from '../wire/entity.ts';
import { common, currency, id, instant, int, MAX_INT, name, text } from '../wire/wire.ts';
import { BUDGET_PERIODS, BUDGET_SCOPES, BUDGET_STATES } from './budget.ts';

export const BUDGET_REQUEST_STATES = ['requested', 'approved', 'declined'] as const;
export type BudgetRequestState = (typeof BUDGET_REQUEST_STATES)[number];
export const BUDGET_REQUEST_TRANSITIONS: Transitions<BudgetRequestState> = {
  requested: ['approved', 'declined'],
  approved: [],
  declined: [],
};

const request = { amount_minor: int(1, MAX_INT), reason: text(10, 1_000) };
export const budgetRequest = z.object({
  ...common,
  ...request,
  /** null: there was none that could be named; approving it makes the tenant’s. */
  budget_id: z.nullable(id),
  budget_name: z.nullable(z.string()),
  currency,
  state: z.enum(BUDGET_REQUEST_STATES),
  /** Who asks. */
  asker: z.nullable(z.string()),
  decided_at: z.nullable(instant),
  /** Why it was declined. */
  decision_reason: z.nullable(z.string()),
});
export type BudgetRequest = z.infer<typeof budgetRequest>;

const leadsTo = <const S extends BudgetRequestState>(to: S) => ({
  from: statesBefore<BudgetRequestState>(BUDGET_REQUEST_TRANSITIONS, to),
  to,
});
export const budgetRequests = entity({
  path: '/api/budgets/requests',
  area: 'budget',
  row: budgetRequest,
  /** No budget named: the tenant’s, or one that is made for it. */
  create: z.strictObject({ ...request, budget_id: z._default(z.nullable(id), null) }),
  createLimit: 'budget_requests',
  listOptions: {
    sorts: ['amount_minor', 'state', 'created_at', 'updated_at'],
    defaultSort: '-created_at',
    enums: { status: { state: BUDGET_REQUEST_STATES } },
    ids: ['budget_id'],
  },
  access: { level: 'S' },
  actions: {
    approve: {
      ...leadsTo('approved'),
      summary: 'Raise the budget by the amount asked for, or make it where there is none',
      access: { level: 'W' },
      confirm: true,
    },
    decline: {
      ...leadsTo('declined'),
      summary: 'Leave the budget as it is, with the reason',
      access: { level: 'W' },
      body: z.strictObject({ reason: text(10, 1_000) }),
    },
  },
});

/** Neither its cap nor its forecast: only what it takes to ask for more. */
export const ownBudget = z.object({
  id,
  name,
  scope: z.enum(BUDGET_SCOPES),
  period: z.enum(BUDGET_PERIODS),
  campaign_name: z.nullable(z.string()),
  currency,
  state: z.enum(BUDGET_STATES),
  to: instant,
  amount_minor: int(1, MAX_INT),
  spent_minor: int(0, MAX_INT),
});
export const ownBudgets = endpoint({
  method: 'GET',
  path: '/api/budgets/own',
  access: { who: 'user', area: 'budget', level: 'S' },
  summary: 'The open budgets of one’s tenant, for who may ask for more',
  answer: z.object({ items: z.array(ownBudget) }),
});
