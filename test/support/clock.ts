import type { Clock } from '../../shared/clock.ts';

const nextTurn = () => new Promise<void>(done => setImmediate(done));

/** A manual clock: `advance` runs due timers in order and lets promises settle between them. */
export function manualClock(start = Date.UTC(2026, 0, 5, 8), settle = nextTurn) {
  let mono = 0;
  let wall = start;
  let timers: { at: number; fn: () => void }[] = [];
  const clock: Clock = {
    /** Whole milliseconds, as Date.now() has them. */
    now: () => Math.floor(wall),
    mono: () => mono,
    after(ms, fn) {
      const timer = { at: mono + ms, fn };
      timers.push(timer);
      return () => void (timers = timers.filter(t => t !== timer));
    },
  };
  return Object.assign(clock, {
    /** Moves the wall clock alone, as a wrong clock being set does. */
    jump: (ms: number) => void (wall += ms),
    /** Like a machine that slept, one of whose clocks may stand meanwhile: timers that fell due run once, late. */
    async sleep(ms: number, standing?: 'wall' | 'mono') {
      if (standing !== 'wall') wall += ms;
      if (standing !== 'mono') mono += ms;
      await this.advance(0);
    },
    async advance(ms: number) {
      const end = mono + ms;
      for (;;) {
        await settle();
        const due = timers.filter(t => t.at <= end).sort((a, b) => a.at - b.at)[0];
        if (!due) break;
        timers = timers.filter(t => t !== due);
        wall += Math.max(0, due.at - mono);
        mono = Math.max(mono, due.at);
        due.fn();
      }
      wall += end - mono;
      mono = end;
      await settle();
    },
  });
}
