/** The mail server, from SMTP_URL, SMTP_FROM and SMTP_CA_FILE. */
import { existsSync, readFileSync } from 'node:fs';
import type { SmtpSecurity } from '../../shared/contract/identity/mail.ts';
import { ConfigError } from './configError.ts';

export interface SmtpServer {
  host: string;
  port: number;
  security: SmtpSecurity;
  user: string | null;
  password: string | null;
  from: string;
  /** PEM of an authority beside the public ones. */
  ca: string | null;
}

const FORM = 'smtps://user:password@mail.example.net:465 or smtp://mail.example.net:587';
const SUBMISSION_PORT = 587;
const TLS_PORT = 465;

/** `smtps:` is TLS, `smtp:` is STARTTLS that must succeed; `?security=none` sends in the clear. The value is never repeated: it holds a password. */
export function readSmtp(env: Record<string, string | undefined>, from: string): SmtpServer | null {
  const value = env['SMTP_URL'];
  if (value === undefined) return null;
  const url = URL.canParse(value) ? new URL(value) : null;
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === '')
    throw new ConfigError(`SMTP_URL must look like ${FORM}; what stands there cannot be read as that.`);
  const isTls = url.protocol === 'smtps:';
  const security = url.searchParams.get('security') ?? (isTls ? 'tls' : 'starttls');
  if (security !== 'none' && security !== (isTls ? 'tls' : 'starttls'))
    throw new ConfigError('SMTP_URL: security is "none" or left out.');
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (isTls ? TLS_PORT : SUBMISSION_PORT) : Number(url.port),
    security,
    user: url.username === '' ? null : decodeURIComponent(url.username),
    password: url.password === '' ? null : decodeURIComponent(url.password),
    from,
    ca: readAuthority(env['SMTP_CA_FILE']),
  };
}

function readAuthority(file: string | undefined): string | null {
  if (file === undefined) return null;
  if (!existsSync(file)) throw new ConfigError(`SMTP_CA_FILE: there is no file "${file}".`);
  return readFileSync(file, 'utf8');
}
