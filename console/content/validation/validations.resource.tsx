import {
  ATTENTION,
  validation,
  validations,
  type Validation,
} from '../../../shared/contract/content/validation.ts';
import { lazyWithRetry } from '../../kit/lazyPage.ts';
import { defineResource } from '../../kit/resource/defineResource.ts';
import { queueFilter } from '../../kit/screens/toolbar/queueFilter.tsx';
import { MeasuredCell } from './cells.tsx';
import { CheckedFileCell, QuarantineReasonCell, ResultCell } from './listCells.tsx';
import { CheckedFilePanel } from './panels.tsx';
import { VALIDATION_BADGES } from './states.ts';

const QUEUE = queueFilter({
  ...{ resource: 'validations', key: 'attention', value: 'needed', options: ATTENTION },
  yieldsTo: ['status', 'quarantined'],
});
/** Results come by themselves, seconds after an upload. */
const REFRESH_MS = 10_000;
const RulesDialog = lazyWithRetry(async () => ({
  default: (await import('./RulesDialog.tsx')).RulesDialog,
}));
const ReleaseDialog = lazyWithRetry(async () => ({
  default: (await import('./ReleaseDialog.tsx')).ReleaseDialog,
}));
const reason = {
  fields: [{ name: 'reason', input: { as: 'area' }, hint: true }],
  from: () => ({ reason: '' }),
} as const;

export default defineResource({
  name: 'validations',
  entity: validations,
  row: validation,
  pages: ['validation'],
  opensIn: 'sheet',
  label: row => row.name,
  refreshMs: REFRESH_MS,
  stateBadges: { state: VALIDATION_BADGES },
  stripe: row => (row.quarantine ? 'warn' : VALIDATION_BADGES[row.state].tone),
  columns: [
    { key: 'name', cell: CheckedFileCell, exportValue: row => row.name },
    { key: 'rule', as: 'word' },
    { key: 'state', cell: ResultCell, exportValue: row => row.state },
    { key: 'measured', cell: MeasuredCell, exportValue: row => row.measured, from: 'sm' },
    { key: 'is_approved', as: 'flag', from: 'md' },
    {
      key: 'quarantine',
      cell: QuarantineReasonCell,
      exportValue: row => row.quarantine?.reason ?? null,
      from: 'lg',
    },
    { key: 'updated_at', as: 'ago', from: 'md', alignEnd: true },
  ],
  filters: [QUEUE.filter, 'status', 'quarantined', 'rule', 'kind', 'approval'],
  startFilter: QUEUE.start,
  summary: QUEUE.Note,
  facts: [
    { key: 'rule', as: 'word' },
    { key: 'state', cell: ResultCell },
    { key: 'measured', cell: MeasuredCell },
    { key: 'is_approved', as: 'flag' },
    { key: 'waived_by', as: 'text' },
    { key: 'reason', as: 'text' },
    { key: 'updated_at', as: 'time' },
  ],
  panels: [{ name: 'preview', place: 'main', panel: CheckedFilePanel }],
  acts: {
    waive: reason,
    quarantine: { ...reason, danger: true, isVisible: (row: Validation) => row.quarantine === null },
    release: { dialog: ReleaseDialog, isVisible: (row: Validation) => row.quarantine !== null },
  },
  links: [{ name: 'creative', area: 'creatives', level: 'R', link: row => `/creatives/${row.creative_id}` }],
  primary: { name: 'rules', level: 'A', act: { dialog: RulesDialog } },
});
