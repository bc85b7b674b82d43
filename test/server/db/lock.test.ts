import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../server/db/database.ts';
import { lockDirectory } from '../../../server/db/lock.ts';

const HOLDER = join(import.meta.dirname, '../../support/server/holdLock.ts');
/** Processes that begin at the same moment have started by then. */
const START_MS = 4_000;

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'wayside-lock-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));
const file = () => join(dir, 'server.lock');

/** Another process that tries the lock; `outcome` is its first line. */
function attempt(wrapper: readonly string[] = [], at = 0) {
  const [program = '', ...args] = [...wrapper, process.execPath, '--import', 'tsx', HOLDER, dir, String(at)];
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'], detached: true });
  const outcome = new Promise<string>(done =>
    child.stdout.once('data', (text: Buffer) => done(text.toString())),
  );
  const ended = new Promise(done => child.once('close', done));
  const end = async () => {
    try {
      process.kill(-(child.pid ?? 0), 'SIGKILL');
    } catch {
      /** It has ended already. */
    }
    await ended;
  };
  return { outcome, end };
}
const isHeld = (outcome: string) => outcome === 'held\n';

const NAMESPACE = ['unshare', '--pid', '--fork', '--kill-child'];
const hasNamespaces = spawnSync('unshare', ['--pid', '--fork', 'true']).status === 0;

describe('the lock on a data directory', () => {
  it('S12 refuses a second holder with a text that says who and what to do', () => {
    const unlock = lockDirectory(dir);
    expect(() => lockDirectory(dir)).toThrow(
      `Another Wayside server (process ${process.pid}) is using the data directory ${dir}. Stop it, or give this one its own directory with --data.`,
    );
    unlock();
    lockDirectory(dir)();
  });

  it('S12 refuses a second server with the embedded engine on one data directory, until the other one has ended', async () => {
    const open = () => openDatabase({ databaseUrl: null, dataDir: dir });
    const holder = await open();
    await expect(open()).rejects.toThrow('Another Wayside server');
    await holder.close();
    await (await open()).close();
  });

  it.each(['', '{"pid":', `{"pid":${process.pid},"boot":"x","start":"1"}`, String(process.pid)])(
    'is free where the file is left over, whatever it says: %j',
    text => {
      writeFileSync(file(), text);
      lockDirectory(dir)();
    },
  );

  it('S12 of two hundred attempts at once one holds it', async () => {
    const attempts = await Promise.all(
      Array.from({ length: 200 }, async () => {
        await Promise.resolve();
        try {
          return lockDirectory(dir);
        } catch {
          return null;
        }
      }),
    );
    const holders = attempts.filter(unlock => unlock !== null);
    expect(holders).toHaveLength(1);
    holders[0]!();
  });

  it('S12 of eight processes at once one holds it, until it is killed', async () => {
    const attempts = Array.from({ length: 8 }, () => attempt([], Date.now() + START_MS));
    const outcomes = await Promise.all(attempts.map(one => one.outcome));
    expect(outcomes.filter(isHeld)).toHaveLength(1);
    expect(() => lockDirectory(dir)).toThrow('Another Wayside server');
    for (const { end } of attempts) await end();
    lockDirectory(dir)();
  });

  it('S12 holds between process namespaces, as two containers on one volume have', async ({ skip }) => {
    skip(!hasNamespaces, 'this machine lets nobody make a process namespace');
    const first = attempt(NAMESPACE);
    expect(await first.outcome).toBe('held\n');
    const second = attempt(NAMESPACE);
    expect(await second.outcome).toContain('Another Wayside server');
    await first.end();
    await second.end();
    lockDirectory(dir)();
  });
});
