/** Shape and colour of each state of a budget and of a request for more; its word stands in the texts of the resource. */
import type { Budget } from '../../../shared/contract/sales/budget.ts';
import type { BudgetRequest } from '../../../shared/contract/sales/budgetRequest.ts';
import type { StateBadge } from '../../kit/fields/StateMark.tsx';

export const BUDGET_BADGES: Record<Budget['state'], StateBadge> = {
  active: { shape: 'approved', tone: 'ok' },
  exhausted: { shape: 'degraded', tone: 'warn' },
  closed: { shape: 'never', tone: 'neutral' },
};
export const REQUEST_BADGES: Record<BudgetRequest['state'], StateBadge> = {
  requested: { shape: 'degraded', tone: 'warn' },
  approved: { shape: 'approved', tone: 'ok' },
  declined: { shape: 'rejected', tone: 'neutral' },
};
