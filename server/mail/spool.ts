/** Without a mail server each e-mail is an `.eml` file in `mail/` of the data directory, which only the server's user may read. */
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { messageOf } from './message.ts';

/** The file appears whole or not at all, and a second try of the same e-mail replaces it. */
export async function writeToSpool(
  dataDir: string,
  id: string,
  message: ReturnType<typeof messageOf>,
): Promise<void> {
  const dir = join(dataDir, 'mail');
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const { message: bytes } = await composer.sendMail(message);
  const file = join(dir, `${id}.eml`);
  await writeFile(`${file}.part`, bytes as Buffer, { mode: 0o600 });
  await rename(`${file}.part`, file);
}
