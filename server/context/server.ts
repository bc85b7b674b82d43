/** What every room of the server is handed: nothing else is global. */
import type { Clock } from '../../shared/clock.ts';
import type { Config } from './config.ts';
import type { Database } from '../db/database.ts';
import type { Doors } from '../db/doors.ts';
import type { ServerKeys } from '../identity/keys/serverKeys.ts';
import type { InFlight } from '../transaction/idempotency.ts';
import type { Limits } from '../transaction/limits.ts';
import type { DeviceNotices } from '../transaction/notices.ts';
import type { Mail } from '../mail/mail.ts';
import type { Passwords } from '../identity/passwords/passwords.ts';

export interface Server extends Pick<
  Database,
  'engine' | 'queries' | 'analyze' | 'syncs' | 'listen' | 'ready' | 'close'
> {
  /** The only ways to the rows. */
  doors: Doors;
  limits: Limits;
  inFlight: InFlight;
  devices: DeviceNotices;
  passwords: Passwords;
  mail: Mail;
  /** Binds audit events; not in the database. */
  auditKey: Buffer;
  config: Config;
  clock: Clock;
  keys: ServerKeys;
  /** Build that is served: hash of the sources. */
  build: string;
  /** Build of the player that is given out. */
  playerBuild: string;
  appVersion: string;
}
