/** contract.md §9: tickets, and the state of the platform. The desk of the platform answers those of all tenants (`desk`). */
import { COMPLIANCE_CALLS } from './compliance.ts';

type Cells = Record<
  string,
  readonly [cell: string, named?: 'desk' | 'mine' | 'tenant' | null, staff?: 'crossing' | null]
>;
export const SUPPORT_CALLS: Cells = {
  ...COMPLIANCE_CALLS,
  'GET /api/support/assignees': ['support:W'],
  'GET /api/support/tickets': ['support:R'],
  'GET /api/support/tickets/export': ['support:R'],
  'GET /api/support/tickets/:id': ['support:R', 'desk'],
  'PATCH /api/support/tickets/:id': ['support:W', 'desk'],
  'POST /api/support/tickets/:id/reply': ['support:W', 'desk'],
  'POST /api/support/tickets/:id/note': ['support:W', 'desk'],
  'POST /api/support/tickets/:id/assign': ['support:W', 'desk'],
  'POST /api/support/tickets/:id/merge': ['support:A', 'desk'],
  'POST /api/support/tickets/:id/resolve': ['support:W', 'desk'],
  'POST /api/support/tickets/:id/reopen': ['support:W', 'desk'],
  'POST /api/support/tickets/:id/attachments': ['support:W', 'desk'],
  'GET /api/support/tickets/:id/attachments/:attachment_id': ['support:R', 'desk'],
  'DELETE /api/support/tickets/:id/attachments/:attachment_id': ['support:W', 'desk'],
  'POST /api/own-tickets/:id/attachments': ['support:S', 'mine'],
  'GET /api/own-tickets/:id/attachments/:attachment_id': ['support:S', 'mine'],
  'DELETE /api/own-tickets/:id/attachments/:attachment_id': ['support:S', 'mine'],
  'GET /api/system/status': ['system:R'],
  'GET /api/system/jobs': ['system:R'],
  'POST /api/system/jobs/:name/run': ['system:W'],
  'GET /api/system/diagnostics': ['system:R'],
  'GET /api/analytics/errors': ['system:R'],
  'GET /api/own-tickets': ['support:S'],
  'GET /api/own-tickets/export': ['support:S'],
  'GET /api/own-tickets/devices': ['support:S'],
  'GET /api/own-tickets/campaigns': ['support:S'],
  'GET /api/own-tickets/invoices': ['support:S'],
  'GET /api/own-tickets/:id': ['support:S', 'mine'],
  'POST /api/own-tickets': ['support:S'],
  'POST /api/own-tickets/:id/reply': ['support:S', 'mine'],
  'POST /api/own-tickets/:id/resolve': ['support:S', 'mine'],
};
