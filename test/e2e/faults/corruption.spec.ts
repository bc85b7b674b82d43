import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { seeded } from '../../support/seeded.ts';
import { Api, type ExportedPlay } from '../support/server/api.ts';
import { forgetCrashes } from '../support/server/crashes.ts';
import { damage, type Damage, type Store } from '../support/server/damage.ts';
import { Screen, segments, SHOWS, type Frame, type Segment } from '../support/screen/screen.ts';
import { Wayside } from '../support/server/wayside.ts';

const LOOP = join(import.meta.dirname, '../../fixtures/markers');
const ALL: [Store, Damage][] = [
  ['the database', 'one bit flipped'],
  ['the caches', 'its head emptied'],
  ['the database', 'all files gone'],
  ['the database', 'its head emptied'],
  ['the database', 'garbage for its index'],
  ['the database', 'its tail zeroed'],
  ['the workers', 'all files gone'],
  ['the workers', 'its head emptied'],
  ['the workers', 'garbage for its index'],
  ['the workers', 'one bit flipped'],
  ['the workers', 'its tail zeroed'],
  ['the caches', 'all files gone'],
  ['the caches', 'garbage for its index'],
];
const CASES = ALL.slice(0, Number(process.env['DAMAGES'] ?? 1));
/** So long a screen plays what nobody hears of, before its disk is damaged. */
const ALONE_MS = Number(process.env['ALONE_MS'] ?? 5_000);
const CONTENT_MS = 15_000;

/** A play begins so long before its first frame is seen, and so soon after its last its copy is written. */
const EDGE_MS = 250;

/** What was on screen and over when the power went: the last one is gone with the database that held it. */
function overIn(frames: readonly Frame[], began: number, ended: number): Segment[] {
  const runs = segments(frames).filter(({ at, seen }) => at > began + EDGE_MS && seen !== 'other');
  return runs.slice(0, -1).filter(({ until }) => ended - until >= EDGE_MS);
}
/** Those of them no play stands for. */
function lostOf(over: readonly Segment[], plays: readonly ExportedPlay[]): Segment[] {
  const inTurn = [...plays].sort((a, b) => (a.started_at < b.started_at ? -1 : 1));
  const told = inTurn.map(({ creative_name }) => SHOWS[creative_name]);
  const from = told.findIndex(marker => marker === over[0]?.seen);
  return over.filter(({ seen }, i) => told[Math.max(0, from) + i] !== seen);
}

/** Notes whether a worker stood over the page from its first moment in this life of the browser. */
const noteWorker = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const found = navigator.serviceWorker.controller ? 'there' : 'gone';
    sessionStorage.setItem('worker', sessionStorage.getItem('worker') ?? found);
  });
const hadWorker = (page: Page) => page.evaluate(() => sessionStorage.getItem('worker') === 'there');

test(
  'a disk that is damaged while the browser is off is told of, its plays are taken back, and the loop goes on',
  { tag: '@again' },
  async () => {
    test.setTimeout(60_000 + CASES.length * (ALONE_MS + 80_000));
    const random = seeded();
    const server = await Wayside.start('--play', LOOP, '--seconds', '1');
    const screen = new Screen();
    const figures = { damages: 0, told: 0, harmless: 0, waiting: 0, longestFirstPictureMs: 0 };
    const start = async () => {
      await screen.open(`${server.origin}/player`, {
        first: async page => {
          await forgetCrashes(page);
          await noteWorker(page);
        },
      });
      const first = await screen.content(CONTENT_MS);
      await screen.sees(Object.values(SHOWS));
      return first;
    };
    try {
      const api = await new Api(server.origin).enter(server.firstAdmin());
      await start();
      for (const one of CASES) {
        await screen.page.waitForFunction(() => navigator.serviceWorker.controller !== null);
        await api.settleIncidents();
        await server.stop();
        const began = Date.now();
        await screen.wait(ALONE_MS + random() * 1_000);
        const ended = Date.now();
        const over = overIn(screen.frames, began, ended);
        await screen.kill();
        damage(screen.profile, one, random);
        await server.up();

        const first = await start();
        const message = one.join(': ');
        const lost = async () => lostOf(over, await api.shownBetween(began, ended));
        await expect.poll(lost, { message, timeout: 30_000 }).toEqual([]);
        figures.damages++;
        figures.waiting += over.length;
        figures.longestFirstPictureMs = Math.max(figures.longestFirstPictureMs, Math.round(first));
        /** A bit of what was written over since harms nothing, and there is nothing to tell. */
        if (message === 'the workers: one bit flipped' && (await hadWorker(screen.page))) figures.harmless++;
        else {
          await expect
            .poll(() => api.settleIncidents(), { message, timeout: 60_000 })
            .toContain('storage_loss');
          figures.told++;
        }
        console.log(message, JSON.stringify(figures));
      }
      const ids = (await api.plays()).map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      console.log(`figures ${JSON.stringify(figures)}`);
    } finally {
      await screen.remove();
      await server.remove();
    }
  },
);
