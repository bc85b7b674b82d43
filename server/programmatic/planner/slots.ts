/** Which spot of a placement is sold next, and until when what was sold must be played and reported. Pure. */

/** Each placement offers one spot in each of these. */
export const SLOT_MS = 300_000;
/** Time for the screen to learn of the spot and to fetch its file. */
const LEAD_MS = 120_000;
const HOUR_MS = 3_600_000;

interface Known {
  now: number;
  /** End of the last spot that was offered; null: none yet. */
  offered_until: number | null;
  /** For how long the screen is usually without a link. */
  offline_h: number;
  /** Of the partners that are asked, the longest. */
  max_lead_s: number;
}
export interface Slot {
  from: number;
  to: number;
}

/** The spot that a placement of which nothing was offered yet would offer next. */
export function firstSlot(now: number, offered_until: number | null = null): Slot {
  const from = Math.ceil(Math.max(offered_until ?? 0, now + LEAD_MS) / SLOT_MS) * SLOT_MS;
  return { from, to: from + SLOT_MS };
}
/** null: as far ahead as the screen needs and its partners allow, everything that is sold has been offered. */
export function nextSlot(
  { now, offered_until, offline_h, max_lead_s }: Known,
  isSold: (slot: Slot) => boolean = () => true,
): Slot | null {
  const ahead = Math.min(max_lead_s * 1_000, Math.max(2 * SLOT_MS, offline_h * HOUR_MS));
  for (let slot = firstSlot(now, offered_until); slot.from - now <= ahead; slot = firstSlot(now, slot.to))
    if (isSold(slot)) return slot;
  return null;
}

/** Seconds from the auction to the last report of its play: a screen that is out of reach reports later. */
export const expiryOf = (
  slot: Slot,
  now: number,
  { report_s, offline_h }: { report_s: number; offline_h: number },
) => Math.ceil((slot.to - now) / 1_000) + Math.max(report_s, Math.ceil((offline_h * HOUR_MS) / 1_000));
