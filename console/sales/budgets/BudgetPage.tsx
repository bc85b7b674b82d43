/** The budgets, for who reads them; what he has asked for, for who may only ask for more. */
import { allows } from '../../../shared/contract/wire/access.ts';
import { useCurrentUser } from '../../app/session/useCurrentUser.ts';
import ListScreen from '../../kit/screens/list/ListScreen.tsx';
import requests from './budgetRequests.resource.tsx';
import budgets from './budgets.resource.tsx';

export function BudgetPage() {
  const { role } = useCurrentUser();
  return allows(role, 'budget', 'R') ? <ListScreen resource={budgets} /> : <ListScreen resource={requests} />;
}
