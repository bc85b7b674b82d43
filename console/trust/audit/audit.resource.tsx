import { auditEvent, exportAudit, listAudit } from '../../../shared/contract/trust/audit.ts';
import { ActionFilter } from './ActionFilter.tsx';
import { ActionCell, ActorCell, actorOf, AddressCell, AgentCell, CodeCell, TargetCell } from './cells.tsx';
import { ChangesPanel } from './ChangesPanel.tsx';
import { DayRange } from '../../kit/fields/DayRange.tsx';
import { lazyWithRetry } from '../../kit/lazyPage.ts';
import { defineResource } from '../../kit/resource/defineResource.ts';

const VerifyDialog = lazyWithRetry(async () => ({
  default: (await import('./VerifyDialog.tsx')).VerifyDialog,
}));

export default defineResource({
  name: 'audit',
  area: 'audit',
  row: auditEvent,
  list: listAudit,
  export: exportAudit,
  paging: 'cursor',
  pages: ['audit', 'businessAudit'],
  opensIn: 'sheet',
  label: row => row.detail?.target_name ?? row.action,
  searchable: false,
  columns: [
    { key: 'at', as: 'time' },
    { key: 'actor_id', label: 'actor', cell: ActorCell, exportValue: actorOf, from: 'sm' },
    { key: 'action', cell: ActionCell },
  ],
  filters: [
    { keys: ['action'], input: ActionFilter },
    { keys: ['from', 'to'], input: DayRange },
  ],
  exportKeys: ['target_type', 'target_id', 'request_id'],
  facts: [
    { key: 'action', cell: ActionCell },
    { key: 'at', as: 'time' },
    { key: 'actor_id', label: 'actor', cell: ActorCell },
    { key: 'target_type', label: 'target', cell: TargetCell },
    { key: 'detail', label: 'ip', cell: AddressCell },
    { key: 'detail', label: 'ua', cell: AgentCell },
    { key: 'request_id', cell: CodeCell },
    { key: 'seq', as: 'number' },
    { key: 'hash', cell: CodeCell },
  ],
  panels: [{ name: 'changes', place: 'main', panel: ChangesPanel }],
  primary: { name: 'verify', level: 'R', act: { dialog: VerifyDialog } },
});
