/** Integrations of the platform: the mail server. */
import * as z from 'zod/mini';
import { smtpFields, smtpPassword } from './mail.ts';
import { endpoint } from '../wire/endpoint.ts';
import { email, int, MAX_INT, ok } from '../wire/wire.ts';

/** One mail server serves all tenants, so that only staff who run the system see and change it. */
const access = { who: 'user', area: 'system', level: 'W', tenants: 'all' } as const;
const path = '/api/settings/integrations';
const answer = z.object({
  ...smtpFields,
  /** The password itself is never read back. */
  smtp_has_password: z.boolean(),
  version: int(1, MAX_INT),
});

export const integrations = {
  read: endpoint({ method: 'GET', path, access, summary: 'Settings: the mail server', answer }),
  patch: endpoint({
    method: 'PATCH',
    path,
    access,
    summary: 'Change settings: the mail server',
    body: z.partial(z.strictObject({ ...smtpFields, smtp_password: smtpPassword })),
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
