/** Without a mail server each e-mail is a file; only the server's own user may read it. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { Wayside } from './wayside.ts';

function emailsTo({ dataDir }: Wayside, address: string): string[] {
  const dir = join(dataDir, 'mail');
  return readdirSync(dir)
    .filter(file => file.endsWith('.eml'))
    .sort()
    .flatMap(file => {
      const text = readFileSync(join(dir, file), 'utf8');
      if (!text.includes(`To: ${address}\r`)) return [];
      expect((statSync(join(dir, file)).mode & 0o777).toString(8)).toBe('600');
      return [text.replaceAll('=\r\n', '').replaceAll('=3D', '=')];
    });
}

/** The nth e-mail to an address, once it is there and no other. */
export async function emailTo(server: Wayside, address: string, n = 1): Promise<string> {
  await expect
    .poll(() => {
      try {
        return emailsTo(server, address).length;
      } catch {
        return 0;
      }
    })
    .toBe(n);
  return emailsTo(server, address)[n - 1] ?? '';
}
