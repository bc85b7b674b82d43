/** contract.md §1: invitations, and the mail server of the platform. */
export const INVITATION_READS = {
  'GET /api/invitations': ['users:R'],
  'GET /api/invitations/export': ['users:R'],
  'GET /api/invitations/:id': ['users:R', 'tenant'],
  'GET /api/settings/integrations': ['system:W'],
  'PATCH /api/settings/integrations': ['system:W'],
  'POST /api/settings/test': ['system:W'],
} as const;
export const PUBLIC_ENTRANCES = [
  'POST /api/auth/login',
  'POST /api/auth/register',
  'POST /api/auth/reset',
  'POST /api/auth/reset-link',
  'GET /api/auth/tenants',
  'POST /api/business/registrations',
  'POST /api/auth/invitation',
  'POST /api/auth/accept-invitation',
  'GET /api/auth/oauth/google/callback',
  'POST /api/auth/oauth/apple/callback',
  'POST /api/auth/oauth/exchange',
];

/** First steps, which everybody has for himself. */
export const ONBOARDING_CALLS = {
  'GET /api/onboarding': ['self:R'],
  'PATCH /api/onboarding': ['self:W'],
} as const;
