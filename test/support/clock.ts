import type { Clock } from '../../shared/clock.ts';

const nextTurn = () => new Promise<void>(done => setImmediate(done));

/** A clock that stands until told: `advance` runs what falls due, in order, letting promises settle between. */
export function manualClock(start = Date.UTC(2026, 0, 5, 8), settle = nextTurn) {
  let mono = 0;
  let wall = start;
  let timers: { at: number; fn: () => void }[] = [];
  const clock: Clock = {
    now: () => wall,
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
    /** As a machine that slept: whatever fell due meanwhile runs once, and late. */
    async sleep(ms: number) {
      wall += ms;
      mono += ms;
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
