import { earning, ownerEarnings } from '../../shared/contract/sales/earning.ts';
import { defineResource } from '../kit/resource/defineResource.ts';
import { EARNING_FACTS, FIGURE_COLUMNS, MONTH_COLUMN } from '../sales/earnings/columns.ts';
import { earningLabel } from '../sales/earnings/earningLabel.ts';
import { MonthFilter } from '../sales/earnings/filters.tsx';
import { OwnFiguresPanel } from '../sales/earnings/FiguresPanel.tsx';
import { EARNING_BADGES } from '../sales/earnings/states.ts';
import { EarningMonths } from './EarningMonths.tsx';
import { OwnPayouts } from './OwnPayouts.tsx';

export default defineResource({
  name: 'ownerEarnings',
  entity: ownerEarnings,
  row: earning,
  pages: ['ownerEarnings'],
  opensIn: 'sheet',
  label: earningLabel,
  stateBadges: { state: EARNING_BADGES },
  stripe: row => EARNING_BADGES[row.state].tone,
  columns: [MONTH_COLUMN, { key: 'device_name', as: 'text', from: 'sm' }, ...FIGURE_COLUMNS],
  exportKeys: ['fee_pct', 'fee_minor', 'adjustment_minor', 'currency'],
  filters: ['status', { keys: ['period'], input: MonthFilter }],
  facts: [{ key: 'device_name', as: 'text' }, ...EARNING_FACTS],
  panels: [{ name: 'figures', place: 'main', panel: OwnFiguresPanel }],
  summary: EarningMonths,
  footer: OwnPayouts,
  acts: {
    dispute: {
      fields: [{ name: 'reason', input: { as: 'area' } }],
      isVisible: (row, actor) => row.owner_user_id === actor.id && row.payout_id === null,
    },
  },
});
