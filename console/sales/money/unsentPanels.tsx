/** What waits here of one earning, and all transfers that do. */
import { budgets } from '../../../shared/contract/sales/budget.ts';
import { earnings, type Earning } from '../../../shared/contract/sales/earning.ts';
import UnsentMoney from './UnsentMoney.tsx';

export const UnsentAdjustment = ({ row }: { row: Earning }) => (
  <UnsentMoney of={row.id} kind="adjustment" paths={[earnings.list.path]} />
);
export const UnsentTransfers = () => <UnsentMoney kind="transfer" paths={[budgets.list.path]} />;
