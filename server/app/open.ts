/** Opens the database, keys and services of a server, for the process and for tests. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock, type Clock } from '../../shared/clock.ts';
import type { Config } from '../context/config.ts';
import { openDatabase, type Database } from '../db/database.ts';
import { openTenantTransactions, type InTurn } from '../db/tenantTransactions.ts';
import { requireRowLevelSecurity, roleFor } from '../db/rls.ts';
import { openDns, type Dns } from '../net/dns.ts';
import { openPartnerCalls, type PartnerCalls } from '../programmatic/calls/callPartner.ts';
import { openOutbound, type Outbound } from '../net/outbound.ts';
import { createNewJobs } from '../jobs/newJobs.ts';
import { createPeriodicTasks, TASK_CHANNEL } from '../jobs/periodic.ts';
import type { Mail } from '../mail/mail.ts';
import { openMail } from '../mail/openMail.ts';
import { openPasswords } from '../identity/passwords/passwords.ts';
import { requireUsableStore } from '../objectStore/atStart.ts';
import { openObjectStore } from '../objectStore/objectStore.ts';
import { openSecret } from '../identity/keys/secret.ts';
import { loadServerKeys } from '../identity/keys/serverKeys.ts';
import { openNetwork, type Network } from '../fleet/link/network.ts';
import type { Server } from '../context/server.ts';
import { builtStamp } from '../build/stamp.ts';
import { readPage } from './pages.ts';
import { playerBuildIn } from '../../shared/contract/fleet/playerBuild.ts';
import { createAuditHeads } from '../transaction/auditHeads.ts';
import { createInFlightWrites } from '../transaction/idempotency.ts';
import { openLimits } from '../transaction/limits.ts';
import { crowded, openTurns } from '../transaction/turns.ts';
import { openDeviceNotices } from '../transaction/notices.ts';
import { openReplica } from '../reports/replica.ts';
import { ROOT } from '../root.ts';

const PACKAGE = join(ROOT, 'package.json');

/** Replacements for the clock and what lies outside, used by tests. */
export interface ExternalPorts {
  clock?: Clock;
  mail?: Mail;
  outbound?: Outbound;
  dns?: Dns;
  partnerCalls?: PartnerCalls;
}
export interface OpenedServer {
  server: Server;
  network: Network;
  /** Direct access without row-level security, for maintenance commands and tests. */
  database: Database;
}

export async function openServer(config: Config, outside: ExternalPorts = {}): Promise<OpenedServer> {
  const clock = outside.clock ?? systemClock;
  const database = await openDatabase(config);
  try {
    const server = await buildServer(database, config, { clock, ...outside });
    await requireUsableStore(server.objects);
    await database.started();
    return { server, network: await openNetwork(server), database };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** The embedded engine works in this thread, and many transactions in a row would let nothing else be read meanwhile. */
function oneByOne(): InTurn {
  const turns = openTurns({ atOnce: 1, waiting: Infinity }, crowded('Too much waits.', 'UNAVAILABLE'));
  return work => turns.run('', work);
}

/** A server without the device link, for command-line tools. Throws where row-level security does not work. */
export async function buildServer(
  database: Database,
  config: Config,
  { clock, mail, outbound, dns, partnerCalls }: ExternalPorts & { clock: Clock },
): Promise<Server> {
  const { db, engine, queries, analyze, syncs, listen, notify, leads, tryLock, ready, close } = database;
  const secret = openSecret(config);
  const keys = await loadServerKeys(db, secret);
  const inTurn = engine === 'embedded' ? oneByOne() : undefined;
  const role = await roleFor(db);
  const tenantTransactions = openTenantTransactions(db, role, inTurn);
  await requireRowLevelSecurity(tenantTransactions);
  const { reportsDatabaseUrl } = config;
  const replica = reportsDatabaseUrl === null ? null : await openReplica(reportsDatabaseUrl, { db, role });
  const periodic = createPeriodicTasks(clock, { leads, notify: text => notify(TASK_CHANNEL, text) });
  await listen(TASK_CHANNEL, { heard: text => periodic.hear(text), missed: () => undefined });
  const { version } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string };
  return {
    ...{ engine, queries, analyze, syncs, listen, notify, leads, tryLock, ready },
    close: async () => {
      await replica?.close();
      await close();
    },
    replica,
    config,
    clock,
    keys,
    tenantTransactions,
    objects: await openObjectStore(config, clock),
    limits: openLimits(db, clock),
    inFlight: createInFlightWrites(),
    devices: openDeviceNotices(),
    passwords: openPasswords(),
    mail: mail ?? openMail({ tenantTransactions, secret, config, clock }),
    newJobs: createNewJobs(),
    periodic,
    secret,
    outbound: outbound ?? openOutbound(),
    partnerCalls: partnerCalls ?? openPartnerCalls(),
    local: { origin: null },
    dns: dns ?? openDns(),
    auditKey: secret.derive('audit chain'),
    auditHeads: createAuditHeads({ dataDir: config.dataDir, clock }),
    build: builtStamp() ?? 'none',
    playerBuild: playerBuildIn(readPage('player') ?? ''),
    appVersion: version,
  };
}
