/** Hands an e-mail to a mail server. */
import { createTransport } from 'nodemailer';
import { GivenUp } from '../jobs/retry.ts';
import type { SmtpServer } from '../context/smtp.ts';
import type { messageOf } from './message.ts';

/** ms; one that does not answer keeps the e-mails after this one waiting, and is tried again later anyway. */
const CONNECT_MS = 10_000;
const GREETING_MS = 10_000;
const SILENCE_MS = 30_000;

/** What is refused is sender, recipient or message, not TLS or sign-in: those an administrator mends, and the e-mail waits. */
const REFUSES_MESSAGE = new Set(['EENVELOPE', 'EMESSAGE']);
const AUTH_REQUIRED = 530;

/** What a mail server's refusal means: 5xx of a message is for good (RFC 5321 §4.2.1), everything else is tried again. */
export function smtpFailure(error: unknown): Error {
  const { responseCode, code } = error as { responseCode?: number; code?: string };
  const name = responseCode === undefined ? (code ?? 'SMTP') : `SMTP_${responseCode}`;
  const isForGood =
    REFUSES_MESSAGE.has(code ?? '') &&
    responseCode !== undefined &&
    responseCode >= 500 &&
    responseCode !== AUTH_REQUIRED;
  return isForGood
    ? new GivenUp(name, { cause: error })
    : Object.assign(new Error('the mail server did not take it', { cause: error }), { code: name });
}

export async function sendBySmtp(
  { host, port, security, user, password, ca }: SmtpServer,
  message: ReturnType<typeof messageOf>,
): Promise<void> {
  const transport = createTransport({
    ...{ host, port },
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    ...(user === null ? {} : { auth: { user, pass: password ?? '' } }),
    ...(ca === null ? {} : { tls: { ca } }),
    connectionTimeout: CONNECT_MS,
    dnsTimeout: CONNECT_MS,
    greetingTimeout: GREETING_MS,
    socketTimeout: SILENCE_MS,
  });
  try {
    await transport.sendMail(message);
  } catch (error) {
    throw smtpFailure(error);
  } finally {
    transport.close();
  }
}
