/** A page that starts anew within one ride, on the store of the player. */
import 'fake-indexeddb/auto';
import { expect, it } from 'vitest';
import { createItemSource } from '../../../player/library/itemSource.ts';
import type { Content } from '../../../player/library/content.ts';
import { createMoments } from '../../../player/library/moment.ts';
import { createLastingRides } from '../../../player/rides/lastingRides.ts';
import {
  connect,
  readValue,
  writeValues,
  type AssetRow,
  type Connection,
} from '../../../shared/device/storage.ts';
import { lineOf } from '../../shared/playout/lines.ts';
import { manualClock } from '../../support/clock.ts';
import { idOf, picture, playlistOf } from '../items.ts';

const START = Date.parse('2026-11-24T12:00:00.000Z');
const MINUTE = 60_000;
const line = lineOf(1, { max_per_ride: 1 });
const content: Content = {
  ...{ plan: { version: 1, playlist: null, config: null }, playlist: playlistOf([picture(1)]), config: null },
  flights: { kind: 'flights', lines: [line] },
};
const fail = (error: unknown) => {
  throw error;
};
let n = 0;

/** One start of the page; its monotonic clock begins at zero. */
async function boot(db: Connection, at: number) {
  const clock = manualClock(at);
  const now = () => clock.now();
  const [stored, position, playout] = await Promise.all([
    readValue(db, 'ride'),
    readValue(db, 'position'),
    readValue(db, 'playout'),
  ]);
  const moments = createMoments({
    ...{ clock, time: { knownNow: now }, content: { active: () => content } },
    storedRide: () => stored,
  });
  const source = createItemSource({
    content: { active: () => content, pending: () => null },
    library: {
      findAll: shas => Promise.resolve(shas.map(() => ({ complete: true }) as AssetRow)),
      blob: () => Promise.resolve(null),
    },
    bootCounter: { isSafe: false, countVideoStart: async () => {} },
    ...{ moments, storedPosition: position, storedPlayout: playout, facts: {} as never },
  });
  return {
    clock,
    startRides: async () => {
      const rides = await createLastingRides({
        ...{ db, clock, now, newId: () => idOf(++n), own: () => 50, onFault: fail },
      });
      moments.setRide(() => rides.state().ride);
      return rides;
    },
    /** What plays next, of which the store is told as with each play. */
    async play() {
      const at = clock.mono();
      const item = (await source.choose({}, at, at))!;
      source.moveTo(item, at);
      const { position: next, playout: after } = source.after(item, at);
      await writeValues(db, { position: next, playout: after });
      await clock.advance(item.duration_ms);
      return item.line ? 'campaign' : 'loop';
    },
  };
}
/** The code that decides among campaigns is loaded while the loop plays. */
async function playsOf(screen: Awaited<ReturnType<typeof boot>>, plays: number) {
  const found: string[] = [];
  for (let i = 0; i < plays; i++) {
    found.push(await screen.play());
    await new Promise(done => setTimeout(done, 20));
  }
  return found;
}

it('a ride outlives a restart of the page with its cap and what its rider has set, and the first items know of it', async () => {
  const db = connect('rides 1');
  const first = await boot(db, START);
  const rides = await first.startRides();
  rides.press({ press: 'mute' });
  expect((await playsOf(first, 6)).filter(one => one === 'campaign')).toHaveLength(1);
  await first.clock.advance(3 * MINUTE);

  const again = await boot(db, first.clock.now() + MINUTE);
  expect(await playsOf(again, 3)).not.toContain('campaign');
  const same = await again.startRides();
  expect(same.state()).toMatchObject({ ride: { id: rides.state().ride.id }, wishes: { muted: true } });
  expect(await playsOf(again, 3)).not.toContain('campaign');

  same.sign({ on: 'driver', occupied: false });
  same.sign({ on: 'touch' });
  expect(same.state().wishes.muted).toBe(false);
  expect(await playsOf(again, 6)).toContain('campaign');
});

it('a page that was gone for a quarter of an hour begins another ride, and standing goes on over a shorter gap', async () => {
  const db = connect('rides 2');
  const first = await boot(db, START);
  const rides = await first.startRides();
  rides.sign({ on: 'speed', kmh: 0 });
  await first.clock.advance(10 * MINUTE);
  const { id } = rides.state().ride;

  const soon = await boot(db, START + 12 * MINUTE);
  const same = await soon.startRides();
  expect(same.state().ride.id).toBe(id);
  await soon.clock.advance(4 * MINUTE);
  expect(same.state().ride.at).toBe('parked');

  const later = await boot(db, soon.clock.now() + 16 * MINUTE);
  expect((await later.startRides()).state().ride).toMatchObject({ at: 'riding' });
});
