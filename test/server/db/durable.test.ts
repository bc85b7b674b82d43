import { mkdtempSync, rmSync } from 'node:fs';
import { access } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../server/db/database.ts';
import { openDurable } from '../../../server/db/durable.ts';
import { rowsOf } from '../../../server/db/rows.ts';
import { freshDataDir } from '../../support/server/server.ts';

describe('the embedded engine on the disk', () => {
  let dir: string;
  let engine: Awaited<ReturnType<typeof openDurable>>;
  beforeAll(async () => {
    dir = freshDataDir();
    engine = await openDurable(join(dir, 'pgdata'), false);
    await engine.pg.exec('create table kept (id serial primary key, text text)');
  });
  afterAll(async () => {
    await engine.pg.close();
    rmSync(dir, { recursive: true, force: true });
  });
  const syncsOf = async (work: () => Promise<unknown>) => {
    const before = engine.syncs();
    await work();
    return engine.syncs() - before;
  };

  it('syncs at least once a commit', async () => {
    for (let n = 0; n < 10; n++)
      expect(
        await syncsOf(() => engine.pg.query('insert into kept (text) values ($1)', ['x'])),
      ).toBeGreaterThanOrEqual(1);
  });

  it('syncs nothing for a read', async () => {
    expect(await syncsOf(() => engine.pg.query('select * from kept'))).toBe(0);
  });

  it('syncs its data files at a checkpoint: more than ten', async () => {
    await engine.pg.query('insert into kept (text) select md5(i::text) from generate_series(1, 500) i');
    expect(await syncsOf(() => engine.pg.exec('checkpoint'))).toBeGreaterThan(10);
  });

  it('runs with fsync on', async () => {
    const { rows } = await engine.pg.query<{ fsync: string }>('show fsync');
    expect(rows[0]?.fsync).toBe('on');
  });

  it('runs no statement while it is paused: its files hold one moment', async () => {
    const done: string[] = [];
    const other = freshDataDir();
    const { db, pause, close } = await openDatabase({ databaseUrl: null, dataDir: other });
    let statement: Promise<unknown> = Promise.resolve();
    await pause?.(async () => {
      statement = Promise.resolve(db.execute(sql`select 1`)).then(() => done.push('statement'));
      await access(other);
      await new Promise(setImmediate);
      done.push('copy');
    });
    await statement;
    expect(done).toEqual(['copy', 'statement']);
    await close();
    rmSync(other, { recursive: true, force: true });
  });

  it('keeps what was committed over a new start', async () => {
    const other = mkdtempSync(join(tmpdir(), 'wayside-durable-'));
    const first = await openDurable(join(other, 'pgdata'), true);
    await first.pg.exec('create table t (n int); insert into t values (7)');
    await first.pg.close();
    const second = await openDurable(join(other, 'pgdata'), false);
    expect((await second.pg.query<{ n: number }>('select n from t')).rows).toEqual([{ n: 7 }]);
    await second.pg.close();
    rmSync(other, { recursive: true, force: true });
  });

  it('reads for the planner, when it starts, the tables whose size has changed and no others', async () => {
    const dataDir = freshDataDir();
    const config = { databaseUrl: null, dataDir };
    const first = await openDatabase(config);
    await first.db.execute(sql`create table grown (n int)`);
    await first.db.execute(sql`insert into grown select generate_series(1, 10000)`);
    await first.close();
    const second = await openDatabase(config);
    const read = rowsOf<{ name: string; tuples: number }>(
      await second.db.execute(sql`
        select t.relname as name, c.reltuples::int as tuples
        from pg_stat_user_tables t join pg_class c on c.oid = t.relid
        where t.last_analyze > (select pg_postmaster_start_time())`),
    );
    expect(read).toEqual([{ name: 'grown', tuples: 10_000 }]);
    await second.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
});
