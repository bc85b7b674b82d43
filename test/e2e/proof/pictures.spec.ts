/** What the real stage shows at random moments, compared with what the server measured of the file. */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import type { PlayRecord } from '../../../shared/contract/proof/play.ts';
import { seededUnit } from '../../../shared/random.ts';
import { bytesOf, CELLS, hexOf, pictureGradeOf } from '../../../shared/proof/light.ts';
import { openObjectStore } from '../../../server/objectStore/objectStore.ts';
import { systemClock } from '../../../shared/clock.ts';
import { mediaPath } from '../../support/server/mediaFiles.ts';
import { makeThumbnail } from '../../../server/content/media/thumbnail.ts';
import { measure } from '../../../server/content/validation/measure.ts';
import { lightOfPicture } from '../../../server/content/validation/light.ts';
import { ffmpeg } from '../../tools/machine.ts';
import { bundled } from '../support/screen/bundle.ts';
import type { LightPage } from '../support/screen/lightPage.ts';
import { FILMS, STILLS, type Film } from '../support/screen/films.ts';

/** `npm run test:long -- pictures` takes fifty of forty files. */
const isAtLength = process.env['AT_LENGTH'] !== undefined;
/** None of them looks like another. */
const SHORT = new Set(['fractal', 'gradients fast', 'fade in and out', 'scrolls', 'of bars', 'light']);
const MOMENTS = isAtLength ? 50 : 5;
const isDue = (name: string) => isAtLength || SHORT.has(name);
const films = FILMS.filter(({ name }) => isDue(name));
const stills = STILLS.filter(({ name }) => isDue(name));
const ADDRESS = 'http://localhost/';
const BLACK = '00'.repeat(CELLS);
const SECOND_MS = 1_000;
const FALSE_ALARMS = 0.005;
/** The rest is dark, or alike, by itself. */
const FOUND = 0.8;
type Picture = NonNullable<PlayRecord['picture']>;

let dir = '';
test.beforeAll(() => void (dir = mkdtempSync(join(tmpdir(), 'wayside-light-'))));
test.afterAll(() => rmSync(dir, { recursive: true, force: true }));

async function lightOfFilm({ name, bytes, mime }: Film): Promise<Uint8Array> {
  const path = join(dir, name.replaceAll(/\W/g, '-'));
  writeFileSync(path, bytes);
  const file = { path, mime, w: 320, h: 180 } as const;
  return bytesOf((await measure(ffmpeg(), file, new AbortController().signal)).light);
}

async function lightOfStill(bytes: Buffer): Promise<Uint8Array> {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const objects = await openObjectStore({ dataDir: dir, s3: null }, systemClock);
  const server = { objects } as Parameters<typeof lightOfPicture>[0];
  const path = mediaPath({ config: { dataDir: dir } }, sha256);
  mkdirSync(join(path, '..'), { recursive: true });
  await makeThumbnail(bytes, path);
  return bytesOf(
    (await lightOfPicture(server, { mime: 'image/jpeg', thumbnail_sha256: sha256 })).light ?? '',
  );
}

const show = (page: Page, kind: 'video' | 'image', mime: string, bytes: Buffer) =>
  page.evaluate(file => (globalThis as unknown as { lightPage: LightPage }).lightPage.show(file), {
    ...{ kind, mime, base64: bytes.toString('base64') },
  });
const take = (page: Page, at: number | null) =>
  page.evaluate(
    moment => (globalThis as unknown as { lightPage: LightPage }).lightPage.take(moment),
    at,
  ) as Promise<Picture>;

test(
  'what a screen shows at any moment is found the same as its file, and black, frozen or another picture is named',
  { tag: '@again' },
  async ({ page }) => {
    test.setTimeout(60_000 + (films.length + stills.length) * (10_000 + MOMENTS * 500));
    await page.route(ADDRESS, route =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>stage</title>' }),
    );
    await page.goto(ADDRESS);
    await page.addScriptTag({ content: await bundled('lightPage') });
    const random = seededUnit(20);
    const lights = new Map<string, Uint8Array>();
    const taken: { name: string; picture: Picture }[] = [];
    for (const film of films) {
      lights.set(film.name, await lightOfFilm(film));
      await show(page, 'video', film.mime, film.bytes);
      for (let n = 0; n < MOMENTS; n++)
        taken.push({ name: film.name, picture: await take(page, random() * (film.seconds - 0.1)) });
    }
    for (const { name, mime, bytes } of stills) {
      lights.set(name, await lightOfStill(bytes));
      await show(page, 'image', mime, bytes);
      for (let n = 0; n < MOMENTS; n++) taken.push({ name, picture: await take(page, null) });
    }

    const gradeOf = (picture: Picture, name: string) => pictureGradeOf(picture, lights.get(name)!);
    const alarms = taken.filter(({ name, picture }) => gradeOf(picture, name) !== 'same');
    const blacked = taken.map(({ name, picture }) => gradeOf({ ...picture, light: BLACK }, name));
    /** Each beside a file that stands far from it in the list, where those stand that resemble each other. */
    const names = [...lights.keys()];
    const other = (name: string) =>
      names[(names.indexOf(name) + Math.floor(names.length / 2)) % names.length]!;
    const swapped = taken.map(({ name, picture }) => gradeOf(picture, other(name)));
    /** A decoder that stands at its first frame while the time goes on. */
    const stood = taken.flatMap(({ name, picture }) => {
      const isMoving = films.some(film => film.name === name && film.moves === true);
      if (!isMoving || (picture.media_ms ?? 0) < 2 * SECOND_MS) return [];
      return [gradeOf({ ...picture, light: hexOf(lights.get(name)!.subarray(0, CELLS)) }, name)];
    });
    const share = (of: readonly string[], isIt: (grade: string) => boolean) =>
      Number((of.filter(isIt).length / Math.max(1, of.length)).toFixed(4));
    const figures = {
      ...{ files: lights.size, moments: taken.length, alarms: alarms.length },
      black: share(blacked, grade => grade === 'black'),
      wrong: share(swapped, grade => grade !== 'same'),
      frozen: share(stood, grade => grade !== 'same'),
    };
    console.log(`figures ${JSON.stringify(figures)}`);
    const named = alarms.map(({ name, picture }) => `${name} at ${picture.media_ms}`);
    expect(named.slice(Math.floor(taken.length * FALSE_ALARMS))).toEqual([]);
    expect(figures.black).toBeGreaterThan(FOUND);
    expect(figures.wrong).toBeGreaterThan(FOUND);
    expect(figures.frozen).toBeGreaterThan(FOUND);
  },
);
