/** Letters leave as files a mail agent picks up: one `.eml` each in `mail/` of the data directory. */
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../shared/clock.ts';
import { uuid7 } from '../../shared/random.ts';

export interface Letter {
  to: string;
  subject: string;
  text: string;
}
export interface Mail {
  send(letter: Letter): Promise<void>;
}

/** RFC 2047, so that any language may stand in a header. */
const encoded = (text: string) => `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`;
const LINE = 76;

function eml({ to, subject, text }: Letter): string {
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

/** A letter is there as a whole or not at all. */
export function openMailSpool(dataDir: string, clock: Clock): Mail {
  const dir = join(dataDir, 'mail');
  return {
    async send(letter) {
      await mkdir(dir, { recursive: true, mode: 0o700 });
      const file = join(dir, `${uuid7(clock.now())}.eml`);
      await writeFile(`${file}.part`, eml(letter), { mode: 0o600 });
      await rename(`${file}.part`, file);
    },
  };
}
