/** `npm run admin -- reset | audit verify | keys announce | keys switch [--data DIR]`. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '../../shared/clock.ts';
import { readAnchors } from '../trust/audit/anchor.ts';
import { verifyChain } from '../trust/audit/verify.ts';
import { ConfigError, EXIT_CONFIG, readConfig, type Config } from '../context/config.ts';
import { openDatabase, type Db } from '../db/database.ts';
import { tenants } from '../db/schema.ts';
import { resetAdmin } from '../identity/firstRun.ts';
import { announceKey, switchKey } from '../playout/rotateKey.ts';
import { buildServer } from '../app/open.ts';
import type { Server } from '../context/server.ts';

const USAGE = 'Usage: npm run admin -- reset | audit verify | keys announce | keys switch [--data DIR]';
const FOUND = 1;
const print = (line: string) => void process.stdout.write(`${line}\n`);

async function reset(server: Server): Promise<void> {
  const admin = await resetAdmin(server);
  print(`Sign in once as ${admin.email} with the password ${admin.password ?? ''} (24 hours).`);
}

/** Exit code 1 where a chain does not hold. */
async function verifyAll(server: Server): Promise<void> {
  const anchors = await readAnchors(server.config.dataDir);
  const all = await server.tenantTransactions.acrossTenants(tx =>
    tx.select({ id: tenants.id, slug: tenants.slug }).from(tenants).orderBy(tenants.slug),
  );
  for (const { id: tenant_id, slug } of all) {
    const own = anchors.filter(anchor => anchor.tenant_id === tenant_id);
    const { first_bad, count } = await verifyChain(fn => server.tenantTransactions.inTenant(tenant_id, fn), {
      key: server.auditKey,
      tenant_id,
      anchors: own,
    });
    if (first_bad) process.exitCode = FOUND;
    print(
      first_bad
        ? `${slug}: event ${first_bad.seq} does not hold: ${first_bad.reason}`
        : `${slug}: ${count} events, whole`,
    );
  }
}

/** A path that is misspelt gets no new database, whose empty audit log would be found whole. */
function requireDatabase({ databaseUrl, dataDir }: Config): void {
  if (databaseUrl === null && !existsSync(join(dataDir, 'pgdata')))
    throw new ConfigError(
      `There is no database in ${dataDir}. Name the data directory of the server: --data DIR.`,
    );
}

const VERBS: Record<string, (server: Server, db: Db) => Promise<void>> = {
  reset,
  'audit verify': verifyAll,
  'keys announce': async (server, db) => {
    await announceKey(db, server);
    print('A new key is announced to all screens. Put it in force with `keys switch` once they know it.');
  },
  'keys switch': async (server, db) => {
    await switchKey(db, server);
    print('The new key is in force.');
  },
};

const words = process.argv.slice(2);
const flags = words.findIndex(word => word.startsWith('--'));
const named = (flags < 0 ? words : words.slice(0, flags)).join(' ');
try {
  const act = VERBS[named];
  if (!act) throw new ConfigError(USAGE);
  /** No command reads a report. */
  const config = {
    ...readConfig(flags < 0 ? [] : words.slice(flags), process.env),
    reportsDatabaseUrl: null,
  };
  requireDatabase(config);
  const database = await openDatabase(config);
  try {
    await act(await buildServer(database, config, { clock: systemClock }), database.db);
  } finally {
    await database.close();
  }
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = EXIT_CONFIG;
}
