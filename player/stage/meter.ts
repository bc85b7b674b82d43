/** How long something was really visible, by the monotonic clock. */

/** It is read each second: after a longer gap the machine has slept, and nobody saw anything meanwhile. */
const GAP_MS = 5_000;

export function createMeter(isVisible: boolean, begin: number) {
  let visible = isVisible;
  let since = begin;
  let total = 0;
  let lastRead = begin;
  const running = (now: number) => (visible ? Math.max(0, now - since) : 0);
  function leaveOutGap(now: number) {
    if (now - lastRead > GAP_MS) {
      total += running(lastRead);
      since = now;
    }
    lastRead = now;
  }
  return {
    set(isVisibleNow: boolean, now: number) {
      leaveOutGap(now);
      total += running(now);
      visible = isVisibleNow;
      since = now;
    },
    read(now: number) {
      leaveOutGap(now);
      return total + running(now);
    },
  };
}
export type Meter = ReturnType<typeof createMeter>;
