/** A tenant's own picture on a screen that has nothing to play yet. */
import { join } from 'node:path';
import { expect } from '@playwright/test';
import sharp from 'sharp';
import { Screen } from '../support/screen/screen.ts';
import { Api } from '../support/server/api.ts';
import { test } from '../support/server/demoServer.ts';
import { Wayside } from '../support/server/wayside.ts';

const LOOP = join(import.meta.dirname, '../../fixtures/markers');
const SHOT = join(import.meta.dirname, '../../../.cache/splash.png');

interface Devices {
  items: { id: string; version: number; playlist_id: string }[];
}
interface Versioned {
  version: number;
}

test(
  'a screen shows the splash of its tenant while it has nothing to play, also when it starts without its server, and none over what plays',
  { tag: '@again' },
  async () => {
    const server = await Wayside.start('--play', LOOP, '--seconds', '1');
    const screen = new Screen();
    try {
      const api = await new Api(server.origin).enter(server.firstAdmin());
      const look = (method: 'GET' | 'PATCH', body?: object, version?: number) =>
        api.call<Versioned>(method, '/api/white-label', body, version);
      const bytes = await sharp({ create: { width: 1_280, height: 720, channels: 3, background: '#1f5fa8' } })
        .png()
        .toBuffer();
      const player_splash = `data:image/png;base64,${bytes.toString('base64')}`;
      const { version } = await look('GET');
      await look('PATCH', { app_name: 'Harbour Signs', player_splash }, version);
      await api.call('POST', '/api/white-label/publish', {});

      await screen.open(`${server.origin}/player`);
      await screen.sees(['red', 'yellow', 'green']);
      const splash = screen.page.locator('.house .splash');
      const isCovered = () => screen.page.locator('#stage > *').filter({ visible: true });
      await expect(isCovered()).not.toHaveCount(0);

      const { items } = await api.call<Devices>('GET', '/api/devices');
      const device = items[0]!;
      await api.call('PATCH', `/api/devices/${device.id}`, { playlist_id: null }, device.version);
      await expect(splash).toBeVisible({ timeout: 60_000 });
      expect(await splash.evaluate(img => (img as HTMLImageElement).naturalWidth)).toBe(1_280);
      await expect(isCovered()).toHaveCount(0);
      await screen.page.screenshot({ path: SHOT });

      await server.kill();
      await screen.page.reload();
      await expect(splash).toBeVisible({ timeout: 30_000 });
    } finally {
      await screen.remove();
      await server.remove();
    }
  },
);
