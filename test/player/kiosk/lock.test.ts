import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { readValue } from '../../../shared/device/storage.ts';
import { lockMs, attemptsLeft, unlocked } from '../../../player/kiosk/lock.ts';
import { createPinAttempts } from '../../../player/kiosk/pinAttempts.ts';
import { boot, freshDb, quickly, throwing, type Db } from './kiosks.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** What all the wrong tries up to this one have to wait for. */
const waited = (wrong: number) =>
  Array.from({ length: wrong }, (_, i) => lockMs(i + 1)).reduce((a, b) => a + b, 0);

async function miss(tries: Awaited<ReturnType<typeof boot>>['tries'], times: number) {
  for (let i = 0; i < times; i++) expect(await tries.judge('0000')).toBe('wrong');
}

describe('the lock of the PIN', () => {
  it('OPEN-KIOSK-01 the fifth wrong try locks for 30 s, each further one doubles it up to 15 min, from the 20th on 2 h', () => {
    expect([1, 2, 3, 4].map(lockMs)).toEqual([0, 0, 0, 0]);
    expect([5, 6, 7, 8, 9].map(lockMs)).toEqual([30, 60, 120, 240, 480].map(s => s * SECOND));
    expect([10, 11, 19].map(lockMs)).toEqual([15, 15, 15].map(m => m * MINUTE));
    expect([20, 21, 9_000].map(lockMs)).toEqual([2, 2, 2].map(h => h * HOUR));
    expect([0, 1, 4, 5, 30].map(wrong => attemptsLeft({ ...unlocked(null), wrong }))).toEqual([
      5, 4, 1, 1, 1,
    ]);
  });

  it('OPEN-KIOSK-01 all 9,000 random PINs take 748 days of running time, half of them 373', () => {
    expect(Math.floor(waited(8_999) / DAY)).toBe(748);
    expect(Math.floor(waited(4_500) / DAY)).toBe(373);
  });

  it('takes no try while it is locked, and one when the time has run', async () => {
    const db = freshDb();
    await quickly(db, '4711');
    const { clock, tries } = await boot(db);
    await miss(tries, 5);
    expect(await tries.judge('4711')).toBe('locked');
    await clock.advance(29_999);
    expect(await tries.judge('4711')).toBe('locked');
    await clock.advance(1);
    expect(await tries.judge('4711')).toBe('right');
    expect(await readValue(db, 'kiosk_lock')).toMatchObject({ wrong: 0, leftMs: 0 });
  });

  it('P10 OPEN-KIOSK-01 the time left survives restarts, and no clock on the wall shortens it', async () => {
    const db = freshDb();
    await quickly(db, '4711');
    await miss((await boot(db)).tries, 5);
    for (const year of [1970, 2026, 2099]) {
      const { clock, tries } = await boot(db, Date.UTC(year, 0, 1));
      clock.jump(400 * DAY);
      expect(await tries.judge('4711')).toBe('locked');
      clock.jump(-900 * DAY);
      await clock.advance(7 * SECOND);
      expect(await tries.judge('4711')).toBe('locked');
    }
    /** Of seven seconds five were on the disk each time: 15 of the 30 are left. */
    const { clock, tries } = await boot(db);
    expect(tries.now()).toMatchObject({ wrong: 5, leftMs: 15 * SECOND });
    await clock.advance(15 * SECOND);
    expect(await tries.judge('4711')).toBe('right');
  });

  it('a try is counted before it is judged: cutting the power in between gives none', async () => {
    const db = freshDb();
    await quickly(db, '4711');
    for (let i = 0; i < 5; i++) {
      const { tries } = await boot(db);
      const verdict = tries.judge('0000');
      await expect.poll(async () => (await readValue(db, 'kiosk_lock'))?.wrong).toBe(i + 1);
      void verdict;
    }
    expect(await (await boot(db)).tries.judge('4711')).toBe('locked');
  });

  it('tries at the driver’s pad do not lock the pad of who services the screen', async () => {
    const db = freshDb();
    await quickly(db, '4711');
    const { clock, tries } = await boot(db);
    const driver = await createPinAttempts({ db, clock, onFault: throwing }, 'driver');
    await miss(driver, 5);
    expect(await driver.judge('4711')).toBe('locked');
    expect(await tries.judge('4711')).toBe('right');
  });

  it('another PIN has no wrong tries, whatever a page still counts of the one before', async () => {
    const db = freshDb();
    await quickly(db, '4711');
    const before = await boot(db);
    await miss(before.tries, 6 - 1);
    await quickly(db, '1234');
    await before.clock.advance(10 * SECOND);
    expect(await (await boot(db)).tries.judge('1234')).toBe('right');
  });

  it('P10 OPEN-KIOSK-01 holds over any order of tries, restarts and clock changes: no try comes sooner than its wait', async () => {
    const step = fc.oneof(
      fc.constant({ do: 'try' } as const),
      fc.record({ do: fc.constant('run' as const), ms: fc.integer({ min: 1, max: 90_000 }) }),
      fc.record({ do: fc.constant('cut' as const), wall: fc.integer({ min: 0, max: 4_000_000_000_000 }) }),
      fc.record({ do: fc.constant('jump' as const), ms: fc.integer({ min: -DAY, max: DAY }) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), async steps => {
        const db = freshDb();
        await quickly(db, '4711');
        let now = await boot(db);
        let ran = 0;
        let wrong = 0;
        for (const one of steps) {
          if (one.do === 'run') {
            await now.clock.advance(one.ms);
            ran += one.ms;
          } else if (one.do === 'jump') now.clock.jump(one.ms);
          else if (one.do === 'cut') now = await boot(db, one.wall);
          else if ((await now.tries.judge('0000')) === 'wrong') {
            expect(ran).toBeGreaterThanOrEqual(waited(wrong));
            wrong++;
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  it('OPEN-KIOSK-01 whoever tries all 9,000 PINs, with restarts and clock changes as he likes, needs more than 90 days', async () => {
    const db: Db = freshDb();
    await quickly(db, '9999');
    let mono = 0;
    let ran = 0;
    let due: { at: number; fn: () => void } | null = null;
    const clock = {
      mono: () => mono,
      after(ms: number, fn: () => void) {
        const mine = (due = { at: mono + ms, fn });
        return () => void (due === mine && (due = null));
      },
    };
    const start = () => createPinAttempts({ db, clock, onFault: throwing });
    /** A timer may come late: then all that ran counts at once. */
    async function run(ms: number) {
      mono += ms;
      ran += ms;
      if (due && due.at <= mono) due.fn();
      await new Promise(done => setImmediate(done));
    }
    let tries = await start();
    let at = 0;
    for (let pin = 1_000; pin <= 9_999; pin++) {
      let verdict = await tries.judge(String(pin));
      for (; verdict === 'locked'; verdict = await tries.judge(String(pin))) {
        if (++at % 3 === 0) {
          mono = at;
          due = null;
          tries = await start();
        }
        await run(Math.max(1, Math.ceil(tries.now().leftMs / ((at % 2) + 1))));
      }
      expect(verdict).toBe(pin === 9_999 ? 'right' : 'wrong');
    }
    expect(ran).toBeGreaterThanOrEqual(waited(8_999));
    expect(ran).toBeGreaterThan(90 * DAY);
  }, 180_000);
});
