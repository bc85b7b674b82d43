import {
  BODY_MAX,
  ownTicket,
  ownTickets,
  TICKET_CATEGORIES,
  ticketCampaigns,
  ticketDevices,
  ticketInvoices,
  type OwnTicket,
} from '../../../shared/contract/trust/ticket.ts';
import { allows } from '../../../shared/contract/wire/access.ts';
import { PATHS } from '../../app/paths.ts';
import { defineResource } from '../../kit/resource/defineResource.ts';
import { NumberCell } from './cells.tsx';
import { Faq } from './Faq.tsx';
import { lazyPanel } from '../../kit/lazyPanel.ts';
import { TICKET_BADGES, ticketLabel } from './states.ts';

const REFRESH_MS = 60_000;

const OwnThread = lazyPanel<{ row: OwnTicket }>(
  async () => ({ default: (await import('./OwnThread.tsx')).OwnThread }),
  ['ownTickets'],
);

export default defineResource({
  name: 'ownTickets',
  entity: ownTickets,
  row: ownTicket,
  pages: ['ownerSupport', 'businessSupport'],
  opensIn: 'sheet',
  label: ticketLabel,
  refreshMs: REFRESH_MS,
  stateBadges: { state: TICKET_BADGES },
  stripe: row => (row.state === 'pending_customer' ? 'warn' : 'neutral'),
  columns: [
    { key: 'number', cell: NumberCell, exportValue: row => row.number },
    { key: 'subject', as: 'text' },
    { key: 'category', as: 'word', from: 'lg' },
    { key: 'state', as: 'state' },
    { key: 'updated_at', as: 'ago', from: 'sm', alignEnd: true },
  ],
  filters: ['status', 'category'],
  facts: [
    { key: 'state', as: 'state' },
    { key: 'category', as: 'word' },
    { key: 'device_name', as: 'text' },
    { key: 'campaign_name', as: 'text' },
    { key: 'invoice_number', as: 'text' },
    { key: 'created_at', as: 'time' },
  ],
  panels: [{ name: 'thread', place: 'main', panel: OwnThread }],
  createForm: {
    schema: ownTickets.create.body!,
    fields: [
      { name: 'subject', input: { as: 'text' } },
      { name: 'category', input: { as: 'select', options: TICKET_CATEGORIES } },
      { name: 'body', input: { as: 'area', max: BODY_MAX }, hint: true },
      { name: 'device_id', input: { as: 'choice', of: ticketDevices, nullable: true }, hint: true },
      {
        ...{ name: 'campaign_id', input: { as: 'choice', of: ticketCampaigns, nullable: true } },
        isVisible: ({ role }) => allows(role, 'campaigns', 'R'),
      },
      {
        ...{ name: 'invoice_id', input: { as: 'choice', of: ticketInvoices, nullable: true } },
        isVisible: ({ role }) => allows(role, 'billing', 'R'),
      },
      { name: 'attach_diagnostics', input: { as: 'check' }, hint: true },
    ],
    initialValues: { attach_diagnostics: true },
  },
  acts: { reply: { isInPanel: true } },
  links: [
    {
      ...{ name: 'device', area: 'devices', level: 'R' },
      link: row => `${PATHS.devices}?id=${row.device_id}`,
      isVisible: row => row.device_id !== null,
    },
    {
      ...{ name: 'ownDevice', area: 'owner', level: 'W' },
      link: row => `${PATHS.ownerDevice}?id=${row.device_id}`,
      isVisible: row => row.device_id !== null,
    },
    {
      ...{ name: 'campaign', area: 'campaigns', level: 'R' },
      link: row => `${PATHS.campaigns}/${row.campaign_id}`,
      isVisible: row => row.campaign_id !== null,
    },
    {
      ...{ name: 'invoice', area: 'billing', level: 'R' },
      link: row => `${PATHS.billing}?id=${row.invoice_id}`,
      isVisible: row => row.invoice_id !== null,
    },
  ],
  footer: Faq,
});
