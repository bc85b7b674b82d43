import { expect, it } from 'vitest';
import type { ConfigDocument } from '../../../shared/contract/playout/manifest.ts';
import { manualClock } from '../../support/clock.ts';
import { diskForEach, HOUSE, pictures, start } from '../world.ts';

const ITEM_MS = 10_000;
const MINUTE_MS = 60_000;
const disk = diskForEach();
const config = (tz: string): ConfigDocument => ({
  ...{ kind: 'config', name: 'Taxi 7', orientation: 0, fit: 'contain', volume: 0, tz },
});

it.each([
  ['Europe/Berlin', '2026-11-24T23:00:00.000Z'],
  ['America/Los_Angeles', '2026-11-25T08:00:00.000Z'],
])(
  'a licence ends at midnight of the screen: in %s the item plays at 23:59 and not after %s, without a link',
  async (tz, end) => {
    const midnight = Date.parse(end);
    const from = midnight - 3 * MINUTE_MS;
    const { files, items } = await pictures([64, 200]);
    const [licensed, free] = items as [(typeof items)[0], (typeof items)[0]];
    const clock = manualClock(from, () => disk().settled());
    const screen = await start({ clock, disk: disk(), files });
    screen.run.tell({ on: 'tick' });
    await screen.take([{ ...licensed, valid_until: '2026-11-24' }, free], 1, { config: config(tz) });
    screen.net.isUp = false;
    await clock.advance(6 * MINUTE_MS);
    const begun = (id: string) =>
      screen.sights.filter(({ what }) => what === id).map(({ at }) => from + at - midnight);
    expect(begun(licensed.id).some(at => at >= -MINUTE_MS && at < 0)).toBe(true);
    expect(begun(licensed.id).every(at => at + ITEM_MS <= 0)).toBe(true);
    expect(begun(free.id).filter(at => at > 0).length).toBeGreaterThan(10);
    expect(screen.sights.filter(({ what, at }) => what === HOUSE && from + at >= midnight)).toEqual([]);
  },
);
