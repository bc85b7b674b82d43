import { assignees, ticket, tickets, type Ticket } from '../../../shared/contract/trust/ticket.ts';
import {
  TICKET_CATEGORIES,
  TICKET_PRIORITIES,
  WAITS_FOR_DESK,
} from '../../../shared/contract/trust/ticket.ts';
import { PATHS } from '../../app/paths.ts';
import { defineResource } from '../../kit/resource/defineResource.ts';
import { DueCell, NumberCell } from './cells.tsx';
import { lazyPanel } from '../../kit/lazyPanel.ts';
import { isUnresolved, PRIORITY_BADGES, TICKET_BADGES, ticketLabel } from './states.ts';

const REFRESH_MS = 60_000;
/** With the form that answers; the list needs none of it. */
const DeskThread = lazyPanel<{ row: Ticket }>(
  async () => ({ default: (await import('./DeskThread.tsx')).DeskThread }),
  ['tickets'],
);
const TakeOver = lazyPanel<{ row: Ticket }>(
  async () => ({ default: (await import('./DeskThread.tsx')).TakeOver }),
  ['tickets'],
);

export default defineResource({
  name: 'tickets',
  entity: tickets,
  row: ticket,
  pages: ['support'],
  opensIn: 'page',
  label: ticketLabel,
  refreshMs: REFRESH_MS,
  stateBadges: { state: TICKET_BADGES, priority: PRIORITY_BADGES },
  stripe: row => (row.sla === 'overdue' ? 'danger' : WAITS_FOR_DESK.includes(row.state) ? 'info' : 'neutral'),
  columns: [
    { key: 'number', cell: NumberCell, exportValue: row => row.number },
    { key: 'subject', as: 'text' },
    { key: 'requester_name', as: 'text', from: 'md' },
    { key: 'due_at', cell: DueCell, exportValue: row => row.due_at, from: 'sm' },
    { key: 'tenant_name', as: 'text', from: 'xl' },
    { key: 'category', as: 'word', from: 'xl' },
    { key: 'priority', as: 'state', from: 'lg' },
    { key: 'state', as: 'state' },
    { key: 'assignee_name', as: 'text', from: 'xl' },
    { key: 'updated_at', as: 'ago', from: 'lg', alignEnd: true },
  ],
  filters: ['status', 'sla', 'priority', 'category'],
  facts: [
    { key: 'state', as: 'state' },
    { key: 'priority', as: 'state' },
    { key: 'category', as: 'word' },
    { key: 'due_at', cell: DueCell },
    { key: 'requester_name', as: 'text' },
    { key: 'requester_email', as: 'text' },
    { key: 'tenant_name', as: 'text' },
    { key: 'assignee_name', as: 'text' },
    { key: 'device_name', as: 'text' },
    { key: 'campaign_name', as: 'text' },
    { key: 'invoice_number', as: 'text' },
    { key: 'created_at', as: 'time' },
  ],
  panels: [
    { name: 'thread', place: 'main', panel: DeskThread },
    { name: 'takeOver', place: 'side', panel: TakeOver },
  ],
  form: {
    schema: tickets.patch.body!,
    isEditable: isUnresolved,
    from: ({ subject, category, priority }) => ({ subject, category, priority }),
    fields: [
      { name: 'subject', input: { as: 'text' } },
      { name: 'category', input: { as: 'select', options: TICKET_CATEGORIES } },
      { name: 'priority', input: { as: 'select', options: TICKET_PRIORITIES } },
    ],
  },
  acts: {
    reply: { isInPanel: true },
    note: { isInPanel: true },
    assign: { fields: [{ name: 'user_id', input: { as: 'choice', of: assignees } }] },
    merge: { fields: [{ name: 'number', input: { as: 'number' }, hint: true }], danger: true },
  },
  links: [
    {
      ...{ name: 'device', area: 'devices', level: 'R' },
      link: row => `/admin/devices?id=${row.device_id}`,
      isVisible: row => row.device_id !== null,
    },
    {
      ...{ name: 'campaign', area: 'campaigns', level: 'R' },
      link: row => `/admin/campaigns/${row.campaign_id}`,
      isVisible: row => row.campaign_id !== null,
    },
    {
      ...{ name: 'invoice', area: 'billing', level: 'R' },
      link: row => `${PATHS.billing}?id=${row.invoice_id}`,
      isVisible: row => row.invoice_id !== null,
    },
  ],
});
