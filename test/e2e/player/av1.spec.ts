/** A screen that plays AV1 says so, is given what is made for it, and plays that. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import type { Asset } from '../../../shared/contract/content/media.ts';
import { makeFilm } from '../../support/films.ts';
import { ffmpeg } from '../../tools/machine.ts';
import { Screen } from '../support/screen/screen.ts';
import { Api } from '../support/server/api.ts';
import { test } from '../support/server/demoServer.ts';
import { Wayside } from '../support/server/wayside.ts';

const WITHIN_MS = 120_000;
const LOOP = join(import.meta.dirname, '../../fixtures/markers');

interface Versioned {
  id: string;
  version: number;
}

/** A tablet with a decoder of its own: a browser without windows decodes in software. */
const withDecoder = (page: Page) =>
  page.addInitScript(() => {
    const ask = navigator.mediaCapabilities.decodingInfo.bind(navigator.mediaCapabilities);
    navigator.mediaCapabilities.decodingInfo = async (asked: MediaDecodingConfiguration) => ({
      ...(await ask(asked)),
      ...{ smooth: true, powerEfficient: true },
    });
  });

/** What the video in front is read from, and how far it is. */
const inFront = (page: Page) =>
  page.evaluate(() => {
    const video = document.querySelector<HTMLVideoElement>('#stage > video[data-layer="front"]');
    if (!video || video.currentTime === 0 || video.videoWidth === 0) return null;
    return { from: new URL(video.currentSrc).pathname, h: video.videoHeight };
  });

test(
  'a film that was converted before any screen played AV1 is fetched and played in it by one that does',
  { tag: '@again' },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'wayside-films-'));
    const server = await Wayside.start('--play', LOOP, '--seconds', '1');
    const screen = new Screen();
    try {
      await server.stop();
      server.env = { FFMPEG_PATH: ffmpeg() };
      await server.up();
      const api = await new Api(server.origin).enter(server.firstAdmin());
      const film = makeFilm(folder, { seconds: 1 });
      const creative_id = await api.upload(new Blob([Uint8Array.from(film)]), film.length);
      const read = async () =>
        (await api.call<{ asset: Asset }>('GET', `/api/creatives/${creative_id}`)).asset;
      await expect.poll(async () => (await read()).processing, { timeout: WITHIN_MS }).toBe('done');
      expect((await read()).renditions.map(({ h, codec = 'h264' }) => `${h} ${codec}`)).not.toContain(
        '720 av1',
      );
      const loop = await api.call<Versioned>('POST', '/api/playlists', { name: 'One film' });
      const items = [{ creative_id, duration_ms: null }];
      await api.call('PUT', `/api/playlists/${loop.id}/items`, { items }, loop.version);
      await api.publish(loop.id);

      await screen.open(`${server.origin}/player`, { watch: false, first: withDecoder });
      const devices = async () => (await api.call<{ items: Versioned[] }>('GET', '/api/devices')).items;
      await expect.poll(async () => (await devices()).length, { timeout: WITHIN_MS }).toBe(1);
      const inAv1 = async () =>
        (await read()).renditions.find(({ h, codec }) => h === 720 && codec === 'av1');
      await expect.poll(inAv1, { timeout: WITHIN_MS }).toBeDefined();
      const { sha256 } = (await inAv1())!;
      /** Only now: a screen that holds the film in another codec fetches nothing again. */
      const [device] = await devices();
      await api.call('POST', `/api/playlists/${loop.id}/assign`, { device_ids: [device!.id] });
      await expect
        .poll(() => inFront(screen.page), { timeout: WITHIN_MS, intervals: [100] })
        .toEqual({ from: `/media/${sha256}`, h: 720 });
    } finally {
      await screen.remove();
      await server.remove();
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
