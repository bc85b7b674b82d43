import { spawn } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { openDatabase } from '../../../../server/db/database.ts';
import { startTestServer } from '../../../support/server/server.ts';
import { chain, past, removed } from './chains.ts';

const ROOT = join(import.meta.dirname, '../../../..');

function admin(args: string[], databaseUrl: string | null): Promise<{ code: number | null; text: string }> {
  const { DATABASE_URL: _, ...rest } = process.env;
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/cli/admin.ts', ...args], {
    cwd: ROOT,
    env: { ...rest, ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }) },
  });
  let text = '';
  child.stdout.on('data', (bytes: Buffer) => (text += bytes.toString()));
  child.stderr.on('data', (bytes: Buffer) => (text += bytes.toString()));
  return new Promise(done => child.once('exit', code => done({ code, text })));
}

it('`admin -- audit verify` says of each tenant whether its chain holds, and ends with 1 where one does not', async () => {
  const t = await startTestServer();
  const whole = await chain(t);
  const edited = await chain(t);
  const cut = await chain(t);
  const { config } = t.server;
  await t.app.close();
  await t.server.close();
  const verify = () => admin(['audit', 'verify', '--data', config.dataDir], config.databaseUrl);
  const tamper = async (...statements: Parameters<typeof past>[1][]) => {
    const database = await openDatabase(config);
    await past(database.db, ...statements);
    await database.close();
  };
  try {
    const first = await verify();
    expect([first.code, first.text]).toEqual([0, expect.stringContaining(`${whole.slug}: 6 events, whole`)]);
    await tamper(
      sql`update audit_events set actor_id = null where tenant_id = ${edited.tenant_id} and seq = 3`,
      ...removed(cut.tenant_id, 6),
    );
    const { code, text } = await verify();
    expect(code).toBe(1);
    const said = new Map(
      text
        .trim()
        .split('\n')
        .map(line => [line.split(':', 1)[0] ?? '', line] as const),
    );
    expect([whole, edited, cut].map(one => said.get(one.slug))).toEqual([
      `${whole.slug}: 6 events, whole`,
      `${edited.slug}: event 3 does not hold: its hash does not fit its values`,
      `${cut.slug}: event 6 does not hold: events up to 6 were noted, the chain ends at 5`,
    ]);
    for (const slug of ['default-tenant', 'platform']) expect(said.get(slug)).toMatch(/: \d+ events, whole$/);
    expect(said.size).toBe(5);
  } finally {
    rmSync(config.dataDir, { recursive: true, force: true });
  }
}, 120_000);

it('`admin` makes no database where there is none: a misspelt path is said to hold nothing', async () => {
  const dir = join(tmpdir(), `wayside-none-${process.pid}`);
  const { code, text } = await admin(['audit', 'verify', '--data', dir], null);
  expect([code, text.trim(), existsSync(dir)]).toEqual([
    78,
    `There is no database in ${dir}. Name the data directory of the server: --data DIR.`,
    false,
  ]);
});
