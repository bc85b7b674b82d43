/** contract.md §1: invitations, and the mail server of the platform. */
export const INVITATION_READS = {
  'GET /api/invitations': ['users:R'],
  'GET /api/invitations/export': ['users:R'],
  'GET /api/invitations/:id': ['users:R', 'tenant'],
  'GET /api/settings/integrations': ['system:W'],
  'PATCH /api/settings/integrations': ['system:W'],
  'POST /api/settings/test': ['system:W'],
  'GET /api/settings/uploads': ['settings:R'],
  'PATCH /api/settings/uploads': ['settings:W', null, 'crossing'],
  'GET /api/settings/flags': ['settings:R'],
  'PATCH /api/settings/flags': ['settings:W', null, 'crossing'],
  'GET /api/media/limits': ['submit:S'],
} as const;
export const PUBLIC_ENTRANCES = [
  'GET /api/public/policies/:kind',
  'POST /api/auth/login',
  'POST /api/auth/register',
  'POST /api/auth/reset',
  'POST /api/auth/reset-link',
  'POST /api/auth/confirm-email',
  'GET /api/auth/tenants',
  'POST /api/business/registrations',
  'POST /api/auth/invitation',
  'POST /api/auth/accept-invitation',
  'POST /api/auth/login-code',
  'GET /api/auth/oauth/google/callback',
  'POST /api/auth/oauth/apple/callback',
  'POST /api/auth/oauth/exchange',
];

/** What everybody has for himself. */
export const OWN_CALLS = {
  'GET /api/onboarding': ['self:R'],
  'PATCH /api/onboarding': ['self:W'],
  'GET /api/auth/me': ['self:R'],
  'PATCH /api/auth/me': ['self:W'],
  'POST /api/auth/reauth': ['self:W'],
  'POST /api/auth/logout': ['self:W'],
  'POST /api/auth/change-password': ['self:W'],
  'POST /api/auth/change-email': ['self:W'],
  'GET /api/auth/second-factor': ['self:R'],
  'POST /api/auth/remove-second-factor': ['self:W'],
  'GET /api/sessions': ['self:R'],
  'DELETE /api/sessions': ['self:W'],
  'DELETE /api/sessions/:id': ['self:W', 'person'],
  'GET /api/own-submissions': ['submit:S'],
  'GET /api/own-submissions/export': ['submit:S'],
  'GET /api/own-submissions/:id': ['submit:S', 'mine'],
  'POST /api/own-submissions': ['submit:S', 'mine'],
  'POST /api/own-submissions/discard': ['submit:S', 'mine'],
  'PATCH /api/own-submissions/:id': ['submit:S', 'mine'],
  'POST /api/own-submissions/:id/withdraw': ['submit:S', 'mine'],
  'POST /api/own-submissions/:id/resubmit': ['submit:S', 'mine'],
  'GET /api/saved-views': ['self:R'],
  'POST /api/saved-views': ['self:W'],
  'GET /api/saved-views/export': ['self:R'],
  'GET /api/saved-views/:id': ['self:R', 'person'],
  'PATCH /api/saved-views/:id': ['self:W', 'person'],
  'DELETE /api/saved-views/:id': ['self:W', 'person'],
  'POST /api/saved-views/:id/restore': ['self:W', 'person'],
} as const;
/** Of oneself too, but only while the password was entered lately. */
export const SECOND_FACTOR_SET_UP = [
  'POST /api/auth/begin-second-factor',
  'POST /api/auth/confirm-second-factor',
];
/** The password is asked for again, here and where money is shown or sent another way. */
export const RECENT_CALLS: readonly (readonly [
  key: string,
  cell: 'self:W' | 'earnings:A' | 'owner:W' | 'billing:A' | 'compliance:A',
  named?: 'tenant',
  staff?: 'crossing',
])[] = [
  ['POST /api/compliance/policies/:id/publish', 'compliance:A', 'tenant', 'crossing'],
  ...SECOND_FACTOR_SET_UP.map(key => [key, 'self:W'] as const),
  ['POST /api/payouts/:id/account', 'earnings:A', 'tenant'],
  ['PUT /api/owner/payout-account', 'owner:W'],
  ['POST /api/programmatic/disputes/:id/decide', 'billing:A', 'tenant'],
];
