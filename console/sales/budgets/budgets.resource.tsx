import * as z from 'zod/mini';
import {
  budget,
  BUDGET_PERIODS,
  BUDGET_SCOPES,
  budgetCreate,
  budgetPatch,
  budgets,
  type Budget,
} from '../../../shared/contract/sales/budget.ts';
import { lazyPanel } from '../../kit/lazyPanel.ts';
import { defineResource, type DialogProps } from '../../kit/resource/defineResource.ts';
import { RequestsPanel } from './RequestsPanel.tsx';
import { SpentCell } from './SpentCell.tsx';
import { BUDGET_BADGES } from './states.ts';

const TransferDialog = lazyPanel<DialogProps<Budget>>(
  async () => ({ default: (await import('../earnings/dialogs.ts')).TransferDialog }),
  ['unsentMoney'],
);
const campaignRelation = async () => (await import('../../../shared/contract/sales/campaign.ts')).campaigns;

/** The currency is only looked at. */
const FORM = z.strictObject({ ...budgetPatch.shape, currency: z.optional(z.string()) });

const NAME = { name: 'name', input: { as: 'text' } } as const;
const HARD_CAP = { name: 'hard_cap', input: { as: 'check' }, hint: true } as const;
const amountIn = (currency: string | { field: string }) =>
  ({ name: 'amount_minor', input: { as: 'money', currency }, hint: true }) as const;

export default defineResource({
  name: 'budgets',
  entity: budgets,
  row: budget,
  pages: ['budget'],
  opensIn: 'sheet',
  label: row => row.name,
  stateBadges: { state: BUDGET_BADGES },
  stripe: row => BUDGET_BADGES[row.state].tone,
  columns: [
    { key: 'name', as: 'text' },
    { key: 'campaign_name', as: 'text', from: 'lg' },
    { key: 'period', as: 'word', from: 'md' },
    { key: 'spent_minor', cell: SpentCell, exportValue: row => row.spent_minor },
    { key: 'reserved_minor', as: 'money', alignEnd: true, from: 'lg' },
    { key: 'forecast_minor', as: 'money', alignEnd: true, from: 'lg' },
    { key: 'amount_minor', as: 'money', alignEnd: true },
    { key: 'state', as: 'state' },
  ],
  exportKeys: ['id', 'currency'],
  filters: ['status', 'scope'],
  facts: [
    { key: 'state', as: 'state' },
    { key: 'scope', as: 'word' },
    { key: 'campaign_name', as: 'text' },
    { key: 'period', as: 'word' },
    { key: 'from', as: 'time' },
    { key: 'to', as: 'time' },
    { key: 'spent_minor', cell: SpentCell },
    { key: 'reserved_minor', as: 'money' },
    { key: 'forecast_minor', as: 'money' },
    { key: 'amount_minor', as: 'money' },
  ],
  form: {
    schema: FORM,
    isEditable: row => row.state !== 'closed',
    from: ({ name, amount_minor, hard_cap, currency }) => ({ name, amount_minor, hard_cap, currency }),
    fields: [NAME, amountIn({ field: 'currency' }), HARD_CAP],
  },
  createForm: {
    schema: budgetCreate,
    fields: [
      NAME,
      { name: 'scope', input: { as: 'select', options: BUDGET_SCOPES } },
      {
        name: 'campaign_id',
        input: { as: 'pick', of: campaignRelation, nullable: true },
        when: { field: 'scope', is: ['campaign'] },
      },
      { name: 'period', input: { as: 'select', options: BUDGET_PERIODS }, hint: true },
      amountIn({ field: 'currency' }),
      HARD_CAP,
    ],
    initialValues: ({ currency }) => ({
      currency: currency ?? undefined,
      scope: 'tenant' as const,
      period: 'month' as const,
      hard_cap: false,
    }),
  },
  summary: RequestsPanel,
  acts: {
    transfer: { dialog: TransferDialog },
    close: { danger: true },
  },
});
