/** A parted screen: two playlists at one time, each drawn in its zone and recorded once with its zone. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { WIDGETS } from '../../../shared/contract/content/playlist.ts';
import type { PlayRow as StoredPlay } from '../../../shared/device/storage.ts';
import type { Layout } from '../../../shared/playout/zones.ts';
import { DATABASE_NAME } from '../../../shared/storage/schema.ts';
import { Api } from '../support/server/api.ts';
import { Screen } from '../support/screen/screen.ts';
import { test } from '../support/server/demoServer.ts';
import { Wayside } from '../support/server/wayside.ts';

const MARKERS = join(import.meta.dirname, '../../fixtures/markers');
const PICTURES = join(import.meta.dirname, '../../reports/zones');
const EACH_MS = 3_000;
const WITHIN = { timeout: 30_000 };

interface Versioned {
  id: string;
  version: number;
}
interface PlayRow {
  id: string;
  zone: string;
  epoch: string;
  seq: number;
}

/** A screen of its own server, whose main playlist can be parted; the second one plays all widgets a screen can fill by itself. */
async function open(server: Wayside, screen: Screen) {
  const api = await new Api(server.origin).enter(server.firstAdmin());
  const create = async (name: string, items: object[], settings: object = {}) => {
    const { id } = await api.call<Versioned>('POST', '/api/playlists', { name, ...settings });
    const { version } = await api.call<Versioned>('GET', `/api/playlists/${id}`);
    await api.call('PUT', `/api/playlists/${id}/items`, { items }, version);
    await api.call('POST', `/api/playlists/${id}/publish`, {});
    return id;
  };
  const { items: creatives } = await api.call<{ items: { id: string; name: string }[] }>(
    'GET',
    '/api/creatives',
  );
  const pictures = ['i1', 'i2'].map(name => creatives.find(one => one.name.startsWith(name))!);
  const own = WIDGETS.filter(widget => widget === 'clock' || widget === 'date');
  const widgets = own.map(widget => ({ source: 'widget', widget, duration_ms: EACH_MS }));
  const beside = {
    main_ticker: await create('Ticker', widgets.slice(0, 1), { zone: 'ticker' }),
    main_side: await create('Side', widgets, { zone: 'side' }),
  };
  const main = await create(
    'Main',
    pictures.map(({ id }) => ({ creative_id: id, duration_ms: EACH_MS, transition: 'none' })),
    { zone: 'main' },
  );
  await screen.open(`${server.origin}/player`);
  await screen.content(WITHIN.timeout);
  const { items: devices } = await api.call<{ items: Versioned[] }>('GET', '/api/devices');
  const device = devices[0]!.id;
  await api.call('POST', `/api/playlists/${main}/assign`, { device_ids: [device] });
  async function part(layout: Layout) {
    const { version } = await api.call<Versioned>('GET', `/api/playlists/${main}`);
    const beside_id =
      layout === 'full' ? null : layout === 'main_ticker' ? beside.main_ticker : beside.main_side;
    await api.call('PATCH', `/api/playlists/${main}`, { layout, beside_id }, version);
    await api.call('POST', `/api/playlists/${main}/publish`, {});
  }
  const plays = async () =>
    (await api.call<{ items: PlayRow[] }>('GET', '/api/programmatic/plays?limit=200')).items;
  return { api, device, part, plays };
}
type OpenPlay = Pick<PlayRow, 'epoch' | 'seq' | 'zone'>;
const zonesOf = (open: OpenPlay[]) => open.map(({ zone }) => zone).sort();
/** Plays that the screen has begun and not ended. */
const openPlays = (screen: Screen): Promise<OpenPlay[]> =>
  screen.page.evaluate(async name => {
    const opening = indexedDB.open(name);
    const db = await new Promise<IDBDatabase>((done, fail) => {
      opening.onsuccess = () => done(opening.result);
      opening.onerror = () => fail(opening.error ?? new Error('no database'));
    });
    const reading = db.transaction('plays').objectStore('plays').getAll();
    const rows = await new Promise<StoredPlay[]>((done, fail) => {
      reading.onsuccess = () => done(reading.result as StoredPlay[]);
      reading.onerror = () => fail(reading.error ?? new Error('no rows'));
    });
    db.close();
    return rows.flatMap(row =>
      row.state === 'open' ? [{ epoch: row.epoch, seq: row.seq, zone: row.draft.zone }] : [],
    );
  }, DATABASE_NAME);
const start = () => Wayside.start('--play', MARKERS, '--seconds', '1');
const second = (screen: Screen, layout: Layout) =>
  screen.page.locator(`#stage > .second[data-revealed][data-zone='${layout}'] > [data-layer=front]`);
const inMain = (screen: Screen, layout: Layout) =>
  screen.page.locator(`#stage > [data-layer=front][data-zone='${layout}']`);
/** The share of the screen that an element has, in width and height. */
const shareOf = async (screen: Screen, one: ReturnType<typeof second>) => {
  const box = (await one.first().boundingBox())!;
  const { width, height } = screen.page.viewportSize()!;
  return [box.width / width, box.height / height].map(share => Math.round(share * 100));
};

test(
  'two playlists play in their zones, each play is recorded once with its zone',
  { tag: '@again' },
  async () => {
    const server = await start();
    const screen = new Screen();
    try {
      const { part, plays } = await open(server, screen);
      await part('main_ticker');
      await expect(second(screen, 'main_ticker')).toHaveText(/^\d\d:\d\d$/, WITHIN);
      await expect(inMain(screen, 'main_ticker')).toBeVisible();
      expect(await shareOf(screen, inMain(screen, 'main_ticker'))).toEqual([100, 88]);
      expect(await shareOf(screen, second(screen, 'main_ticker'))).toEqual([100, 12]);
      await expect.poll(async () => (await plays()).map(one => one.zone), WITHIN).toContain('ticker');

      /** One of each zone goes on while the power is cut: the next life closes and hands in both. */
      await expect.poll(async () => zonesOf(await openPlays(screen)), WITHIN).toEqual(['main', 'ticker']);
      const unfinished = await openPlays(screen);
      await screen.kill();
      await screen.open(`${server.origin}/player`);
      await screen.content(WITHIN.timeout);
      await expect(second(screen, 'main_ticker')).toHaveText(/^\d\d:\d\d$/, WITHIN);
      const keyOf = ({ epoch, seq }: Pick<PlayRow, 'epoch' | 'seq'>) => `${epoch} ${seq}`;
      const handedIn = async () => {
        const known = new Map((await plays()).map(play => [keyOf(play), play.zone]));
        return unfinished.map(play => ({ ...play, zone: known.get(keyOf(play)) }));
      };
      await expect.poll(handedIn, WITHIN).toEqual(unfinished);
      const recorded = await plays();
      const keys = recorded.map(keyOf);
      expect(new Set(keys).size).toBe(keys.length);
      const seqs = recorded.map(({ seq }) => seq).sort((a, b) => a - b);
      expect(seqs).toEqual(Array.from({ length: seqs.at(-1)! }, (_, i) => i + 1));

      screen.frames = [];
      await part('full');
      await expect(inMain(screen, 'full')).toBeVisible(WITHIN);
      await expect(screen.page.locator('#stage > .second')).toHaveCount(0);
      expect(await shareOf(screen, inMain(screen, 'full'))).toEqual([100, 100]);
      expect(screen.frames.length).toBeGreaterThan(0);
      expect(screen.frames.filter(({ seen }) => seen === 'other')).toEqual([]);
    } finally {
      await screen.remove();
      await server.remove();
    }
  },
);

test('each layout stands on a screen hung either way', { tag: '@again' }, async () => {
  mkdirSync(PICTURES, { recursive: true });
  const server = await start();
  const screen = new Screen();
  try {
    const { api, device, part } = await open(server, screen);
    for (const orientation of [0, 90] as const) {
      const { version } = await api.call<Versioned>('GET', `/api/devices/${device}`);
      await api.call('PATCH', `/api/devices/${device}`, { orientation }, version);
      await expect(screen.page.locator(`:root[data-rotation='${orientation}']`)).toBeAttached(WITHIN);
      for (const layout of ['main_side', 'main_ticker', 'side_by_side', 'full'] as const) {
        await part(layout);
        await expect(inMain(screen, layout)).toBeVisible(WITHIN);
        if (layout !== 'full') await expect(second(screen, layout)).toHaveText(/\d/, WITHIN);
        /** What is in front may have been drawn before the screen was turned. */
        await screen.wait(EACH_MS + 1_000);
        await screen.page.screenshot({ path: join(PICTURES, `${layout}-${orientation}.png`) });
      }
    }
  } finally {
    await screen.remove();
    await server.remove();
  }
});
