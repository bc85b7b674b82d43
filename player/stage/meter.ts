/** How long something was really visible, by the monotonic clock. */
export function createMeter(isVisible: boolean, begin: number) {
  let visible = isVisible;
  let since = begin;
  let total = 0;
  const running = (now: number) => (visible ? Math.max(0, now - since) : 0);
  return {
    set(isVisibleNow: boolean, now: number) {
      total += running(now);
      visible = isVisibleNow;
      since = now;
    },
    read: (now: number) => total + running(now),
  };
}
export type Meter = ReturnType<typeof createMeter>;
