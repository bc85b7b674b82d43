import { budgetRequest, budgetRequests } from '../../../shared/contract/sales/budgetRequest.ts';
import { defineResource } from '../../kit/resource/defineResource.ts';
import { AskDialog, OwnBudgets } from './OwnBudgets.tsx';
import { REQUEST_BADGES } from './states.ts';

export default defineResource({
  name: 'budgetRequests',
  entity: budgetRequests,
  row: budgetRequest,
  pages: ['budget'],
  opensIn: 'sheet',
  label: row => row.budget_name ?? row.asker ?? '',
  stateBadges: { state: REQUEST_BADGES },
  stripe: row => REQUEST_BADGES[row.state].tone,
  columns: [
    { key: 'created_at', as: 'time' },
    { key: 'budget_name', as: 'text', from: 'md' },
    { key: 'reason', as: 'text', from: 'md' },
    { key: 'amount_minor', as: 'money', alignEnd: true },
    { key: 'state', as: 'state' },
  ],
  filters: ['status'],
  facts: [
    { key: 'state', as: 'state' },
    { key: 'budget_name', as: 'text' },
    { key: 'asker', as: 'text' },
    { key: 'amount_minor', as: 'money' },
    { key: 'reason', as: 'text' },
    { key: 'decided_at', as: 'time' },
    { key: 'decision_reason', as: 'text' },
  ],
  primary: { name: 'new', level: 'S', act: { dialog: AskDialog } },
  summary: OwnBudgets,
  acts: { decline: { fields: [{ name: 'reason', input: { as: 'area' }, hint: true }], danger: true } },
});
