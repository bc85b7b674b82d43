import {
  reconciliation,
  reconciliations,
  type Reconciliation,
} from '../../../shared/contract/reports/reconciliation.ts';
import { lazyPanel } from '../../kit/lazyPanel.ts';
import { defineResource, type DialogProps } from '../../kit/resource/defineResource.ts';
import { CountCell, DaysCell, DiffCell } from './cells.tsx';
import { ReportTabs } from './ReportTabs.tsx';
import { RECONCILIATION_BADGES } from './states.ts';

const Compared = lazyPanel<{ row: Reconciliation }>(
  async () => ({ default: (await import('./dialogs.ts')).ComparedPanel }),
  [],
);
const ImportDialog = lazyPanel<DialogProps<Reconciliation>>(
  async () => ({ default: (await import('./dialogs.ts')).ImportDialog }),
  [],
);
const ReconcileDialog = lazyPanel<{ close: () => void }>(
  async () => ({ default: (await import('./dialogs.ts')).ReconcileDialog }),
  [],
);
const NOTE = [{ name: 'note', input: { as: 'area' } }] as const;

export default defineResource({
  name: 'reconciliations',
  entity: { ...reconciliations, create: undefined },
  row: reconciliation,
  pages: ['reconciliations'],
  opensIn: 'sheet',
  label: row => `${row.partner_name} ${row.first_day}`,
  stateBadges: { state: RECONCILIATION_BADGES },
  stripe: row => RECONCILIATION_BADGES[row.state].tone,
  summary: ReportTabs,
  columns: [
    { key: 'partner_name', as: 'text' },
    {
      ...{ key: 'first_day', label: 'days', cell: DaysCell },
      exportValue: (row: Reconciliation) => `${row.first_day} / ${row.last_day}`,
    },
    { key: 'ours_e4', cell: CountCell, alignEnd: true, from: 'lg' },
    { key: 'theirs_e4', cell: CountCell, alignEnd: true, from: 'lg' },
    { key: 'diff_pct', cell: DiffCell, alignEnd: true, from: 'md' },
    { key: 'lines', as: 'number', alignEnd: true, from: 'lg' },
    { key: 'explained', as: 'number', alignEnd: true, from: 'xl' },
    { key: 'state', as: 'state' },
  ],
  exportKeys: ['id', 'partner_id', 'tz', 'file_name', 'matched', 'tolerance_pct'],
  filters: ['status'],
  facts: [
    { key: 'state', as: 'state' },
    { key: 'partner_name', as: 'text' },
    { key: 'first_day', label: 'days', cell: DaysCell },
    { key: 'tz', as: 'text' },
    { key: 'file_name', as: 'text' },
    { key: 'keyed_by', as: 'word' },
    { key: 'counted_in', as: 'word' },
    { key: 'ours_e4', cell: CountCell },
    { key: 'theirs_e4', cell: CountCell },
    { key: 'diff_pct', cell: DiffCell },
    { key: 'matched', as: 'number' },
    { key: 'explained', as: 'number' },
    { key: 'as_of', as: 'time' },
    { key: 'note', as: 'text' },
  ],
  panels: [{ name: 'compared', place: 'main', panel: Compared }],
  primary: { name: 'new', level: 'R', act: { dialog: ReconcileDialog } },
  acts: {
    import: { dialog: ImportDialog },
    explain: { fields: NOTE },
    dispute: { fields: NOTE, danger: true },
  },
});
