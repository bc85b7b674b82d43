/** What the bodies of requests about personal data, and of data that is brought over, may say. */
export const COMPLIANCE_BODIES: Record<string, string[]> = {
  'POST /api/compliance/requests': ['kind', 'subject_email', 'note'],
  'POST /api/compliance/requests/:id/refuse': ['reason'],
  'POST /api/compliance/policies': ['kind', 'locale', 'edition', 'title', 'body', 'effective_at'],
  'PATCH /api/compliance/policies/:id': ['edition', 'title', 'body', 'effective_at'],
  'POST /api/compliance/dpa': ['edition'],
  'PATCH /api/settings/retention': ['plays', 'auctions', 'payloads', 'tracks', 'jobs', 'alerts', 'deleted'],
  'POST /api/own-privacy-requests/consents': ['purpose', 'given', 'text_version'],
  'POST /api/own-privacy-requests': ['kind', 'note'],
  'POST /api/migrations': ['kind', 'mode', 'file_name', 'content'],
  'POST /api/migrations/:id/map': ['mapping', 'mode'],
};
