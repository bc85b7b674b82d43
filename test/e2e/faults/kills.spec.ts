import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { DATABASE_NAME } from '../../../shared/storage/schema.ts';
import { FaultProxy } from '../../support/server/faultProxy.ts';
import { seeded } from '../../support/seeded.ts';
import { Api } from '../support/server/api.ts';
import { forgetCrashes } from '../support/server/crashes.ts';
import { compare, type Life } from '../support/screen/compare.ts';
import { Screen } from '../support/screen/screen.ts';
import { Wayside } from '../support/server/wayside.ts';

const LOOP = join(import.meta.dirname, '../../fixtures/markers');
/** `npm run soak -- kills` asks for five hundred in all. */
const KILLS = Number(process.env['KILLS'] ?? 5);
/** A browser's start, a life, and a machine that is busy. */
const KILL_MS = 20_000;
const LONGEST_LIFE_MS = 6_000;
const LOST_SHARE = 0.3;
const MAX_OFF_MS = 2_000;
/** Of a start after a kill, the start of the browser included. */
const MAX_FIRST_PICTURE_S = 5;

test('kills at any moment, and three in ten acknowledgements lost: the server knows what was on screen, once each', async () => {
  test.setTimeout(180_000 + KILLS * KILL_MS);
  const random = seeded();
  const server = await Wayside.start('--play', LOOP, '--seconds', '3');
  const admin = server.firstAdmin();
  const proxy = await FaultProxy.before(() => server.port);
  const screen = new Screen();
  const url = `${proxy.origin}/player`;
  const lives: Life[] = [];
  const firstPictures: number[] = [];
  let lost = 0;

  async function live(ms: number) {
    const began = Date.now();
    await screen.open(url, { first: forgetCrashes });
    await screen.wait(ms);
    const ended = Date.now();
    await screen.kill();
    lives.push({ began, ended, frames: screen.frames });
    const first = screen.frames.find(({ seen }) => seen !== 'other');
    /** A life without a picture counts with its whole length. */
    firstPictures.push((first?.at ?? ended) - began);
  }

  try {
    await screen.open(url);
    await screen.content(30_000);
    await screen.wait(LONGEST_LIFE_MS);
    await screen.kill();
    proxy.faults.loses = ({ method, url = '' }) => {
      const isLost = method === 'POST' && url.startsWith('/api/player/') && random() < LOST_SHARE;
      if (isLost) lost++;
      return isLost;
    };
    for (let kill = 0; kill < KILLS; kill++) await live(random() * LONGEST_LIFE_MS);
    proxy.faults.loses = null;

    /** One more life closes what the last kill left open, and hands in the rest. */
    await screen.open(url);
    const api = await new Api(server.origin).enter(admin);
    const { began } = lives[0]!;
    const { ended } = lives.at(-1)!;
    const isCounted = ({ started_at }: { started_at: string }) =>
      Date.parse(started_at) >= began && Date.parse(started_at) <= ended;
    /** Of what the server has taken neither row nor copy is left, and nothing was put aside. */
    await expect
      .poll(() => screen.page.evaluate(leftOver, [DATABASE_NAME, ended] as [string, number]), {
        timeout: 90_000,
      })
      .toEqual([]);

    const ledger = await api.plays();
    const shown = ledger.filter(play => isCounted(play) && play.result !== 'not_shown');
    const { faults, ...compared } = compare(lives, shown);
    if (faults.length > 0) console.log(JSON.stringify({ lives: lives.map(span), ledger }));
    expect(faults).toEqual([]);
    const notShown = ledger.filter(play => play.result === 'not_shown').length;
    const longestFirstPictureMs = Math.round(Math.max(...firstPictures));
    const figures = { kills: KILLS, lostAnswers: lost, ...compared, notShown, longestFirstPictureMs };
    console.log(`figures ${JSON.stringify(figures)}`);
    expect(new Set(ledger.map(({ epoch, seq }) => `${epoch} ${seq}`)).size).toBe(ledger.length);
    expect(new Set(ledger.map(({ id }) => id)).size).toBe(ledger.length);
    expect(ledger.filter(({ state }) => state !== 'accepted')).toEqual([]);
    expect(compared.longestOffMs).toBeLessThanOrEqual(MAX_OFF_MS);
    expect(Math.ceil(longestFirstPictureMs / 1_000)).toBeLessThanOrEqual(MAX_FIRST_PICTURE_S);
    expect(notShown).toBeLessThanOrEqual(KILLS + 2);
  } finally {
    await screen.remove();
    await proxy.close();
    await server.remove();
  }
});

const span = ({ began, ended }: Life) => ({ began: new Date(began), ended: new Date(ended) });

/** Rows of plays that began before, and copies of records that stand in no row. */
async function leftOver([name, before]: [string, number]): Promise<string[]> {
  interface Row {
    epoch: string;
    seq: number;
    record?: { started_wall_ms: number };
    body?: { started_wall_ms: number };
    /** Of one that was open when the power was cut. */
    draft?: { started_wall_ms: number };
  }
  const db = await new Promise<IDBDatabase>((done, fail) => {
    const opening = indexedDB.open(name);
    opening.onsuccess = () => done(opening.result);
    opening.onerror = () => fail(opening.error ?? new Error('no database'));
  });
  const rows = await new Promise<Row[]>((done, fail) => {
    const asked = db.transaction('plays').objectStore('plays').getAll();
    asked.onsuccess = () => done(asked.result as Row[]);
    asked.onerror = () => fail(asked.error ?? new Error('no rows'));
  });
  db.close();
  const known = new Set(rows.map(({ epoch, seq }) => `play-${epoch}-${seq}`));
  const startOf = ({ record, body, draft }: Row) => (record ?? body ?? draft)?.started_wall_ms ?? 0;
  const old = rows.filter(row => startOf(row) < before);
  const copies: string[] = [];
  const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('ledger');
  for await (const copy of folder.keys()) if (copy.startsWith('play-') && !known.has(copy)) copies.push(copy);
  return [...old.map(row => JSON.stringify(row)), ...copies];
}
