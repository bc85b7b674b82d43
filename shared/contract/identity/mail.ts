/** How e-mails leave the platform. */
import * as z from 'zod/mini';
import { email, int, text } from '../wire/wire.ts';

/** TLS from the first byte, STARTTLS that must succeed, or none, for a relay on the same machine. */
export const SMTP_SECURITY = ['tls', 'starttls', 'none'] as const;
export type SmtpSecurity = (typeof SMTP_SECURITY)[number];

export const smtpFields = {
  /** Empty: e-mails are written as files into the data directory, or sent as the environment says. */
  smtp_host: z.nullable(
    z.string().check(z.maxLength(253), z.regex(/^[A-Za-z0-9.:-]+$/, 'A host name like mail.example.net')),
  ),
  smtp_port: int(1, 65_535),
  smtp_security: z.enum(SMTP_SECURITY),
  smtp_user: z.nullable(text(1, 254)),
  smtp_from: z.nullable(email),
};
export const smtpPassword = z.nullable(z.string().check(z.minLength(1), z.maxLength(500)));
