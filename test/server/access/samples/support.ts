/** A valid request for each call of the support desk and of the platform's state, and about personal data. */
import { COMPLIANCE_SAMPLES } from './compliance.ts';
import { MIGRATION_SAMPLES } from './migration.ts';
import { uuid7 } from '../../../../shared/random.ts';
import type { TicketRows } from '../../../support/server/rows/ticketRows.ts';
import type { Make } from '../samples.ts';

const none: Make = () => ({});
const FILE = { name: 'screen.txt', content: Buffer.from('It is dark.').toString('base64') };
const MESSAGE = { body: 'Please pull the plug once.' };
/** Of whoever makes the content there. */
const on =
  (which: 'open' | 'resolved', more: (of: TicketRows) => object = () => ({})): Make =>
  ({ of }) => ({ params: { id: of.tickets[which] }, ...more(of.tickets) });
/** The principal's own, or somebody else's. */
const own =
  (which: 'open' | 'resolved', body?: object): Make =>
  ({ of, by, isOwn }) => ({
    params: { id: isOwn ? by.tickets[which] : of.tickets[which] },
    ...(body && { body }),
  });

const fileOf = ({ open: id, attachment: attachment_id }: TicketRows) => ({ params: { id, attachment_id } });
const deskFile: Make = ({ of }) => fileOf(of.tickets);
const ownFile: Make = ({ of, by, isOwn }) => fileOf((isOwn ? by : of).tickets);

export const SUPPORT_SAMPLES: Record<string, Make> = {
  ...COMPLIANCE_SAMPLES,
  ...MIGRATION_SAMPLES,
  'GET /api/system/status': none,
  'GET /api/system/jobs': none,
  'POST /api/system/jobs/:name/run': () => ({ params: { name: 'statistics' } }),
  'GET /api/system/diagnostics': none,
  'GET /api/analytics/errors': none,
  'GET /api/support/assignees': none,
  'GET /api/support/tickets': none,
  'GET /api/support/tickets/export': none,
  'GET /api/support/tickets/:id': on('open'),
  'PATCH /api/support/tickets/:id': on('open', () => ({ body: { priority: 'high' }, version: 1 })),
  'POST /api/support/tickets/:id/reply': on('open', () => ({ body: MESSAGE })),
  'POST /api/support/tickets/:id/note': on('open', () => ({ body: MESSAGE })),
  'POST /api/support/tickets/:id/assign': on('open', () => ({ body: {} })),
  'POST /api/support/tickets/:id/merge': on('open', ({ number }) => ({ body: { number } })),
  'POST /api/support/tickets/:id/resolve': on('open', () => ({ body: {} })),
  'POST /api/support/tickets/:id/reopen': on('resolved', () => ({ body: {} })),
  'GET /api/own-tickets': none,
  'GET /api/own-tickets/export': none,
  'GET /api/own-tickets/devices': none,
  'GET /api/own-tickets/campaigns': none,
  'GET /api/own-tickets/invoices': none,
  'GET /api/own-tickets/:id': own('open'),
  'POST /api/own-tickets': () => ({ body: { subject: 'Dark screen', category: 'device', ...MESSAGE } }),
  'POST /api/own-tickets/:id/reply': own('open', MESSAGE),
  'POST /api/own-tickets/:id/resolve': own('open', {}),
  'POST /api/support/tickets/:id/attachments': on('open', () => ({ body: FILE })),
  'GET /api/support/tickets/:id/attachments/:attachment_id': deskFile,
  'DELETE /api/support/tickets/:id/attachments/:attachment_id': deskFile,
  'POST /api/own-tickets/:id/attachments': own('open', FILE),
  'GET /api/own-tickets/:id/attachments/:attachment_id': ownFile,
  'DELETE /api/own-tickets/:id/attachments/:attachment_id': ownFile,
  'POST /api/public/contact': () => ({
    body: {
      ...{ id: uuid7(Date.now()), name: 'Night shift', email: 'night@test.example', topic: 'other' },
      ...{ message: 'What does a second screen cost?', locale: 'en', consent: true },
    },
  }),
};
