/** What the bodies of requests about personal data, and of data that is brought over, may say. */
export const COMPLIANCE_BODIES: Record<string, string[]> = {
  'POST /api/compliance/requests': ['kind', 'subject_email', 'note'],
  'POST /api/compliance/requests/:id/refuse': ['reason'],
  'POST /api/own-privacy-requests': ['kind', 'note'],
  'POST /api/migrations': ['kind', 'mode', 'file_name', 'content'],
  'POST /api/migrations/:id/map': ['mapping', 'mode'],
};
