/** Integrations of the platform: the mail server, and sign-in with accounts of others. */
import * as z from 'zod/mini';
import { oauthAnswer, oauthFields, oauthSecrets } from './oauth.ts';
import { smtpFields, smtpPassword } from './mail.ts';
import { endpoint } from '../wire/endpoint.ts';
import { email, int, MAX_INT, ok } from '../wire/wire.ts';

/** They serve all tenants, so that only staff who run the system see and change them. */
const access = { who: 'user', area: 'system', level: 'W', tenants: 'all' } as const;
const path = '/api/settings/integrations';
const answer = z.object({
  ...smtpFields,
  /** The password itself is never read back. */
  smtp_has_password: z.boolean(),
  ...oauthAnswer,
  version: int(1, MAX_INT),
});

export const integrations = {
  read: endpoint({
    method: 'GET',
    path,
    access,
    summary: 'Settings: the mail server and sign-in with a provider',
    answer,
  }),
  patch: endpoint({
    method: 'PATCH',
    path,
    access,
    summary: 'Change settings: the mail server and sign-in with a provider',
    body: z.partial(
      z.strictObject({ ...smtpFields, smtp_password: smtpPassword, ...oauthFields, ...oauthSecrets }),
    ),
    answer,
    versioned: true,
  }),
};
/** The answer comes once the mail server has taken the message, or says why it did not. */
export const sendTestMail = endpoint({
  method: 'POST',
  path: '/api/settings/test',
  access: { who: 'user', area: 'system', level: 'W', transactions: 'own' },
  summary: 'Send a test message',
  limit: 'test_mails',
  body: z.strictObject({ mail: email }),
  answer: ok,
});
