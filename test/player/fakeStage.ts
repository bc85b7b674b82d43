/** A stage without a picture: it notes what would be seen from when on. */
import type { Stage } from '../../player/stage/stage.ts';
import type { DocumentItem } from '../../shared/contract/playout/manifest.ts';
import type { manualClock } from '../support/clock.ts';

/** From this monotonic time on this is on screen: an item's id, the house loop, or nothing. */
export interface Sight {
  at: number;
  what: string;
}
export const stageOf = (clock: ReturnType<typeof manualClock>, seen: Sight[]): Stage =>
  ({
    load: () => Promise.resolve(),
    show: (item: DocumentItem, at: number) =>
      new Promise(done => {
        const shown = () => {
          seen.push({ at: clock.mono(), what: item.id });
          done({ at: clock.mono(), oldFrames: { rendered: 1, dropped: 0 } });
        };
        clock.after(Math.max(0, at - clock.mono()), shown);
      }),
    unload: () => {},
    clear: () => {},
    frames: () => ({ rendered: 1, dropped: 0 }),
    picture: () => null,
    isStuck: () => false,
    volume: () => 0,
  }) as unknown as Stage;
