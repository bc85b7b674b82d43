/** When a notice that was not taken is called again. Pure. */

/** OpenRTB: every ten seconds for a minute; then twice as long each time. */
const FIRST_MS = 10_000;
const FIRST_TRIES = 6;
const LONGEST_MS = 3_600_000;
const MAX_DOUBLINGS = 10;

/** `tries`: so far, the failed one among them. null: it is too late. The last try is at the deadline itself. */
export function nextNotice(tries: number, now: number, deadline: number): number | null {
  if (now >= deadline) return null;
  const doublings = Math.min(MAX_DOUBLINGS, Math.max(0, tries - FIRST_TRIES));
  return Math.min(now + Math.min(LONGEST_MS, FIRST_MS * 2 ** doublings), deadline);
}

const OK = [200, 204];
export const isTaken = (status: number | null) => status !== null && OK.includes(status);
