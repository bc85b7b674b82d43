/** Writes of the ways in that are taken. */
import { appWith } from '../../identity/secondFactor/authenticator.ts';
import { softwareKey } from '../../identity/passkeys/softwareKey.ts';
import { addPasskeyRow } from '../../../support/server/rows/entranceRows.ts';
import { TEST_PASSWORD } from '../../../support/server/server.ts';
import { byOneself, onNew, onSettings, word, type Make } from '../making.ts';

const SITE = { origin: 'http://localhost:0', rpId: 'localhost' };
const PASSKEYS = '/api/auth/passkeys';
/** Of somebody who has just signed in. */
const onPasskey =
  (body: Record<string, unknown> = {}): Make =>
  async ({ test }) => {
    const { headers, id: user_id } = await test.signIn('manager');
    const id = await addPasskeyRow(test, { tenant_id: test.tenant_id, user_id });
    return { params: { id }, body, headers };
  };

const invited = () => ({ email: `invited-${word()}@test.example`, role: 'viewer' });

export const ENTRANCE_SAMPLES: Record<string, Make> = {
  'POST /api/invitations': () => Promise.resolve({ body: { ...invited(), locale: 'en' } }),
  'POST /api/invitations/:id/revoke': world => onNew('/api/invitations', invited(), {})(world),
  'PATCH /api/settings/integrations': onSettings('/api/settings/integrations', {
    ...{ smtp_host: 'mail.example.net', smtp_port: 465, smtp_security: 'tls', smtp_user: 'wayside' },
    ...{ smtp_from: 'wayside@example.net', smtp_password: 'let-me-send' },
    ...{ google_client_id: 'wayside.test', google_client_secret: 'let-me-ask' },
    ...{ apple_client_id: 'wayside.test', apple_team_id: 'TEAM123456', apple_key_id: 'KEY1234567' },
  }),
  'PATCH /api/settings/security': onSettings('/api/settings/security', {
    ...{ open_signup: true, require_second_factor_roles: ['analyst'] },
    ...{ session_max_h: 24, session_idle_min: 60 },
  }),
  'PATCH /api/settings/uploads': onSettings('/api/settings/uploads', {
    ...{ media_taken: 'images_and_videos', image_mb: 20, video_mb: 500, video_s: 300, storage_warn_gb: 1 },
  }),
  'PATCH /api/settings/bid-requests': onSettings('/api/settings/bid-requests', { place_decimals: 1 }),
  'PATCH /api/settings/counting': onSettings('/api/settings/counting', {
    ...{ min_completion_pct: 95, min_visible_pct: 98 },
  }),
  'PATCH /api/settings/flags': onSettings('/api/settings/flags', {
    ...{ programmatic: 'on', content_feeds: 'on', data_migration: 'on' },
  }),
  'POST /api/auth/begin-second-factor': byOneself(),
  'POST /api/auth/confirm-second-factor': async ({ test }) => {
    const { headers } = await test.signIn('manager');
    const url = '/api/auth/begin-second-factor';
    const begun = await test.app.inject({ method: 'POST', url, payload: {}, headers });
    return { body: { code: appWith(test, begun.json<{ secret: string }>().secret).code() }, headers };
  },
  'POST /api/auth/remove-second-factor': byOneself({ password: TEST_PASSWORD, code: '000000' }),
  [`POST ${PASSKEYS}/begin`]: byOneself(),
  [`POST ${PASSKEYS}/begin-confirmation`]: byOneself(),
  [`POST ${PASSKEYS}`]: async ({ test }) => {
    const { headers } = await test.signIn('manager');
    const begun = await test.app.inject({ method: 'POST', url: `${PASSKEYS}/begin`, payload: {}, headers });
    const made = softwareKey('').make(begun.json<{ challenge: string }>().challenge, SITE);
    return { body: { name: 'Telephone', ...made }, headers };
  },
  [`POST ${PASSKEYS}/:id/rename`]: onPasskey({ name: 'Desk' }),
  [`DELETE ${PASSKEYS}/:id`]: onPasskey(),
  'POST /api/settings/test': () => Promise.resolve({ body: { mail: 'somebody@test.example' } }),
};
