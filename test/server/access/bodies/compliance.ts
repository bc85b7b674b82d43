/** What the bodies of requests about personal data may say. */
export const COMPLIANCE_BODIES: Record<string, string[]> = {
  'POST /api/compliance/requests': ['kind', 'subject_email', 'note'],
  'POST /api/compliance/requests/:id/refuse': ['reason'],
  'POST /api/own-privacy-requests': ['kind', 'note'],
};
