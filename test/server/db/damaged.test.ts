/** A data directory that is not whole is never taken for an empty one, and is refused in words. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ConfigError } from '../../../server/context/config.ts';
import { openDatabase } from '../../../server/db/database.ts';
import { freshDataDir } from '../../support/server/server.ts';

let dir: string;
beforeEach(() => {
  dir = freshDataDir();
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const refusal = async () => {
  const error = await openDatabase({ databaseUrl: null, dataDir: dir }).catch((cause: unknown) => cause);
  expect(error).toBeInstanceOf(ConfigError);
  return (error as Error).message;
};

it.each(['secret', 'media', 'audit-heads.jsonl', 'audit-latest.jsonl'])(
  'makes no new database beside %s of an earlier one, and names back-up and restore',
  async left => {
    if (left === 'media') mkdirSync(join(dir, left));
    else writeFileSync(join(dir, left), 'x');
    rmSync(join(dir, 'pgdata/PG_VERSION'));
    expect(await refusal()).toMatch(/Restore a backup \(npm run restore\)/);
    rmSync(join(dir, 'pgdata'), { recursive: true });
    expect(await refusal()).toContain(left);
    expect(readdirSync(dir).sort()).toEqual([left, 'server.lock'].sort());
  },
);

it('makes one where a first start was cut off', async () => {
  rmSync(dir, { recursive: true });
  dir = mkdtempSync(join(tmpdir(), 'wayside-cut-'));
  mkdirSync(join(dir, 'pgdata'));
  await (await openDatabase({ databaseUrl: null, dataDir: dir })).close();
});

it.each([
  ['pg_control is zeros', () => writeFileSync(join(dir, 'pgdata/global/pg_control'), Buffer.alloc(8_192))],
  [
    'pg_control is garbage',
    () => writeFileSync(join(dir, 'pgdata/global/pg_control'), Buffer.alloc(8_192, 7)),
  ],
  ['pg_control is gone', () => rmSync(join(dir, 'pgdata/global/pg_control'))],
  [
    'the log of its writes is zeros',
    () => {
      const wal = join(dir, 'pgdata/pg_wal');
      for (const { name, parentPath } of readdirSync(wal, { withFileTypes: true }).filter(e => e.isFile()))
        writeFileSync(join(parentPath, name), Buffer.alloc(statSync(join(parentPath, name)).size));
    },
  ],
])('says what to do where %s', async (_what, damage) => {
  damage();
  expect(await refusal()).toMatch(/cannot be opened .* restore a backup/s);
});
