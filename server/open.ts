/** Opens everything a server stands on, ready to be served or tested. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock, type Clock } from '../shared/clock.ts';
import type { Config } from './config.ts';
import { openDatabase } from './db/database.ts';
import { openSecret } from './identity/secret.ts';
import { loadServerKeys } from './identity/serverKeys.ts';
import { openNetwork, type Network } from './network/network.ts';
import type { Server } from './server.ts';
import { builtStamp } from './stamp.ts';

const PACKAGE = join(import.meta.dirname, '../package.json');

export async function openServer(
  config: Config,
  clock: Clock = systemClock,
): Promise<{ server: Server; network: Network }> {
  const database = await openDatabase(config);
  try {
    const keys = await loadServerKeys(database.db, openSecret(config));
    const { version } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string };
    const server: Server = {
      ...database,
      config,
      clock,
      keys,
      build: builtStamp() ?? 'none',
      appVersion: version,
    };
    return { server, network: await openNetwork(server) };
  } catch (error) {
    await database.close();
    throw error;
  }
}
