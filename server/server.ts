/** What every room of the server is handed: nothing else is global. */
import type { Clock } from '../shared/clock.ts';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import type { ServerKeys } from './identity/serverKeys.ts';

export interface Server extends Database {
  config: Config;
  clock: Clock;
  keys: ServerKeys;
  /** Build that is served: hash of the sources. */
  build: string;
  appVersion: string;
}
