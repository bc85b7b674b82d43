/** Budgets of a tenant or of one campaign: what may be spent, what was, and who is told (contract §4). */
import * as z from 'zod/mini';
import { entity, type Transitions } from '../wire/entity.ts';
import { common, currency, id, instant, int, MAX_INT, name } from '../wire/wire.ts';

export const BUDGET_SCOPES = ['tenant', 'campaign'] as const;
export const BUDGET_PERIODS = ['month', 'flight'] as const;
export const BUDGET_STATES = ['active', 'exhausted', 'closed'] as const;
export type BudgetState = (typeof BUDGET_STATES)[number];
export const BUDGET_TRANSITIONS: Transitions<BudgetState> = {
  active: ['exhausted', 'closed'],
  exhausted: ['active', 'closed'],
  closed: [],
};
/** Whole units of the currency; the server knows how many minor units those are. */
export const BUDGET_LEAST = 1;
export const BUDGET_MOST = 10_000_000;

const minor = int(0, MAX_INT);
const editable = {
  name,
  amount_minor: int(1, MAX_INT),
  /** Nothing is played beyond it; without it people are only told. */
  hard_cap: z.boolean(),
};
export const budget = z.object({
  ...common,
  ...editable,
  scope: z.enum(BUDGET_SCOPES),
  period: z.enum(BUDGET_PERIODS),
  /** null: all campaigns of the tenant. */
  campaign_id: z.nullable(id),
  campaign_name: z.nullable(z.string()),
  currency,
  state: z.enum(BUDGET_STATES),
  /** The time it counts now. */
  from: instant,
  to: instant,
  spent_minor: minor,
  /** What screens may still play under leases. */
  reserved_minor: minor,
  /** At its end, at the pace so far; null before it has begun. */
  forecast_minor: z.nullable(minor),
  /** Shares of the amount that people were told of in this time. */
  alerts: z.array(int(0, 100)),
});
export type Budget = z.infer<typeof budget>;

const refers = z.refine<{
  scope: (typeof BUDGET_SCOPES)[number];
  period: (typeof BUDGET_PERIODS)[number];
  campaign_id: string | null;
}>(({ scope, campaign_id }) => (scope === 'campaign') === (campaign_id !== null), {
  path: ['campaign_id'],
  error: 'Required',
});
const flightOfCampaign = z.refine<{
  scope: (typeof BUDGET_SCOPES)[number];
  period: (typeof BUDGET_PERIODS)[number];
}>(({ scope, period }) => period !== 'flight' || scope === 'campaign', {
  path: ['period'],
  error: 'Only of a campaign',
});
export const budgetCreate = z
  .strictObject({
    ...editable,
    scope: z.enum(BUDGET_SCOPES),
    period: z.enum(BUDGET_PERIODS),
    campaign_id: z._default(z.nullable(id), null),
    hard_cap: z._default(editable.hard_cap, false),
    /** The tenant’s, which it is where none is named: prices are in it. */
    currency: z.optional(currency),
  })
  .check(refers, flightOfCampaign);
export const budgetPatch = z.partial(z.strictObject(editable));
export const budgetTransfer = z.strictObject({ to_id: id, amount_minor: int(1, MAX_INT) });

const OPEN: readonly BudgetState[] = ['active', 'exhausted'];
export const budgets = entity({
  path: '/api/budgets',
  bulk: ['close'],
  area: 'budget',
  row: budget,
  create: budgetCreate,
  patch: budgetPatch,
  listOptions: {
    sorts: ['name', 'amount_minor', 'state', 'created_at', 'updated_at'],
    defaultSort: 'name',
    enums: { status: { state: BUDGET_STATES }, scope: { scope: BUDGET_SCOPES } },
    ids: ['campaign_id'],
  },
  actions: {
    transfer: {
      summary: 'Move an amount from it to another budget',
      from: OPEN,
      body: budgetTransfer,
    },
    close: { summary: 'Let it hold nothing back any more', from: OPEN, to: 'closed', confirm: true },
  },
});
