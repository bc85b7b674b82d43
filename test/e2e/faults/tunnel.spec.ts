import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test, type Page } from '@playwright/test';
import { Api, type ExportedPlay } from '../support/server/api.ts';
import { Screen, segments, SHOWS, type Marker } from '../support/screen/screen.ts';
import { Wayside } from '../support/server/wayside.ts';

const LOOP = join(import.meta.dirname, '../../fixtures/markers');
/** Items are one second long; the compositor's frames reach this test a little after they were shown. */
const ITEM_MS = 1_000;
const SETTLE_MS = 250;
const KILLS = Number(process.env['TUNNEL_KILLS'] ?? 2);
/** `npm run test:long -- cuts` asks for eighty, `npm run soak -- tunnel` for two hundred. */
const PLAYS_WANTED = Number(process.env['TUNNEL_PLAYS'] ?? 20);
/** Shares of the plays wanted: before the server goes, before the kills, between them, and after it is back. */
const SHARES = { whole: 0.4, alone: 0.2, kills: 0.4, back: 0.2 };
const lasting = (share: number) => PLAYS_WANTED * share * ITEM_MS;

test('OPEN-SW-01 a tunnel: server and browser are killed, every play on screen arrives exactly once', async () => {
  test.setTimeout(600_000);
  const server = await Wayside.start('--play', LOOP, '--seconds', '1');
  const admin = server.firstAdmin();
  const screen = new Screen();
  const url = `${server.origin}/player`;
  /** Marker colours in the order they were on screen, over all lives of the browser. */
  const onScreen: { seen: Marker; at: string }[] = [];
  const starts: number[] = [];
  /** What was on screen between markers after the first: it should be nothing. */
  const strays: string[] = [];

  /** New numbers of plays that were handed in twice, cut off between row and copy: the server counts them once. */
  const again: number[] = [];
  const first = (page: Page) => {
    page.on('request', request => {
      if (!request.url().endsWith('/api/player/plays')) return;
      const sent = request.postDataBuffer() ?? Buffer.alloc(0);
      const text = request.headers()['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent;
      const { records } = JSON.parse(text.toString()) as {
        records: { seq: number; previous_key?: object }[];
      };
      again.push(...records.filter(({ previous_key }) => previous_key).map(({ seq }) => seq));
    });
    return Promise.resolve();
  };

  const note = () => {
    const seen = segments(screen.frames);
    const first = seen.findIndex(s => s.seen !== 'other');
    const between = seen.slice(first).filter(s => s.seen === 'other');
    strays.push(
      ...between.map(
        s =>
          `rgb(${s.rgb.join()}) for ${Math.round(s.until - s.at)} ms after ${Math.round(s.at - (seen[0]?.at ?? 0))} ms`,
      ),
    );
    for (const { seen: marker, at } of seen)
      if (marker !== 'other') onScreen.push({ seen: marker, at: new Date(at).toISOString() });
  };
  /** Waits until `ms` have passed and the item on screen is safely past its first frame and before its last. */
  const playFor = async (ms: number) => {
    await screen.wait(ms);
    const at = segments(screen.frames).at(-1)?.at ?? 0;
    const into = SETTLE_MS + Math.random() * (ITEM_MS - 2 * SETTLE_MS);
    const now = Date.now() - at;
    await screen.wait(now < into ? into - now : ITEM_MS - (now % ITEM_MS) + into);
  };

  try {
    /** A first life fills the library; while it does, one item may follow itself and look like one. */
    await screen.open(url, { first });
    await screen.sees(Object.values(SHOWS));
    await playFor(3_000);
    await screen.kill();

    const counted = new Date().toISOString();
    await screen.open(url, { first });
    await screen.content(5_000);
    await playFor(lasting(SHARES.whole));
    await server.kill();
    await playFor(lasting(SHARES.alone));
    for (let kill = 0; kill < KILLS; kill++) {
      await screen.kill();
      note();
      await screen.open(url, { first });
      starts.push(await screen.content(5_000));
      await playFor(lasting(SHARES.kills / KILLS));
    }
    await server.up();
    await playFor(lasting(SHARES.back));
    await screen.kill();
    note();
    const watched = onScreen.length;

    /** One more life closes what the last kill left open, and hands in the rest. */
    await screen.open(url, { first });
    await screen.content(5_000);
    const api = await new Api(server.origin).enter(admin);
    const isShown = (play: ExportedPlay) => play.result !== 'not_shown';
    await expect
      .poll(
        async () => (await api.plays()).filter(play => isShown(play) && play.started_at >= counted).length,
        {
          timeout: 60_000,
        },
      )
      .toBeGreaterThan(watched + 2);
    await screen.close();

    const ledger = await api.plays();
    const recorded = ledger.filter(play => isShown(play) && play.started_at >= counted);
    const colours = recorded.map(play => SHOWS[play.creative_name]);
    const notShown = ledger.filter(play => !isShown(play)).length;
    console.log(`figures ${JSON.stringify({ watched, notShown, kills: KILLS + 2 })}`);
    console.log(
      `on screen ${watched}, on the server the same and ${notShown} not shown, ${KILLS + 2} kills; ` +
        `content after ${starts.map(ms => Math.round(ms)).join(', ')} ms with the server gone`,
    );
    expect(strays).toEqual([]);
    expect(watched).toBeGreaterThanOrEqual(PLAYS_WANTED);
    expect(new Set(ledger.map(play => play.epoch)).size).toBe(1);
    expect(new Set(ledger.map(play => play.id)).size).toBe(ledger.length);
    const numbers = ledger.map(play => play.seq);
    expect(new Set(numbers).size).toBe(numbers.length);
    const all = [...new Set([...numbers, ...again])].sort((a, b) => a - b);
    expect(all).toEqual(all.map((_seq, i) => i + 1));
    expect(notShown).toBeLessThanOrEqual(KILLS + 2);
    const odd = onScreen.findIndex(({ seen }, i) => seen !== colours[i]);
    if (odd >= 0)
      for (let i = Math.max(0, odd - 4); i < odd + 4; i++)
        console.log(i, onScreen[i], recorded[i]?.creative_name, recorded[i]?.started_at, recorded[i]?.result);
    expect(colours.slice(0, watched)).toEqual(onScreen.map(({ seen }) => seen));
  } finally {
    await screen.remove();
    await server.remove();
  }
});
