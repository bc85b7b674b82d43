/** What lists and records of earnings and payouts show alike to the clerk and to the owner. */
import { MonthCell } from './MonthCell.tsx';

export const FIGURE_COLUMNS = [
  { key: 'online_ms', as: 'length', alignEnd: true, from: 'lg' },
  { key: 'plays', as: 'number', alignEnd: true, from: 'md' },
  { key: 'gross_minor', as: 'money', alignEnd: true, from: 'lg' },
  { key: 'net_minor', as: 'money', alignEnd: true },
  { key: 'state', as: 'state' },
] as const;
export const MONTH_COLUMN = {
  key: 'period',
  cell: MonthCell,
  exportValue: ({ period }: { period: string }) => period,
} as const;
export const EARNING_FACTS = [
  { key: 'state', as: 'state' },
  { key: 'period', cell: MonthCell },
  { key: 'imported', as: 'flag' },
  { key: 'online_ms', as: 'length' },
  { key: 'plays', as: 'number' },
  { key: 'gross_minor', as: 'money' },
  { key: 'fee_pct', as: 'number' },
  { key: 'fee_minor', as: 'money' },
  { key: 'adjustment_minor', as: 'money' },
  { key: 'net_minor', as: 'money' },
  { key: 'dispute', as: 'text' },
  { key: 'answer', as: 'text' },
] as const;
export const PAYOUT_FACTS = [
  { key: 'state', as: 'state' },
  { key: 'amount_minor', as: 'money' },
  { key: 'method', as: 'text' },
  { key: 'earnings', as: 'number' },
  { key: 'reference', as: 'text' },
  { key: 'reason', as: 'text' },
  { key: 'created_at', as: 'time' },
  { key: 'paid_at', as: 'time' },
] as const;
