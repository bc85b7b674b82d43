import { endSession, listSessions, session } from '../../../shared/contract/identity/user.ts';
import { AgentCell, agentOf, CurrentCell } from './cells.tsx';
import { defineResource } from '../../kit/resource/defineResource.ts';

export default defineResource({
  name: 'sessions',
  area: 'self',
  row: session,
  list: listSessions,
  paging: 'whole',
  pages: ['profile'],
  opensIn: 'nothing',
  label: row => agentOf(row) ?? row.ip ?? row.id,
  searchable: false,
  columns: [
    { key: 'user_agent', cell: AgentCell, exportValue: agentOf },
    { key: 'ip', as: 'text', from: 'sm' },
    { key: 'last_used_at', as: 'ago' },
    { key: 'created_at', as: 'time', from: 'lg' },
    { key: 'is_current', cell: CurrentCell, exportValue: row => String(row.is_current), from: 'sm' },
  ],
  actions: { end: { act: { summary: endSession.summary, confirm: true }, call: endSession } },
  // This one ends by signing out.
  acts: { end: { danger: true, isVisible: row => !row.is_current } },
});
