import { join } from 'node:path';
import { expect } from '@playwright/test';
import { Screen, type Marker } from '../support/screen/screen.ts';
import { test } from '../support/server/demoServer.ts';
import { Wayside } from '../support/server/wayside.ts';

const LOOP = join(import.meta.dirname, '../../fixtures/markers');
/** Markers that are videos. */
const MOVING: Marker[] = ['yellow', 'magenta'];

test(
  'a screen that dies three times with a video comes back with pictures only, and says so in its corner',
  { tag: '@again' },
  async () => {
    const server = await Wayside.start('--play', LOOP, '--seconds', '1');
    const screen = new Screen();
    const url = `${server.origin}/player`;
    const mark = () => screen.page.locator('[data-service="E-204"]');
    try {
      for (let crash = 0; crash < 3; crash++) {
        await screen.open(url);
        const moved = () => screen.frames.some(({ seen }) => (MOVING as string[]).includes(seen));
        await expect.poll(moved, { timeout: 30_000 }).toBe(true);
        await screen.kill();
      }
      await screen.open(url);
      await expect(mark()).toContainText('Service code E-204');
      await expect(mark()).toContainText('服务代码 E-204');
      screen.frames = [];
      await screen.wait(6_000);
      const seen = new Set(screen.frames.map(frame => frame.seen));
      expect([...seen].filter(colour => (MOVING as string[]).includes(colour))).toEqual([]);
      expect(seen.size).toBeGreaterThan(0);
    } finally {
      await screen.remove();
      await server.remove();
    }
  },
);
