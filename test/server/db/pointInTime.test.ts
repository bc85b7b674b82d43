/** A backup that PostgreSQL makes while the server writes, restored to a moment: the way that docs/run.md names. */
import { appendFileSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../../server/app/app.ts';
import { openServer } from '../../../server/app/open.ts';
import { readConfig } from '../../../server/context/config.ts';
import { asOwner, urlOf } from '../../support/cluster.ts';
import { fixture, upload } from '../../support/server/upload.ts';
import { startTestServer, TEST_PASSWORD, type TestServer } from '../../support/server/server.ts';
import { postgresFolder, runPostgres, startPostgres, type Cluster } from '../../tools/machine.ts';

const MAX_WAIT = { timeout: 20_000 };
/** They fit on one page of the list. */
const MOST_WRITES = 80;
let archive: string;
let copy: string;
let data: string;
let cluster: Cluster;
let test: TestServer;

describe.skipIf(process.env['TEST_DATABASE_URL'] === undefined)('a backup of a running server', () => {
  beforeAll(async () => {
    [archive, copy, data] = [
      postgresFolder(),
      postgresFolder(),
      mkdtempSync(join(tmpdir(), 'wayside-test-')),
    ];
    cluster = await startPostgres(['archive_mode=on', `archive_command=cp %p ${archive}/%f`]);
    test = await startTestServer({ cluster: cluster.url });
  });
  afterAll(async () => {
    await test.close();
    await cluster.remove();
    for (const folder of [archive, copy, data]) rmSync(folder, { recursive: true, force: true });
  });

  const write = async (name: string) => {
    const answer = await test.app.inject({
      ...{ method: 'POST', url: '/api/locations', headers: test.admin.headers },
      payload: { name, address: '', lat: 1, lng: 2, radius_m: 100, tz: 'UTC', external_id: null },
    });
    expect(answer.statusCode, answer.body).toBe(200);
    return name;
  };
  const ofDatabase = async (statement: string) => (await asOwner(cluster.url, statement))[0] ?? {};

  it('is restored to a moment: what was acknowledged before it is there, what came later is not, and its chains and files hold', async () => {
    expect((await upload(test, test.admin, fixture('picture.jpg'))).statusCode).toBe(204);
    const kept = [await write('Before the backup')];
    let isOver = false;
    const writing = (async () => {
      for (let n = 0; !isOver && n < MOST_WRITES; n++) kept.push(await write(`During ${n}`));
    })();
    const into = ['--pgdata', join(copy, 'data'), '--checkpoint=fast', '--wal-method=none'];
    await runPostgres('pg_basebackup', ['--dbname', cluster.url, ...into]);
    isOver = true;
    await writing;
    cpSync(test.server.config.dataDir, data, { recursive: true });
    kept.push(await write('After the backup'));
    const { moment } = await ofDatabase('select clock_timestamp()::text as moment');
    await write('Too late');
    const { segment } = await ofDatabase('select pg_walfile_name(pg_switch_wal()) as segment');
    const archived = async () =>
      (await ofDatabase('select last_archived_wal as last from pg_stat_archiver'))['last'] as string;
    await expect.poll(archived, MAX_WAIT).toBe(segment);

    const settings = [
      `restore_command = 'cp ${archive}/%f %p'`,
      `recovery_target_time = '${String(moment)}'`,
      `recovery_target_action = 'promote'`,
    ];
    appendFileSync(join(copy, 'data/postgresql.auto.conf'), `${settings.join('\n')}\n`);
    writeFileSync(join(copy, 'data/recovery.signal'), '');
    const restored = await startPostgres([], copy);
    try {
      const isRecovering = async () =>
        (await asOwner(restored.url, 'select pg_is_in_recovery() as yes'))[0]?.['yes'];
      await expect.poll(isRecovering, MAX_WAIT).toBe(false);
      const name = new URL(test.server.config.databaseUrl ?? '').pathname.slice(1);
      const env = { DATABASE_URL: urlOf(restored.url, name) };
      const config = readConfig(['--demo', 'off', '--data', data, '--port', '0'], env);
      const opened = await openServer({ ...config, logLevel: 'silent' });
      const app = await buildApp(opened.server, opened.network);
      const login = await app.inject({
        ...{ method: 'POST', url: '/api/auth/login' },
        payload: { email: test.admin.email, password: TEST_PASSWORD },
      });
      expect(login.statusCode, login.body).toBe(200);
      const { access_token } = login.json<{ tokens: { access_token: string } }>().tokens;
      const headers = { ...test.admin.headers, authorization: `Bearer ${access_token}` };
      const get = (url: string) => app.inject({ url, headers });
      const { items } = (await get('/api/locations?limit=100')).json<{ items: { name: string }[] }>();
      expect(items.map(item => item.name).sort()).toEqual(kept.sort());
      const verify = await app.inject({ method: 'POST', url: '/api/audit-events/verify', headers });
      expect(verify.json()).toMatchObject({ ok: true });
      const [picture] = (await get('/api/creatives')).json<{ items: { asset: { sha256: string } }[] }>()
        .items;
      expect(picture?.asset.sha256).toMatch(/^[0-9a-f]{64}$/);
      await app.close();
      await opened.server.close();
    } finally {
      await restored.remove();
    }
  }, 60_000);
});
