import { describe, expect, it } from 'vitest';
import { manualClock } from '../../support/clock.ts';
import { expectChain, records, rows } from '../ledgers.ts';
import {
  diskForEach,
  HOUSE,
  mostOverdue,
  NOTHING,
  pictures,
  shown,
  start,
  type Clock,
  type World,
} from '../world.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const ITEM_MS = 10_000;
const BORN = Date.UTC(2026, 2, 27, 8);
/** `npm run test:long -- crashes` asks for two shifts, `npm run soak -- days` for all thirty days. */
const HOURS = Number(process.env['OFFLINE_HOURS'] ?? 2);
/** A taxi's day ends with a cut of the power; where it is short there are two of them, too. */
const SHIFT_HOURS = Math.min(8, HOURS / 2);

const disk = diskForEach();

const boot = async (files: Awaited<ReturnType<typeof pictures>>['files'], wall: number) => {
  const clock = manualClock(wall, () => disk().settled());
  const screen = await start({ clock, disk: disk(), files });
  screen.net.isUp = false;
  screen.run.tell({ on: 'tick' });
  return { clock, screen };
};

/** A screen that has all it plays, and its link cut. */
async function synced(sizes: number[]) {
  const made = await pictures(sizes);
  const clock = manualClock(BORN, () => disk().settled());
  const screen = await start({ clock, disk: disk(), files: made.files });
  screen.run.tell({ on: 'tick' });
  await screen.take(made.items, 1);
  screen.net.isUp = false;
  return { ...made, clock, screen };
}

function expectContent(screen: World, clock: Clock) {
  const first = screen.sights.find(({ what }) => what !== NOTHING);
  expect(first?.at).toBeLessThanOrEqual(5_000);
  expect(first?.what).not.toBe(HOUSE);
  expect(screen.sights.filter(({ what }) => what === HOUSE)).toEqual([]);
  expect(mostOverdue(screen.sights, clock.mono(), ITEM_MS)).toBeLessThanOrEqual(2_000);
}

describe('without a network', () => {
  it(
    'P1 a screen that has all it plays goes on, shift after shift, with no gap of more than two seconds, and each play has its record',
    { timeout: 0 },
    async () => {
      const { files, items, clock: first, screen: synchronised } = await synced([64, 200, 100]);
      let seen = 0;
      let wall = first.now();
      let shift = { clock: first, screen: synchronised };
      for (let hours = 0; hours < HOURS; hours += SHIFT_HOURS) {
        if (hours > 0) shift = await boot(files, wall);
        await shift.clock.advance(SHIFT_HOURS * HOUR_MS);
        if (hours > 0) expectContent(shift.screen, shift.clock);
        seen += shown(shift.screen.sights).length;
        wall = shift.clock.now() + HOUR_MS;
        const order = shown(shift.screen.sights).map(id => items.findIndex(item => item.id === id));
        for (const [i, at] of order.entries())
          if (i > 0) expect(at).toBe(((order[i - 1] ?? 0) + 1) % items.length);
      }
      await shift.screen.ledger.recover();
      await disk().settled();
      const lying = await rows(disk().db);
      expect(lying).toHaveLength(seen);
      expect(seen).toBeGreaterThanOrEqual((HOURS * HOUR_MS) / ITEM_MS - HOURS / SHIFT_HOURS);
      await expectChain(await records(disk().db));
      process.stdout.write(`figures ${JSON.stringify({ hours: HOURS, plays: seen })}\n`);
    },
  );

  it.each([
    ['a day ahead', DAY_MS],
    ['a day back', -DAY_MS],
    ['to 1970', -BORN],
    ['by an hour, as one that is set to summer time', HOUR_MS],
  ])('P8 a clock that jumps %s loses, doubles and reorders no record', async (_, jump) => {
    const { files, clock, screen } = await synced([64, 200]);
    const minute = async (own: Clock) => own.advance(60_000);
    await minute(clock);
    clock.jump(jump);
    await minute(clock);
    clock.jump(-jump / 2);
    await minute(clock);
    const again = await boot(files, Math.max(0, clock.now() + jump));
    await minute(again.clock);
    again.clock.jump(-jump);
    await minute(again.clock);
    expectContent(again.screen, again.clock);
    expect(mostOverdue(screen.sights, clock.mono(), ITEM_MS)).toBeLessThanOrEqual(1_000);
    const seen = [...shown(screen.sights), ...shown(again.screen.sights)];

    await boot(files, 0);
    await disk().settled();
    const chain = await records(disk().db);
    await expectChain(chain);
    const told = chain.map(record => record.item_id);
    expect(told).toEqual(seen.slice(0, told.length));
    expect(seen.length - told.length).toBeLessThanOrEqual(1);
    expect(new Set(chain.map(({ play_id }) => play_id)).size).toBe(chain.length);
    for (const record of chain) if (record.result === 'completed') expect(record.duration_ms).toBe(ITEM_MS);
  });
});
