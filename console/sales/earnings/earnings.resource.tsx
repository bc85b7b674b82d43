import { earning, earnings, type Earning } from '../../../shared/contract/sales/earning.ts';
import { PATHS } from '../../app/paths.ts';
import { LazyPart } from '../../kit/LazyPart.tsx';
import { lazyPanel } from '../../kit/lazyPanel.ts';
import { defineResource, type DialogProps } from '../../kit/resource/defineResource.ts';
import { EARNING_FACTS, FIGURE_COLUMNS, MONTH_COLUMN } from './columns.ts';
import { earningLabel } from './earningLabel.ts';
import { MonthFilter, OwnerFilter, ScreenFilter } from './filters.tsx';
import { FiguresPanel } from './FiguresPanel.tsx';
import { EARNING_BADGES } from './states.ts';

const AdjustDialog = lazyPanel<DialogProps<Earning>>(
  async () => ({ default: (await import('./dialogs.ts')).AdjustDialog }),
  ['unsentMoney'],
);
const Unsent = lazyPanel<{ row: Earning }>(
  async () => ({ default: (await import('./dialogs.ts')).UnsentAdjustment }),
  ['unsentMoney'],
);
const RecalculateDialog = lazyPanel<{ close: () => void }>(
  async () => ({ default: (await import('./dialogs.ts')).RecalculateDialog }),
  [],
);

function FiguresWithUnsent({ row }: { row: Earning }) {
  return (
    <>
      <LazyPart>
        <Unsent row={row} />
      </LazyPart>
      <FiguresPanel row={row} />
    </>
  );
}

export default defineResource({
  name: 'earnings',
  entity: earnings,
  row: earning,
  pages: ['earnings'],
  opensIn: 'sheet',
  label: earningLabel,
  stateBadges: { state: EARNING_BADGES },
  stripe: row => EARNING_BADGES[row.state].tone,
  columns: [
    MONTH_COLUMN,
    { key: 'device_name', as: 'text' },
    { key: 'owner_name', as: 'text', from: 'sm' },
    ...FIGURE_COLUMNS,
  ],
  exportKeys: ['id', 'owner_user_id', 'device_id', 'fee_pct', 'payout_id'],
  filters: [
    'status',
    { keys: ['period'], input: MonthFilter },
    { keys: ['owner_user_id'], input: OwnerFilter },
    { keys: ['device_id'], input: ScreenFilter },
  ],
  facts: [{ key: 'owner_name', as: 'text' }, { key: 'device_name', as: 'text' }, ...EARNING_FACTS],
  panels: [{ name: 'figures', place: 'main', panel: FiguresWithUnsent }],
  primary: { name: 'recalculate', level: 'W', act: { dialog: RecalculateDialog } },
  secondary: { name: 'payouts', level: 'R', act: { link: () => PATHS.payouts } },
  acts: {
    adjust: { dialog: AdjustDialog },
    answer: { fields: [{ name: 'answer', input: { as: 'area' } }] },
  },
});
