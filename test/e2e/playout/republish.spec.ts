/** The rights of what plays change a hundred times while it plays, and no frame shows anything else. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { PlaylistItemInput } from '../../../shared/contract/content/playlist.ts';
import type { Device } from '../../../shared/contract/fleet/device.ts';
import { longestDarkMs, Screen } from '../support/screen/screen.ts';
import { Api } from '../support/server/api.ts';
import { test } from '../support/server/demoServer.ts';
import { Wayside } from '../support/server/wayside.ts';

const MARKERS = join(import.meta.dirname, '../../fixtures/markers');
const PICTURES = ['i1.jpg', 'i2.jpg', 'i3.jpg'];
const TIMES = Number(process.env['REPUBLISHES'] ?? '100');
const EACH_MS = 3_000;
const ROUND_MS = 60_000;
interface Row {
  id: string;
  version: number;
}

/** Another order each time, another weight, and one of them with rights that are over, not begun, or of another hour. */
function itemsOf(round: number, creatives: readonly string[]): PlaylistItemInput[] {
  const lost: Partial<PlaylistItemInput>[] = [
    { valid_until: '2026-01-02' },
    { valid_from: '2099-01-01' },
    { dayparts: [{ days: [1], start: '03:00', end: '03:05' }] },
    { conditions: [{ on: 'wind', min: 150 }] },
    {},
  ];
  return creatives.map((_, i) => ({
    creative_id: creatives[(i + round) % creatives.length]!,
    duration_ms: EACH_MS,
    weight: 1 + ((round + i) % 5),
    ...(i === round % creatives.length && lost[round % lost.length]),
  }));
}

test(
  'a screen whose playlist is published again and again while it plays shows nothing but content',
  { tag: '@again' },
  async ({}) => {
    test.setTimeout(60_000 + TIMES * 5_000);
    /** Without the demo, whose campaigns would play, too. */
    const server = await Wayside.start('--demo', 'off');
    const screen = new Screen();
    try {
      const api = await new Api(server.origin).enter(server.firstAdmin());
      const creatives: string[] = [];
      for (const name of PICTURES) {
        const bytes = readFileSync(join(MARKERS, name));
        creatives.push(await api.upload(new Blob([bytes]), bytes.length, name));
      }
      const { id } = await api.call<Row>('POST', '/api/playlists', { name: 'Changes all the time' });
      const publish = async (round: number) => {
        const { version } = await api.call<Row>('GET', `/api/playlists/${id}`);
        await api.call('PUT', `/api/playlists/${id}/items`, { items: itemsOf(round, creatives) }, version);
        await api.publish(id);
      };
      await publish(0);
      await screen.open(`${server.origin}/player`);
      const code = await screen.page.getByText(/^[A-Z2-9]{3}-[A-Z2-9]{3}$/).innerText();
      const device = await api.call<Device>('POST', '/api/devices/pair', { code, name: 'Taxi 5120' });
      await api.call('POST', `/api/playlists/${id}/assign`, { device_ids: [device.id] });
      await screen.content(ROUND_MS);
      screen.frames = [];
      for (let round = 1; round <= TIMES; round++) {
        const isFetched = screen.page.waitForResponse(
          answer => answer.url().includes('/api/player/manifest') && answer.status() === 200,
        );
        await publish(round);
        await isFetched;
      }
      const other = screen.frames.filter(({ seen }) => seen === 'other').length;
      const colours = new Set(screen.frames.map(({ seen }) => seen));
      const figures = { times: TIMES, other, longestDarkMs: longestDarkMs(screen.frames) };
      process.stdout.write(`figures ${JSON.stringify(figures)}\n`);
      expect(other).toBe(0);
      expect(colours.size).toBe(PICTURES.length);
    } finally {
      await screen.remove();
      await server.remove();
    }
  },
);
