/** Reports are read on a standby that PostgreSQL itself keeps; where it lags or is away they are read where all else is. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openServer } from '../../../server/app/open.ts';
import { ConfigError, readConfig } from '../../../server/context/config.ts';
import { openReplica } from '../../../server/reports/replica.ts';
import { asOwner, urlOf } from '../../support/cluster.ts';
import type { TestServer } from '../../support/server/server.ts';
import { postgresFolder, runPostgres, startPostgres, type Cluster } from '../../tools/machine.ts';
import { insertPlayRows } from '../proof/analyticsPlays.ts';
import { make } from './making.ts';
import { DAY_MS, makeReportWorld, type ReportWorld } from './world.ts';

const CATCH_UP_MS = 500;
const LOG = 'statements';
const LOGS_ALL = ['log_statement=all', 'logging_collector=on', 'log_directory=.'];
const MAX_WAIT = { timeout: 5_000 };
let primary: Cluster;
let standby: Cluster;
let folder: string;
let world: ReportWorld;
let test: TestServer;
let url: string;

describe.skipIf(process.env['TEST_DATABASE_URL'] === undefined)('reports on a standby', () => {
  beforeAll(async () => {
    primary = await startPostgres();
    folder = postgresFolder();
    world = await makeReportWorld({ cluster: primary.url });
    ({ test } = world);
    const into = ['--pgdata', join(folder, 'data'), '--checkpoint=fast', '--write-recovery-conf'];
    await runPostgres('pg_basebackup', ['--dbname', primary.url, ...into]);
    standby = await startPostgres([...LOGS_ALL, `log_filename=${LOG}`], folder);
    url = urlOf(standby.url, new URL(test.server.config.databaseUrl ?? '').pathname.slice(1));
    const { server } = await openServer({ ...test.server.config, reportsDatabaseUrl: url });
    expect(await server.replica?.transactions()).toBeTruthy();
    await server.close();
    await openReader();
  });
  afterAll(async () => {
    await test.server.replica?.close();
    await test.close();
    await standby.remove();
    await primary.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  const openReader = async () => {
    await test.server.replica?.close();
    test.server.replica = await openReplica(url, { db: test.db, role: 'wayside_app' }, CATCH_UP_MS);
  };
  const ofStandby = async (statement: string) => (await asOwner(url, statement))[0] ?? {};
  /** Statements on plays that the standby has logged. */
  const reads = () => readFileSync(join(folder, 'data', LOG), 'utf8').split('from "plays"').length - 1;
  const plays = (count: number) =>
    insertPlayRows(
      test,
      test.tenant_id,
      Array.from({ length: count }, () => world.play(DAY_MS)),
    );
  const report = () => make(test, { first_day: '2026-10-20', last_day: '2026-10-24', preset: 'plays' });

  it('holds what was acknowledged before it, and is read there', async () => {
    const before = reads();
    await plays(3);
    expect(await report()).toMatchObject({ state: 'ready', row_count: 3 });
    await expect.poll(reads, MAX_WAIT).toBeGreaterThan(before);
  });

  it('waits for a standby that is a little behind', async () => {
    await ofStandby('select pg_wal_replay_pause()');
    await plays(2);
    const made = report();
    await ofStandby('select pg_wal_replay_resume()');
    expect(await made).toMatchObject({ state: 'ready', row_count: 5 });
  });

  it('is read where all else is while the standby stays behind, or is away', async () => {
    await ofStandby('select pg_wal_replay_pause()');
    await plays(1);
    expect(await report()).toMatchObject({ state: 'ready', row_count: 6 });
    await ofStandby('select pg_wal_replay_resume()');
    await standby.stop();
    expect(await report()).toMatchObject({ state: 'ready', row_count: 6 });
    await standby.start();
    expect(await report()).toMatchObject({ state: 'ready', row_count: 6 });
  });

  it('refuses a database that is no standby, and a standby of nothing', async () => {
    const own = openReplica(test.server.config.databaseUrl ?? '', { db: test.db, role: null });
    await expect(own).rejects.toThrow(ConfigError);
    expect(() => readConfig([], { REPORTS_DATABASE_URL: url })).toThrow('DATABASE_URL, which is not set');
  });
});
