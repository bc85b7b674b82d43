/** Simulated screens are kept in a file, so that they are the same screens after a restart. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Identity } from './client.ts';
import { readKey, writeKey } from './signing.ts';

export const demoFile = (dataDir: string) => join(dataDir, 'demo-vehicles.json');
/** Readable by the server's user alone. */
const MODE = 0o600;

interface Stored {
  device_id: string;
  private_key: string;
}

export function saveIdentities(path: string, identities: readonly Identity[]): void {
  const stored = identities.map(({ device_id, key }): Stored => ({ device_id, private_key: writeKey(key) }));
  writeFileSync(path, JSON.stringify(stored), { mode: MODE });
}

/** None where there is no such file. */
export function readIdentities(path: string): Identity[] {
  if (!existsSync(path)) return [];
  const stored = JSON.parse(readFileSync(path, 'utf8')) as Stored[];
  return stored.map(({ device_id, private_key }) => ({ device_id, key: readKey(private_key) }));
}
