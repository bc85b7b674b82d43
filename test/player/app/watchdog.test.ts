import { systemClock } from '../../../shared/clock.ts';
import 'fake-indexeddb/auto';
import { describe, expect, it } from 'vitest';
import { startWatchdog, watchTimers } from '../../../player/app/watchdog.ts';
import { createBootCounter, type BootCounter } from '../../../player/app/bootCounter.ts';
import type { Clock } from '../../../shared/clock.ts';
import { readValue } from '../../../shared/device/storage.ts';
import { manualClock } from '../../support/clock.ts';
import { memoryStorage } from '../../support/storage.ts';
import { freshDb } from '../ledgers.ts';

type Counter = Partial<BootCounter> & Pick<BootCounter, 'isSafe' | 'markHealthy'>;
function world(counter: Counter, page = new EventTarget()) {
  const clock = manualClock();
  const log: string[] = [];
  let show = () => {};
  startWatchdog({
    clock,
    bootCounter: { markOrderlyEnd: () => undefined, ...counter },
    page,
    shown: new Promise<void>(done => (show = done)),
    incidents: { note: (kind, detail) => Promise.resolve(void log.push(`${kind}: ${detail}`)) },
    requestSync: () => Promise.resolve(),
    run: () => undefined,
    showServiceMark: () => Promise.resolve(void log.push('mark')),
    restart: () => log.push('restart'),
    onFault: error => log.push(String(error)),
  });
  return { clock, log, show: () => show() };
}

describe('starts', () => {
  it('of which three in a row ended with a video bring safe mode; the count is on the disk at once', async () => {
    const db = freshDb();
    const safe: boolean[] = [];
    for (let n = 0; n < 4; n++) {
      const start = await createBootCounter(db, systemClock, memoryStorage());
      await start.countVideoStart();
      await start.countVideoStart();
      safe.push(start.isSafe);
    }
    expect(safe).toEqual([false, false, false, true]);
    expect(await readValue(db, 'starts')).toBe(4);
  });

  it('without a video are no crashes, nor is one that has lived before its first video', async () => {
    const db = freshDb();
    for (let n = 0; n < 9; n++)
      expect((await createBootCounter(db, systemClock, memoryStorage())).isSafe).toBe(false);
    const start = await createBootCounter(db, systemClock, memoryStorage());
    await start.markHealthy();
    await start.countVideoStart();
    expect(await readValue(db, 'starts')).toBeNull();
  });

  it('are forgotten once one showed something and lived for a minute, and not before', async () => {
    const db = freshDb();
    const start = await createBootCounter(db, systemClock, memoryStorage());
    await start.countVideoStart();
    const { clock, show, log } = world(start);
    await clock.advance(600_000);
    expect(await readValue(db, 'starts')).toBe(1);
    show();
    await clock.advance(59_000);
    expect(await readValue(db, 'starts')).toBe(1);
    await clock.advance(1_000);
    await new Promise(done => setTimeout(done, 20));
    expect(await readValue(db, 'starts')).toBeNull();
    expect(log).toEqual([]);
  });

  it('in safe mode are told of and marked, and after a healthy quarter of an hour everything is tried again', async () => {
    const { clock, show, log } = world({ isSafe: true, markHealthy: () => Promise.resolve() });
    await clock.advance(60 * 60_000);
    show();
    await clock.advance(14 * 60_000);
    expect(log).toEqual(['playback: E-204: three starts in a row crashed, only pictures are played', 'mark']);
    await clock.advance(60_000);
    expect(log.at(-1)).toBe('restart');
  });
});

describe('an orderly end of the page', () => {
  it('within the first minute is no crash, however often; a crash in between still counts', async () => {
    const db = freshDb();
    const mirror = memoryStorage();
    const play = async (isOrderly: boolean) => {
      const counter = await createBootCounter(db, systemClock, mirror);
      const page = new EventTarget();
      world(counter, page);
      await counter.countVideoStart();
      if (isOrderly) page.dispatchEvent(new Event('pagehide'));
      return counter.isSafe;
    };
    for (let n = 0; n < 9; n++) expect(await play(true)).toBe(false);
    for (let n = 0; n < 2; n++) {
      expect(await play(false)).toBe(false);
      expect(await play(true)).toBe(false);
    }
    expect(await play(false)).toBe(false);
    expect(await play(true)).toBe(true);
  });
});

describe('timers that stood still', () => {
  it.each([
    ['with the clock of this boot', { mono: 9_000, wall: 0 }],
    ['while only the wall clock went on', { mono: 0, wall: 9_000 }],
  ])('are noticed once, %s', async (_, gap) => {
    const steady = manualClock();
    let [mono, wall] = [0, 0];
    const clock: Clock = {
      now: () => steady.now() + wall,
      mono: () => steady.mono() + mono,
      after: (ms, fn) => steady.after(ms, fn),
    };
    let ticks = 0;
    watchTimers(clock, () => ticks++);
    await steady.advance(10_000);
    expect(ticks).toBe(0);
    mono += gap.mono;
    wall += gap.wall;
    await steady.advance(10_000);
    expect(ticks).toBe(1);
  });
});
