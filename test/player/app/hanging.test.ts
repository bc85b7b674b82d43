import { describe, expect, it } from 'vitest';
import { isDue } from '../../support/dailyShare.ts';
import { manualClock } from '../../support/clock.ts';
import { expectChain, records } from '../ledgers.ts';
import { countHashes, diskForEach, HOUSE, makeDisk, mostOverdue, pictures, shown, start } from '../world.ts';

const ITEM_MS = 10_000;
const LATE_MS = 10_000;
/** A quarter of the calls a day, all of them in `npm run test:long -- crashes`. */
const AT_LENGTH = { timeout: 120_000 };
const disk = diskForEach();

async function playing(own = disk()) {
  const made = await pictures([100, 200, 150]);
  const clock = manualClock(undefined, () => own.settled());
  const screen = await start({ clock, disk: own, files: made.files });
  screen.run.tell({ on: 'tick' });
  await screen.take(made.items, 1);
  await clock.advance(5_000);
  return { ...made, clock, screen, own };
}

/** Calls that one round of the loop makes of ledger, library and content. */
async function callsOfARound() {
  const { clock, own } = await playing();
  const before = own.calls();
  await clock.advance(3 * ITEM_MS);
  return own.calls() - before;
}

describe('a database that gives no answer', () => {
  it(
    'P4 to any one call holds no picture longer than its time and ten seconds, the loop goes on, and each play has its record',
    AT_LENGTH,
    async () => {
      const calls = await callsOfARound();
      expect(calls).toBeGreaterThan(30);
      for (let nth = 1; nth <= calls; nth++) {
        if (!isDue(nth, 4)) continue;
        const own = makeDisk();
        const release = countHashes(own);
        const { clock, screen } = await playing(own);
        const from = own.calls();
        own.lose(n => n === from + nth);
        await clock.advance(90_000);
        expect(mostOverdue(screen.sights, clock.mono(), ITEM_MS), `call ${nth}`).toBeLessThanOrEqual(LATE_MS);
        const end = screen.sights.filter(({ at }) => at > clock.mono() - 30_000);
        expect(shown(end).length, `call ${nth}`).toBeGreaterThanOrEqual(2);
        expect(
          end.some(({ what }) => what === HOUSE),
          `call ${nth}`,
        ).toBe(false);
        await screen.ledger.recover();
        await screen.ledger.waiting(1);
        await own.settled();
        const plays = await records(own.db);
        await expectChain(plays);
        const really = plays.filter(({ result }) => result !== 'not_shown');
        expect(really.length, `call ${nth}`).toBe(shown(screen.sights).length - 1);
        release();
      }
    },
  );

  it(
    'to any call from one on brings the house loop and an alarm, and what comes after it plays',
    AT_LENGTH,
    async () => {
      const calls = await callsOfARound();
      for (let nth = 1; nth <= calls; nth += 14) {
        const own = makeDisk();
        const release = countHashes(own);
        const { clock, screen } = await playing(own);
        const from = own.calls();
        own.lose(n => n >= from + nth);
        await clock.advance(90_000);
        expect(mostOverdue(screen.sights, clock.mono(), ITEM_MS), `from ${nth}`).toBeLessThanOrEqual(LATE_MS);
        expect(screen.sights.at(-1)?.what, `from ${nth}`).toBe(HOUSE);
        expect(screen.alarms.length, `from ${nth}`).toBeGreaterThan(0);
        own.lose(() => false);
        await clock.advance(120_000);
        const end = screen.sights.filter(({ at }) => at > clock.mono() - 30_000);
        expect(shown(end).length, `from ${nth}`).toBeGreaterThanOrEqual(2);
        release();
      }
    },
  );

  it('does not keep a new build from taking over', async () => {
    const { clock, screen, own } = await playing();
    await clock.advance(4_000);
    own.lose(() => true);
    await clock.advance(1_500);
    screen.run.tell({ on: 'update' });
    await clock.advance(ITEM_MS);
    expect(screen.updates()).toBe(1);
  });
});
