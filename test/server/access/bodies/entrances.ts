/** What the bodies of the ways in may say. */
export const ENTRANCE_BODIES: Record<string, string[]> = {
  'POST /api/business/registrations': [
    ...['company', 'country', 'website', 'tax_id', 'phone', 'email', 'plan', 'terms_version', 'dpa_version'],
  ],
  'POST /api/auth/oauth/exchange': ['code'],
  'POST /api/auth/invitation': ['token'],
  'POST /api/auth/accept-invitation': ['token', 'password', 'first_name', 'last_name'],
  'POST /api/auth/login-code': ['ticket', 'code'],
  'POST /api/auth/confirm-second-factor': ['code'],
  'POST /api/auth/remove-second-factor': ['password', 'passkey', 'code'],
  'POST /api/auth/passkeys/sign-in': ['passkey'],
  'POST /api/auth/passkeys': ['name', 'id', 'client_data', 'attestation'],
  'POST /api/auth/passkeys/:id/rename': ['name'],
  'POST /api/invitations': ['email', 'role', 'locale'],
  'PATCH /api/settings/integrations': [
    ...['smtp_host', 'smtp_port', 'smtp_security', 'smtp_user', 'smtp_from', 'smtp_password'],
    ...['google_client_id', 'google_client_secret'],
    ...['apple_client_id', 'apple_team_id', 'apple_key_id', 'apple_secret_key'],
  ],
  'POST /api/settings/test': ['mail'],
};
