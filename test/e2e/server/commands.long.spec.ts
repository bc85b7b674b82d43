import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { Api } from '../support/server/api.ts';
import { test } from '../support/server/demoServer.ts';
import { command, freePort, script, START_WITHIN_MS, Wayside } from '../support/server/wayside.ts';

interface Playlists {
  items: { name: string }[];
}
/** They fit on one page of the list. */
const MOST_WRITES = 90;
const names = async (api: Api) =>
  (await api.call<Playlists>('GET', '/api/playlists?limit=100')).items.map(playlist => playlist.name);

test('a backup restored elsewhere is the same server: its users, its rows, its keys', async () => {
  const server = await Wayside.start('--demo', 'off');
  const elsewhere = mkdtempSync(join(tmpdir(), 'wayside-restored-'));
  const archive = join(elsewhere, 'backup.tar.gz');
  const copy = join(elsewhere, 'data');
  try {
    const admin = server.firstAdmin();
    const api = await new Api(server.origin).enter(admin);
    await api.call('POST', '/api/playlists', { name: 'Airport loop' });

    await server.stop();
    expect(await command('backup', [archive, '--data', server.dataDir])).toMatchObject({ code: 0 });
    const over = await command('restore', [archive, '--data', server.dataDir]);
    expect(over).toMatchObject({ code: 78 });
    expect(over.text).toContain('is not empty');
    expect(await command('restore', [archive, '--data', copy])).toMatchObject({ code: 0 });

    const restored = await Wayside.over(copy, '--demo', 'off');
    try {
      expect(await names(await new Api(restored.origin).reenter(admin.email))).toEqual(['Airport loop']);
    } finally {
      await restored.kill();
    }
  } finally {
    await server.remove();
    rmSync(elsewhere, { recursive: true, force: true });
  }
});

test('a backup of a server that runs holds all that was acknowledged before it, and its chains', async () => {
  const server = await Wayside.start('--demo', 'off');
  const elsewhere = mkdtempSync(join(tmpdir(), 'wayside-restored-'));
  const [archive, copy] = [join(elsewhere, 'backup.tar.gz'), join(elsewhere, 'data')];
  try {
    const admin = server.firstAdmin();
    const api = await new Api(server.origin).enter(admin);
    const written: string[] = [];
    const write = async (name: string) => {
      await api.call('POST', '/api/playlists', { name });
      written.push(name);
    };
    await write('Before the backup');
    let isOver = false;
    const writing = (async () => {
      for (let n = 0; !isOver && n < MOST_WRITES; n++) await write(`During ${n}`);
    })();
    const backups = [archive, `${archive}.2`].map(file =>
      command('backup', [file, '--data', server.dataDir]),
    );
    const codes = (await Promise.all(backups)).map(({ code }) => code);
    isOver = true;
    await writing;
    /** One at a time: the second is made after the first, or is refused in words. */
    expect(codes).toContain(0);
    const whole = codes[0] === 0 ? archive : `${archive}.2`;
    // The server takes its copy away once it sees that the command has left.
    await expect.poll(() => existsSync(join(server.dataDir, 'backup-copy'))).toBe(false);
    expect(await command('restore', [whole, '--data', copy])).toMatchObject({ code: 0 });
    expect(await command('admin', ['audit', 'verify', '--data', copy])).toMatchObject({ code: 0 });
    const restored = await Wayside.over(copy, '--demo', 'off');
    try {
      const found = await names(await new Api(restored.origin).reenter(admin.email));
      expect(found).toContain('Before the backup');
      /** What was written meanwhile is there up to one moment, without a hole. */
      const during = written.filter(name => name.startsWith('During') && found.includes(name));
      expect(during).toEqual(during.map((_, n) => `During ${n}`));
    } finally {
      await restored.kill();
    }
  } finally {
    await server.remove();
    rmSync(elsewhere, { recursive: true, force: true });
  }
});

test('a damaged archive changes nothing', async () => {
  const elsewhere = mkdtempSync(join(tmpdir(), 'wayside-restored-'));
  try {
    const refused = await command('restore', [import.meta.filename, '--data', join(elsewhere, 'data')]);
    expect(refused).toMatchObject({ code: 78 });
    expect(refused.text).toContain('nothing was changed');
    expect(existsSync(join(elsewhere, 'data'))).toBe(false);
  } finally {
    rmSync(elsewhere, { recursive: true, force: true });
  }
});

test('admin reset gives a new one-time password, and the old one ends', { tag: '@again' }, async () => {
  const server = await Wayside.start('--demo', 'off');
  try {
    const admin = server.firstAdmin();
    await new Api(server.origin).enter(admin);
    await server.stop();
    const reset = await command('admin', ['reset', '--data', server.dataDir]);
    expect(reset.code).toBe(0);
    const password = /with the password (\S+)/.exec(reset.text)?.[1] ?? '';
    await server.up();
    await expect(new Api(server.origin).reenter(admin.email)).rejects.toThrow('INVALID_CREDENTIALS');
    await new Api(server.origin).enter({ email: admin.email, password });
  } finally {
    await server.remove();
  }
});

test(
  'dev serves player, console and API on one address, and ends as a whole',
  { tag: '@again' },
  async () => {
    const [port, pages] = [await freePort(), await freePort()];
    const dataDir = mkdtempSync(join(tmpdir(), 'wayside-dev-'));
    const dev = script('dev/dev.ts', ['--port', String(port), '--data', dataDir], {
      DEV_PORT: String(pages),
    });
    const seen = async (path: string) => {
      const headers = { 'sec-fetch-site': 'same-origin' };
      const answer = await fetch(`http://localhost:${pages}${path}`, { headers }).catch(() => null);
      return answer === null ? '' : `${answer.status} ${await answer.text()}`;
    };
    try {
      // Where the server does not start, the failure shows what it printed.
      const ready = async () => (await seen('/readyz')) + dev.output();
      await expect.poll(ready, { timeout: START_WITHIN_MS }).toMatch(/^200/);
      expect(await seen('/player')).toContain('/player/boot.ts');
      expect(await seen('/admin')).toContain('/console/main.tsx');
      expect(await seen('/api/auth/demo')).toContain('device_owner');
      dev.child.kill('SIGTERM');
      await dev.exited;
      await expect.poll(() => fetch(`http://localhost:${port}/readyz`).catch(() => 'gone')).toBe('gone');
    } finally {
      dev.child.kill('SIGTERM');
      await dev.exited;
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
);
