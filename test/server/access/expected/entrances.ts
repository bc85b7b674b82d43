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
  'POST /api/auth/login-code',
];

/** First steps, which everybody has for himself. */
export const ONBOARDING_CALLS = {
  'GET /api/onboarding': ['self:R'],
  'PATCH /api/onboarding': ['self:W'],
} as const;

/** The second factor, which everybody has for himself. */
export const SECOND_FACTOR_CALLS = {
  'GET /api/auth/second-factor': ['self:R'],
  'POST /api/auth/remove-second-factor': ['self:W'],
} as const;
export const SECOND_FACTOR_SET_UP = [
  'POST /api/auth/begin-second-factor',
  'POST /api/auth/confirm-second-factor',
];
