/** Mail spool: each e-mail is an `.eml` file in `mail/` of the data directory, for a mail agent to send. */
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../shared/clock.ts';
import { uuid7 } from '../../shared/random.ts';

export interface Email {
  to: string;
  subject: string;
  text: string;
}
export interface Mail {
  send(email: Email): Promise<void>;
}

/** RFC 2047 encoding, for any language in a header. */
const encoded = (text: string) => `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`;
const LINE = 76;

function eml({ to, subject, text }: Email): string {
  const body =
    Buffer.from(text)
      .toString('base64')
      .match(new RegExp(`.{1,${LINE}}`, 'g')) ?? [];
  return [
    `To: <${to.replace(/[\r\n<>]/g, '')}>`,
    `Subject: ${encoded(subject)}`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    ...body,
    '',
  ].join('\r\n');
}

/** The file appears whole or not at all. */
export function openMailSpool(dataDir: string, clock: Clock): Mail {
  const dir = join(dataDir, 'mail');
  return {
    async send(email) {
      await mkdir(dir, { recursive: true, mode: 0o700 });
      const file = join(dir, `${uuid7(clock.now())}.eml`);
      await writeFile(`${file}.part`, eml(email), { mode: 0o600 });
      await rename(`${file}.part`, file);
    },
  };
}
