import { migrationJob, migrations } from '../../../shared/contract/trust/migration.ts';
import { lazyPanel } from '../../kit/lazyPanel.ts';
import { defineResource } from '../../kit/resource/defineResource.ts';
import { LinesPanel } from './LinesPanel.tsx';
import { MappingPanel } from './MappingPanel.tsx';
import { MIGRATION_BADGES } from './states.ts';

const ImportDialog = lazyPanel<{ close: () => void }>(() => import('./ImportDialog.tsx'), []);
const ExportPanel = lazyPanel<object>(() => import('./ExportPanel.tsx'), []);
/** ms; as often as a step of the work takes. */
const REFRESH_MS = 2_000;

export default defineResource({
  name: 'migrations',
  entity: migrations,
  row: migrationJob,
  pages: ['migration'],
  opensIn: 'sheet',
  label: row => row.file_name,
  stateBadges: { state: MIGRATION_BADGES },
  stripe: row => MIGRATION_BADGES[row.state].tone,
  columns: [
    { key: 'file_name', as: 'text' },
    { key: 'kind', as: 'word' },
    { key: 'state', as: 'state' },
    { key: 'lines', as: 'number', alignEnd: true, from: 'sm' },
    { key: 'created', as: 'number', alignEnd: true, from: 'md' },
    { key: 'updated', as: 'number', alignEnd: true, from: 'md' },
    { key: 'created_at', as: 'ago', alignEnd: true, from: 'lg' },
  ],
  filters: ['status', 'kind'],
  facts: [
    { key: 'kind', as: 'word' },
    { key: 'state', as: 'state' },
    { key: 'mode', as: 'word' },
    { key: 'created', as: 'number' },
    { key: 'updated', as: 'number' },
    { key: 'unchanged', as: 'number' },
    { key: 'kept', as: 'number' },
    { key: 'ended_at', as: 'time' },
    { key: 'undo_until', as: 'time' },
  ],
  panels: [
    { name: 'lines', place: 'main', panel: LinesPanel },
    { name: 'mapping', place: 'main', panel: MappingPanel },
  ],
  acts: {
    map: { isInPanel: true },
    run: { isVisible: row => row.ok + row.warn > 0 },
    cancel: { danger: true },
    rollback: { isVisible: row => row.undo_until !== null, danger: true },
  },
  primary: { name: 'import', level: 'W', act: { dialog: ImportDialog } },
  footer: ExportPanel,
  refreshMs: REFRESH_MS,
});
