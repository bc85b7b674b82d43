/** The services that every module of the server gets; nothing else is global. */
import type { Clock } from '../../shared/clock.ts';
import type { Config } from './config.ts';
import type { Database } from '../db/database.ts';
import type { TenantTransactions } from '../db/tenantTransactions.ts';
import type { ServerKeys } from '../identity/keys/serverKeys.ts';
import type { AuditHeads } from '../transaction/auditHeads.ts';
import type { InFlightWrites } from '../transaction/idempotency.ts';
import type { Limits } from '../transaction/limits.ts';
import type { DeviceNotices } from '../transaction/notices.ts';
import type { NewJobs } from '../jobs/newJobs.ts';
import type { PeriodicTasks } from '../jobs/periodic.ts';
import type { Secret } from '../identity/keys/secret.ts';
import type { Mail } from '../mail/mail.ts';
import type { ObjectStore } from '../objectStore/objectStore.ts';
import type { Dns } from '../net/dns.ts';
import type { Outbound } from '../net/outbound.ts';
import type { Replica } from '../reports/replica.ts';
import type { PartnerCalls } from '../programmatic/calls/callPartner.ts';
import type { Passwords } from '../identity/passwords/passwords.ts';

export interface Server extends Pick<
  Database,
  'engine' | 'queries' | 'analyze' | 'syncs' | 'listen' | 'notify' | 'leads' | 'tryLock' | 'ready' | 'close'
> {
  /** The only way to the rows of the database. */
  tenantTransactions: TenantTransactions;
  /** A standby that long reading may be done on; null: there is none. */
  replica: Replica | null;
  /** Media, reports and uploads. */
  objects: ObjectStore;
  limits: Limits;
  inFlight: InFlightWrites;
  devices: DeviceNotices;
  passwords: Passwords;
  mail: Mail;
  newJobs: NewJobs;
  /** What this process does by itself. */
  periodic: PeriodicTasks;
  /** Wraps what lies in the database and is nobody's to read there. */
  secret: Pick<Secret, 'wrap' | 'unwrap'>;
  /** Reads addresses that users name. */
  outbound: Outbound;
  /** Reaches programmatic partners. */
  partnerCalls: PartnerCalls;
  /** Where this machine reaches this server without TLS, once it listens: the mock partner is there. */
  local: { origin: string | null };
  /** Reads the records of domains that users name. */
  dns: Dns;
  /** HMAC key of the audit chain; not in the database. */
  auditKey: Buffer;
  /** Where the audit chains end, outside the database. */
  auditHeads: AuditHeads;
  config: Config;
  clock: Clock;
  keys: ServerKeys;
  /** The build that is served: a hash of its sources. */
  build: string;
  /** The player build that is served. */
  playerBuild: string;
  appVersion: string;
}
