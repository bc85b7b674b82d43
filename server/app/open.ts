/** Opens everything a server stands on, ready to be served or tested. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock, type Clock } from '../../shared/clock.ts';
import type { Config } from '../context/config.ts';
import { openDatabase, type Database } from '../db/database.ts';
import { openDoors } from '../db/doors.ts';
import { requireFence, roleFor } from '../db/rls.ts';
import { openMailSpool, type Mail } from '../mail/mail.ts';
import { openPasswords } from '../identity/passwords/passwords.ts';
import { openSecret } from '../identity/keys/secret.ts';
import { loadServerKeys } from '../identity/keys/serverKeys.ts';
import { openNetwork, type Network } from '../fleet/link/network.ts';
import type { Server } from '../context/server.ts';
import { builtStamp } from '../build/stamp.ts';
import { readPage } from './pages.ts';
import { playerBuildIn } from '../../shared/contract/fleet/playerBuild.ts';
import { createInFlight } from '../transaction/idempotency.ts';
import { openLimits } from '../transaction/limits.ts';
import { openDeviceNotices } from '../transaction/notices.ts';
import { ROOT } from '../root.ts';

const PACKAGE = join(ROOT, 'package.json');

/** The world outside, as arguments. */
export interface Outside {
  clock?: Clock;
  mail?: Mail;
}
export interface Opened {
  server: Server;
  network: Network;
  /** Past the doors: for commands that act on the whole database, and for tests that look behind the fence. */
  database: Database;
}

export async function openServer(config: Config, outside: Outside = {}): Promise<Opened> {
  const clock = outside.clock ?? systemClock;
  const database = await openDatabase(config);
  try {
    const server = await serverOn(database, config, { clock, ...outside });
    return { server, network: await openNetwork(server), database };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Without the network: what a command of the console needs. Throws where the fence between tenants does not hold. */
export async function serverOn(
  database: Database,
  config: Config,
  { clock, mail }: Outside & { clock: Clock },
): Promise<Server> {
  const { db, engine, queries, analyze, syncs, listen, ready, close } = database;
  const secret = openSecret(config);
  const keys = await loadServerKeys(db, secret);
  const doors = openDoors(db, await roleFor(db));
  await requireFence(doors);
  const { version } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string };
  return {
    ...{ engine, queries, analyze, syncs, listen, ready, close },
    config,
    clock,
    keys,
    doors,
    limits: openLimits(db, clock),
    inFlight: createInFlight(),
    devices: openDeviceNotices(),
    passwords: openPasswords(),
    mail: mail ?? openMailSpool(config.dataDir, clock),
    auditKey: secret.derive('audit chain'),
    build: builtStamp() ?? 'none',
    playerBuild: playerBuildIn(readPage('player') ?? ''),
    appVersion: version,
  };
}
