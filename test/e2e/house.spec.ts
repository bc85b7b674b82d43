import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { Api } from './support/api.ts';
import { Screen } from './support/screen.ts';
import { Wayside } from './support/wayside.ts';

const LOOP = join(import.meta.dirname, '../fixtures/markers');

interface Devices {
  items: { id: string; version: number; playlist_id: string | null }[];
}

test('a screen from which its playlist was taken shows the house loop, and nothing of what it played', async () => {
  const server = await Wayside.start('--play', LOOP, '--seconds', '1');
  const screen = new Screen();
  try {
    const api = await new Api(server.origin).enter(server.firstAdmin());
    await screen.open(`${server.origin}/player`);
    await screen.sees(['red', 'yellow', 'green']);
    const devices = () => api.call<Devices>('GET', '/api/devices');
    const { id, version, playlist_id } = (await devices()).items[0]!;
    await api.call('PATCH', `/api/devices/${id}`, { playlist_id: null }, version);
    await expect(screen.page.locator('.house')).toBeVisible({ timeout: 60_000 });
    await screen.wait(1_000);
    const from = Date.now();
    await screen.wait(3_000);
    expect(screen.frames.filter(({ at, seen }) => at > from && seen !== 'other')).toEqual([]);

    screen.frames = [];
    await api.call('PATCH', `/api/devices/${id}`, { playlist_id }, (await devices()).items[0]!.version);
    await screen.content(60_000);
  } finally {
    await screen.remove();
    await server.remove();
  }
});
