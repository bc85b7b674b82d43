import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockDirectory } from '../../../server/db/lock.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'wayside-lock-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));
const file = () => join(dir, 'server.lock');

describe('the lock on a data directory', () => {
  it('refuses a second holder with a text that says who and what to do', () => {
    const unlock = lockDirectory(dir);
    expect(() => lockDirectory(dir)).toThrow(
      `Another Wayside server (process ${process.pid}) is using the data directory ${dir}. Stop it, or give this one its own directory with --data.`,
    );
    unlock();
    expect(existsSync(file())).toBe(false);
    lockDirectory(dir)();
  });

  it('is taken over from a process that is gone', async () => {
    const child = spawn('true');
    await new Promise(done => child.once('exit', done));
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    writeFileSync(file(), JSON.stringify({ pid: child.pid, boot, start: '1' }));
    lockDirectory(dir)();
  });

  it('is taken over after a reboot, even where the pid lives again', () => {
    writeFileSync(file(), JSON.stringify({ pid: process.pid, boot: 'an earlier boot', start: '1' }));
    lockDirectory(dir)();
  });

  it('is taken over from another process that got the pid since', () => {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    writeFileSync(file(), JSON.stringify({ pid: process.pid, boot, start: 'another start' }));
    lockDirectory(dir)();
  });

  it('waits for no one: a half-written lock counts as held', () => {
    writeFileSync(file(), '{"pid":');
    expect(() => lockDirectory(dir)).toThrow(/process unknown/);
  });
});
