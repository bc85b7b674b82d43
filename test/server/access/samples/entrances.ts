/** Valid requests of the ways in: companies, invitations and the mail server. */
import { TEST_PASSWORD } from '../../../support/server/server.ts';
import type { Make } from '../samples.ts';

const NEW_PASSWORD = 'Wayside-test-2';
const none: Make = () => ({});
const invitation =
  (more: object = {}): Make =>
  ({ of }) => ({ params: { id: of.invitation }, ...more });

/** Of the principal himself, or of somebody else. */
const passkey =
  (more: object = {}): Make =>
  ({ of, by, isOwn }) => ({ params: { id: isOwn ? by.passkey : of.passkey }, ...more });

export const ENTRANCE_SAMPLES: Record<string, Make> = {
  'POST /api/auth/register': () => ({
    body: { email: 'new@test.example', password: NEW_PASSWORD, first_name: 'New', last_name: 'Driver' },
  }),
  'POST /api/auth/reset': ({ guest }) => ({ body: { token: guest.link, newPassword: NEW_PASSWORD } }),
  'POST /api/auth/change-email': () => ({
    body: { email: 'moved@test.example', password: TEST_PASSWORD },
  }),
  'POST /api/auth/confirm-email': ({ guest }) => ({ body: { token: guest.emailLink } }),
  'POST /api/auth/reset-link': () => ({ body: { email: 'nobody@test.example' } }),
  'POST /api/business/registrations': () => ({
    body: {
      ...{ company: 'Harbour cabs', country: 'PT', email: 'company@test.example' },
      ...{ terms_version: '1.0', dpa_version: '1.0' },
    },
  }),
  'POST /api/auth/invitation': ({ guest }) => ({ body: { token: guest.invitation } }),
  'POST /api/auth/accept-invitation': ({ guest }) => ({
    body: { token: guest.invitation, password: NEW_PASSWORD, first_name: 'New' },
  }),
  'POST /api/auth/login-code': ({ guest }) => ({ body: { ticket: guest.ticket, code: guest.code } }),
  'GET /api/auth/second-factor': none,
  'POST /api/auth/begin-second-factor': none,
  'POST /api/auth/confirm-second-factor': ({ guest }) => ({ body: { code: guest.code } }),
  'POST /api/auth/remove-second-factor': () => ({ body: { password: TEST_PASSWORD } }),
  'POST /api/auth/passkeys/begin-sign-in': none,
  'POST /api/auth/passkeys/sign-in': ({ guest: { passkey: key } }) => ({
    body: { passkey: key.assertion },
    headers: { cookie: key.cookie },
  }),
  'POST /api/auth/passkeys/begin-confirmation': none,
  'GET /api/auth/passkeys': none,
  'POST /api/auth/passkeys/begin': none,
  'POST /api/auth/passkeys': ({ guest }) => ({ body: { name: 'Telephone', ...guest.passkey.made } }),
  'POST /api/auth/passkeys/:id/rename': passkey({ body: { name: 'Desk' } }),
  'DELETE /api/auth/passkeys/:id': passkey(),
  'GET /api/auth/oauth/google/callback': none,
  'POST /api/auth/oauth/apple/callback': none,
  'POST /api/auth/oauth/exchange': ({ guest: { oauth } }) => ({
    body: { code: oauth.code },
    headers: { cookie: oauth.cookie },
  }),
  'GET /api/invitations': none,
  'GET /api/invitations/export': none,
  'GET /api/invitations/:id': invitation(),
  'POST /api/invitations': ({ of }) => ({ body: { email: 'invited@test.example', role: of.lowest } }),
  'POST /api/invitations/:id/revoke': invitation({ body: {} }),
  'GET /api/settings/integrations': none,
  'PATCH /api/settings/integrations': () => ({
    body: { smtp_host: 'mail.example.net', smtp_from: 'wayside@example.net' },
    version: 1,
  }),
  'GET /api/settings/uploads': none,
  'PATCH /api/settings/uploads': () => ({ body: { image_mb: 5 }, version: 1 }),
  'GET /api/settings/bid-requests': none,
  'PATCH /api/settings/bid-requests': () => ({ body: { place_decimals: 1 }, version: 1 }),
  'GET /api/settings/counting': none,
  'PATCH /api/settings/counting': () => ({ body: { min_visible_pct: 90 }, version: 1 }),
  'GET /api/settings/flags': none,
  'PATCH /api/settings/flags': () => ({ body: { data_migration: 'on' }, version: 1 }),
  'GET /api/media/limits': none,
  'POST /api/settings/test': () => ({ body: { mail: 'somebody@test.example' } }),
};
