import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { serve } from '../../../server/app/index.ts';
import { startFailure } from '../../../server/app/startFailure.ts';
import { readConfig } from '../../../server/context/config.ts';

const config = { port: 80, host: 'elsewhere', dataDir: '/data' };
const failed = (code: string, syscall: string) =>
  startFailure(new Error('outer', { cause: Object.assign(new Error('inner'), { code, syscall }) }), config)
    .message;

describe('a start that fails says in a sentence why, and what to do', () => {
  it.each([
    ['EADDRINUSE', 'listen', /Port 80 is taken .* --port/],
    ['EACCES', 'listen', /Port 80 may not be opened .* --port/],
    ['EADDRNOTAVAIL', 'listen', /no address "elsewhere"/],
    ['ENOTFOUND', 'getaddrinfo', /no address "elsewhere"/],
    ['ENOSPC', 'write', /disk of the data directory \/data is full\. Make room/],
    ['53100', '', /disk of the data directory \/data is full\. Make room/],
    ['EROFS', 'open', /\/data cannot be made or written by this user\. .* --data/],
    ['ENOENT', 'mkdir', /\/data cannot be made or written by this user\. .* --data/],
    ['EACCES', 'mkdir', /\/data cannot be made or written by this user\. .* --data/],
    ['EEXIST', 'mkdir', /\/data is a file, or lies below one\. .* --data/],
    ['ENOTDIR', 'mkdir', /\/data is a file, or lies below one\. .* --data/],
    ['', '', /could not start \(inner\)\. .* restore a backup of \/data/],
  ])('%s of %s', (code, syscall, text) => {
    expect(failed(code, syscall)).toMatch(text);
    expect(failed(code, syscall)).not.toMatch(/\n|at .*:\d+/);
  });

  it('a taken port is found before anything is set up', async () => {
    const other = createServer();
    await new Promise<void>(done => other.listen(0, '127.0.0.1', done));
    const { port } = other.address() as AddressInfo;
    const dir = mkdtempSync(join(tmpdir(), 'wayside-port-'));
    const argv = ['--port', String(port), '--host', '127.0.0.1', '--data', dir, '--demo', 'off'];
    await expect(serve({ ...readConfig(argv, {}), logLevel: 'silent' })).rejects.toThrow(
      `Port ${port} is taken by another program.`,
    );
    expect(existsSync(join(dir, 'pgdata'))).toBe(false);
    other.close();
    rmSync(dir, { recursive: true });
  });
});

it('a folder below one that takes none is refused in a sentence, and the start ends', async () => {
  const argv = ['--port', '0', '--host', '127.0.0.1', '--data', '/proc/wayside/data'];
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/start.ts', ...argv], {
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: 60_000,
  });
  let errors = '';
  child.stderr.on('data', (bytes: Buffer) => (errors += bytes.toString()));
  const code = await new Promise<number | null>(done => child.once('close', done));
  expect(errors).toMatch(/\/proc\/wayside\/data cannot be made or written by this user\. .* --data/);
  expect(code).toBe(78);
});

it('a first start that is ended before it serves says its one-time password all the same', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'wayside-ended-'));
  const argv = ['--port', '0', '--host', '127.0.0.1', '--data', dir];
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/start.ts', ...argv], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (bytes: Buffer) => (said += bytes.toString()));
  const ended = new Promise<number | null>(done => child.once('close', done));
  /** The demo's files are the first thing that is made after the first administrator. */
  await expect.poll(() => existsSync(join(dir, 'media')), { timeout: 60_000 }).toBe(true);
  child.kill('SIGTERM');
  expect([await ended, said]).toEqual([
    143,
    expect.stringMatching(/Sign in once as \S+ with the password \S+/),
  ]);
  rmSync(dir, { recursive: true });
}, 90_000);
