import { join } from 'node:path';
import { expect } from '@playwright/test';
import { Api } from '../support/server/api.ts';
import { Screen } from '../support/screen/screen.ts';
import { test } from '../support/server/demoServer.ts';
import { Wayside } from '../support/server/wayside.ts';

const LOOP = join(import.meta.dirname, '../../fixtures/markers');

interface Devices {
  items: { id: string; version: number }[];
}

test(
  'a screen from which its playlist was taken shows the house loop, and nothing of what it played',
  { tag: '@again' },
  async () => {
    const server = await Wayside.start('--play', LOOP, '--seconds', '1');
    const screen = new Screen();
    try {
      const api = await new Api(server.origin).enter(server.firstAdmin());
      await screen.open(`${server.origin}/player`);
      await screen.sees(['red', 'yellow', 'green']);
      /** A picture keeps its shape only on a canvas of its size. */
      const sizes = await screen.page
        .locator('#stage canvas')
        .evaluateAll(all =>
          all.map(one => [(one as HTMLCanvasElement).width, (one as HTMLCanvasElement).height]),
        );
      expect(sizes).toContainEqual([1280, 720]);
      const { items } = await api.call<Devices>('GET', '/api/devices');
      const { id, version } = items[0]!;
      await api.call('PATCH', `/api/devices/${id}`, { playlist_id: null }, version);
      await expect(screen.page.locator('.house')).toBeVisible({ timeout: 60_000 });
      const covering = screen.page.locator('#stage > *').filter({ visible: true });
      await expect(covering).toHaveCount(0);
      const from = Date.now();
      await screen.wait(2_000);
      expect(screen.frames.filter(({ at, seen }) => at > from && seen !== 'other')).toEqual([]);
    } finally {
      await screen.remove();
      await server.remove();
    }
  },
);
