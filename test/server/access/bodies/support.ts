/** What the bodies of the support desk may say. */
export const SUPPORT_BODIES: Record<string, string[]> = {
  'PATCH /api/support/tickets/:id': ['subject', 'category', 'priority'],
  'POST /api/support/tickets/:id/reply': ['body'],
  'POST /api/support/tickets/:id/note': ['body'],
  'POST /api/support/tickets/:id/assign': ['user_id'],
  'POST /api/support/tickets/:id/merge': ['number'],
  'POST /api/own-tickets': [
    ...['subject', 'category', 'body', 'device_id', 'campaign_id', 'invoice_id', 'attach_diagnostics'],
  ],
  'POST /api/support/tickets/:id/attachments': ['name', 'content'],
  'POST /api/own-tickets/:id/attachments': ['name', 'content'],
  'POST /api/own-tickets/:id/reply': ['body'],
  'POST /api/public/contact': ['id', 'name', 'email', 'topic', 'message', 'locale', 'consent'],
};
