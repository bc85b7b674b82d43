import { existsSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { COPY, listenForBackups, SOCKET } from '../../../server/app/backups.ts';
import { requestCopy } from '../../../server/cli/requestCopy.ts';
import { openDatabase } from '../../../server/db/database.ts';
import { freshDataDir } from '../../support/server/server.ts';

const never = (error: unknown) => expect.unreachable(String(error));

it('a copy is made while no statement runs, for one backup at a time, and goes with it; only the user of the server reaches it', async () => {
  const dataDir = freshDataDir();
  const copied = join(dataDir, COPY, 'pgdata', 'PG_VERSION');
  const { pause, close } = await openDatabase({ databaseUrl: null, dataDir });
  const wasCopied: boolean[] = [];
  const watched: typeof pause = work =>
    pause!(async () => {
      const before = existsSync(copied);
      const result = await work();
      wasCopied.push(before, existsSync(copied));
      return result;
    });
  expect(await requestCopy(dataDir)).toBeNull();
  const end = await listenForBackups(dataDir, watched, never);
  expect(statSync(join(dataDir, SOCKET)).mode & 0o777).toBe(0o600);

  const release = await requestCopy(dataDir);
  expect(wasCopied).toEqual([false, true]);
  await expect(requestCopy(dataDir)).rejects.toThrow('Another backup is being made.');
  expect(existsSync(copied)).toBe(true);
  release?.();
  await expect.poll(() => existsSync(join(dataDir, COPY))).toBe(false);

  end();
  await close();
  rmSync(dataDir, { recursive: true, force: true });
});
