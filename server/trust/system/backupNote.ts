/** When the data directory was last backed up: `npm run backup` notes it there, the status page reads it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const fileIn = (dataDir: string) => join(dataDir, 'last-backup');

export const noteBackup = (dataDir: string, at: string) => writeFileSync(fileIn(dataDir), `${at}\n`);

/** null: never, or what stands there is no time. */
export function readBackupNote(dataDir: string): string | null {
  try {
    const text = readFileSync(fileIn(dataDir), 'utf8').trim();
    return Number.isNaN(Date.parse(text)) ? null : text;
  } catch {
    return null;
  }
}
