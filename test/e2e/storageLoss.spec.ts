import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { Api } from './support/api.ts';
import { Screen } from './support/screen.ts';
import { Wayside } from './support/wayside.ts';

const LOOP = join(import.meta.dirname, '../fixtures/markers');

test('a screen whose database came back empty hands in what only the second copy knew', async () => {
  const server = await Wayside.start('--play', LOOP, '--seconds', '1');
  const admin = server.firstAdmin();
  const screen = new Screen();
  const url = `${server.origin}/player`;
  try {
    await screen.open(url);
    await screen.content(30_000);
    await screen.wait(4_000);
    await server.kill();
    const from = new Date().toISOString();
    await screen.wait(8_000);
    await screen.kill();
    const to = new Date().toISOString();

    /** What a flipped bit in its log does to it, without a word. */
    const database = join(screen.profile, 'Default/IndexedDB');
    expect(existsSync(database)).toBe(true);
    rmSync(database, { recursive: true });
    await server.up();
    await screen.open(url);
    const api = await new Api(server.origin).enter(admin);
    const between = async () =>
      (await api.plays()).filter(
        play => play.started_at >= from && play.started_at < to && play.result !== 'not_shown',
      );
    await expect.poll(async () => (await between()).length, { timeout: 60_000 }).toBeGreaterThanOrEqual(5);
    const ids = (await api.plays()).map(play => `${play.epoch} ${play.seq}`);
    expect(new Set(ids).size).toBe(ids.length);
  } finally {
    await screen.remove();
    await server.remove();
  }
});
