import { describe, expect, it } from 'vitest';
import { manualClock } from '../../support/clock.ts';
import { expectChain, records, rows } from '../ledgers.ts';
import {
  countHashes,
  diskForEach,
  HOUSE,
  makeDisk,
  mostOverdue,
  NOTHING,
  pictures,
  shown,
  start,
} from '../world.ts';
import type { Sight } from '../fakeStage.ts';
import type { DocumentItem } from '../../../shared/contract/playout/manifest.ts';
import { isDue } from '../../support/dailyShare.ts';
import { CHUNK } from '../../shared/library/files.ts';
import type { Disk } from '../disk.ts';

const ITEM_MS = 10_000;
/** Some hundred stories, one for each write: a quarter of them a day, all in `npm run test:long -- crashes`. */
const AT_LENGTH = { timeout: 120_000 };
const disk = diskForEach();

const clockOf = (own: Disk) => manualClock(undefined, () => own.settled());

/** The house loop is for a screen that has nothing yet. */
const isHouseFirst = (sights: readonly Sight[]) =>
  sights.map(({ what }) => what === HOUSE).lastIndexOf(true) <
  Math.max(
    1,
    sights.findIndex(({ what }) => what !== HOUSE && what !== NOTHING),
  );

/** Two versions, half a minute each; the disk does as the test has told it before. */
async function runDay(own: Disk) {
  const clock = clockOf(own);
  const { files, items } = await pictures([100, 200, 130, 70]);
  const screen = await start({ clock, disk: own, files });
  screen.run.tell({ on: 'tick' });
  await screen.take(items.slice(0, 3), 1).catch(() => null);
  await clock.advance(28_000);
  await screen.take(items.slice(1), 2).catch(() => null);
  await clock.advance(28_000);
  return { clock, screen, items, files };
}

describe('a full disk', () => {
  it(
    'P11 refuses any one write, and playing goes on: no play is lost, none is twice, the loop is whole',
    AT_LENGTH,
    async () => {
      await runDay(disk());
      const writes = disk().seen.length;
      expect(new Set(disk().seen)).toEqual(new Set(['document', 'value', 'asset', 'play', 'chunk', 'copy']));
      for (let n = 1; n <= writes; n++) {
        if (!isDue(n, 4)) continue;
        const own = makeDisk();
        const stop = countHashes(own);
        own.refuse(nth => nth === n);
        const { clock, screen } = await runDay(own);
        const what = `write ${n}, ${own.seen[n - 1]}`;
        expect(mostOverdue(screen.sights, clock.mono(), ITEM_MS), what).toBeLessThanOrEqual(1_000);
        expect(isHouseFirst(screen.sights), what).toBe(true);
        expect(shown(screen.sights).length, what).toBeGreaterThanOrEqual(5);
        await screen.ledger.recover();
        const lying = await rows(own.db);
        expect(
          lying.map(row => row.seq),
          what,
        ).toEqual(shown(screen.sights).map((_, i) => i + 1));
        await expectChain(await records(own.db));
        stop();
      }
    },
  );

  it(
    'P11 that stays full from any write on costs no play, and all is on the disk once there is room again',
    AT_LENGTH,
    async () => {
      await runDay(disk());
      const writes = disk().seen.length;
      for (let from = 1; from <= writes; from += 7) {
        if (!isDue((from - 1) / 7, 2)) continue;
        const own = makeDisk();
        const stop = countHashes(own);
        own.refuse(nth => nth >= from);
        const { clock, screen, items } = await runDay(own);
        own.refuse(() => false);
        await screen.take(items.slice(1), 3);
        await clock.advance(30_000);
        const what = `full from write ${from}, ${own.seen[from - 1]}`;
        expect(mostOverdue(screen.sights, clock.mono(), ITEM_MS), what).toBeLessThanOrEqual(1_000);
        expect(isHouseFirst(screen.sights), what).toBe(true);
        const lying = await rows(own.db);
        expect(lying.length, what).toBeGreaterThanOrEqual(3);
        expect(
          lying.map(row => row.seq),
          what,
        ).toEqual(shown(screen.sights).map((_, i) => i + 1));
        await expectChain(await records(own.db));
        stop();
      }
    },
  );

  it('P11 Q10 gives up what nobody wants, oldest first, before eighty in a hundred are full; what is wanted again soon is still there', async () => {
    const { files, items } = await pictures([640, 640, 640, 640]);
    const [a, b, c, d] = items as [DocumentItem, DocumentItem, DocumentItem, DocumentItem];
    const clock = clockOf(disk());
    const used = () => disk().store.names('library').length * CHUNK;
    const quota = () => ({ usage: used(), quota: 2_500 });
    const screen = await start({ clock, disk: disk(), files, quota });
    screen.run.tell({ on: 'tick' });
    const asked = async (wanted: DocumentItem[], version: number) => {
      const before = screen.net.asked;
      await screen.take(wanted, version);
      await clock.advance(20_000);
      expect(used()).toBeLessThanOrEqual(0.8 * 2_500);
      return screen.net.asked - before;
    };
    expect(await asked([a], 1)).toBe(11);
    expect(await asked([b], 2)).toBe(11);
    expect(await asked([c], 3)).toBe(11);
    expect(await asked([b], 4)).toBe(0);
    expect(await asked([d], 5)).toBe(11);
    const lying = (await screen.library.held()).map(({ sha256 }) => sha256);
    expect(lying.sort()).toEqual([b, c, d].map(({ asset }) => asset.sha256).sort());
    expect(await screen.incidents.waiting()).toEqual([]);
  });

  it('P11 Q10 that what is wanted does not fit keeps what plays, says so once, and takes nothing that is recorded', async () => {
    const { files, items } = await pictures([640, 6_400]);
    const [small, large] = items as [DocumentItem, DocumentItem];
    const clock = clockOf(disk());
    const quota = () => ({ usage: disk().store.names('library').length * CHUNK, quota: 2_500 });
    const screen = await start({ clock, disk: disk(), files, quota });
    screen.run.tell({ on: 'tick' });
    await screen.take([small], 1);
    await screen.take([large], 2);
    for (let minute = 0; minute < 5; minute++) {
      await clock.advance(60_000);
      await screen.bring();
    }
    expect(screen.content.active()?.plan.version).toBe(1);
    expect(new Set(shown(screen.sights))).toEqual(new Set([small.id]));
    expect(mostOverdue(screen.sights, clock.mono(), ITEM_MS)).toBeLessThanOrEqual(1_000);
    expect(screen.skipped).toEqual([`${large.name}: Storage is full`]);
    expect((await screen.incidents.waiting()).map(({ kind }) => kind)).toEqual(['storage']);
    expect((await rows(disk().db)).length).toBe(shown(screen.sights).length);
    await screen.take([small, large], 3);
    expect(screen.content.active()?.plan.version).toBe(3);
    expect(screen.sights.some(({ what }) => what === HOUSE)).toBe(true);
  });
});
