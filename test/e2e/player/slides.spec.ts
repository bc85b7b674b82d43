/** Slides on a screen: drawn from their file, offline too, recorded like anything that plays. */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { SLIDE_TEMPLATES, type SlideTemplate } from '../../../shared/contract/content/slide.ts';
import { filledSlide, slideInput } from '../../support/slides.ts';
import { Api } from '../support/server/api.ts';
import { Screen } from '../support/screen/screen.ts';
import { test } from '../support/server/demoServer.ts';
import { Wayside } from '../support/server/wayside.ts';

const FIXTURES = join(import.meta.dirname, '../../fixtures');
const PICTURES = join(import.meta.dirname, '../../reports/slides');
const EACH_MS = 3_000;
const ROUND_MS = 90_000;

interface Versioned {
  id: string;
  version: number;
}

/** The screen plays a slide of each of these templates, and nothing else. */
async function play(server: Wayside, screen: Screen, templates: readonly SlideTemplate[]) {
  const api = await new Api(server.origin).enter(server.firstAdmin());
  const photo = new Blob([readFileSync(join(FIXTURES, 'media/picture.jpg'))]);
  const picture = await api.upload(photo, photo.size, 'harbour.jpg');
  const slides: Versioned[] = [];
  for (const template of templates)
    slides.push(await api.call<Versioned>('POST', '/api/creatives/slides', slideInput(template, picture)));
  const playlist = await api.call<Versioned>('POST', '/api/playlists', { name: 'Slides' });
  const path = `/api/playlists/${playlist.id}`;
  const items = slides.map(({ id }) => ({ creative_id: id, duration_ms: EACH_MS }));
  await api.call('PUT', `${path}/items`, { items }, playlist.version);
  await api.call('POST', `${path}/publish`, {});
  await screen.open(`${server.origin}/player`);
  await screen.content(ROUND_MS);
  const { items: devices } = await api.call<{ items: Versioned[] }>('GET', '/api/devices');
  const [device] = devices;
  await api.call('POST', `${path}/assign`, { device_ids: [device!.id] });
  return { api, slides, device: device!.id };
}
const start = () => Wayside.start('--play', join(FIXTURES, 'markers'), '--seconds', '1');
/** The first words of the slide that is in front. */
const inFront = (screen: Screen, template: SlideTemplate) => {
  const words = Object.values(filledSlide(template).texts).map(({ en }) => en);
  return screen.page.locator('#stage > [data-layer=front]', {
    hasText: words.find(text => text !== '') ?? '',
  });
};

test(
  'a screen draws slides from their files, without its server too, and each is recorded as a play',
  { tag: '@again' },
  async () => {
    const server = await start();
    const screen = new Screen();
    try {
      const { api, slides } = await play(server, screen, ['photo', 'countdown', 'ticker']);
      for (const template of ['photo', 'countdown', 'ticker'] as const)
        await expect(inFront(screen, template)).toBeVisible({ timeout: ROUND_MS });
      await expect(inFront(screen, 'photo').locator('img')).toHaveJSProperty('complete', true, {
        timeout: ROUND_MS,
      });
      const plays = async () =>
        (await api.call<{ items: { creative_id: string }[] }>('GET', '/api/programmatic/plays?limit=200'))
          .items;
      await expect
        .poll(async () => (await plays()).map(one => one.creative_id), { timeout: ROUND_MS })
        .toEqual(expect.arrayContaining(slides.map(({ id }) => id)));

      await server.stop();
      await screen.page.reload({ waitUntil: 'commit' });
      for (const template of ['photo', 'ticker', 'countdown'] as const)
        await expect(inFront(screen, template)).toBeVisible({ timeout: ROUND_MS });
      await expect(inFront(screen, 'countdown')).toContainText(/days \d\d:\d\d:\d\d/, { timeout: ROUND_MS });
    } finally {
      await screen.remove();
      await server.remove();
    }
  },
);

test(
  'each template stands on a screen hung either way, with all of its words',
  { tag: '@again' },
  async () => {
    mkdirSync(PICTURES, { recursive: true });
    const server = await start();
    const screen = new Screen();
    try {
      const { api, device } = await play(server, screen, SLIDE_TEMPLATES);
      for (const orientation of [0, 90] as const) {
        const { version } = await api.call<Versioned>('GET', `/api/devices/${device}`);
        await api.call('PATCH', `/api/devices/${device}`, { orientation }, version);
        const root = screen.page.locator(`:root[data-rotation='${orientation}']`);
        await expect(root).toBeAttached({ timeout: ROUND_MS });
        /** What is in front was drawn before it was turned. */
        await expect(inFront(screen, SLIDE_TEMPLATES[0])).toHaveCount(0, { timeout: ROUND_MS });
        for (const template of SLIDE_TEMPLATES) {
          await expect(inFront(screen, template)).toBeVisible({ timeout: ROUND_MS });
          await screen.page.screenshot({ path: join(PICTURES, `${template}-${orientation}.png`) });
        }
      }
    } finally {
      await screen.remove();
      await server.remove();
    }
  },
);
