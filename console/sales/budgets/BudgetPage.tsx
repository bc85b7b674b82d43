/** The budgets, for who reads them; what he has asked for, for who may only ask for more. */
import { allows } from '../../../shared/contract/wire/access.ts';
import { listPage } from '../../app/resourcePages.ts';
import { useCurrentUser } from '../../app/session/useCurrentUser.ts';
import type { Budget } from '../../../shared/contract/sales/budget.ts';
import type { BudgetRequest } from '../../../shared/contract/sales/budgetRequest.ts';

const TEXTS = ['budgets', 'budgetRequests', 'earnings'];
const Budgets = listPage<Budget>(() => import('./budgets.resource.tsx'), TEXTS);
const Requests = listPage<BudgetRequest>(() => import('./budgetRequests.resource.tsx'), TEXTS);

export default function BudgetPage() {
  const { role } = useCurrentUser();
  return allows(role, 'budget', 'R') ? <Budgets /> : <Requests />;
}
