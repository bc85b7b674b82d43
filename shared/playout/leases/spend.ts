/** Whether the leases a screen holds let a line play, and under which of them it would. Pure. */
import type { Lease } from '../../contract/playout/lease.ts';

export type LeaseRefusal = 'lease_missing' | 'lease_spent' | 'lease_expired' | 'paced';
/** Plays begun, by lease. */
export type SpentPlays = Readonly<Record<string, number>>;

/** ms; when the next play under it is due: the first at its start, the others spread over its window. */
export function dueUnder({ window_start, window_end, max_plays }: Lease, used: number): number {
  const from = Date.parse(window_start);
  return from + ((Date.parse(window_end) - from) * used) / max_plays;
}

export const usedOf = (spent: SpentPlays | undefined, id: string) => spent?.[id] ?? 0;
export const isExpired = ({ play_deadline }: Lease, at: number) => at >= Date.parse(play_deadline);
/** One that was closed on this screen stays so, even if its clock is set back. */
const isOpen = (lease: Lease & { closed?: true }, at: number) => !lease.closed && !isExpired(lease, at);

/** Whether a play may begin under this lease, due or not. */
export const maySpend = (lease: Lease | undefined, spent: SpentPlays | undefined, at: number): boolean =>
  lease !== undefined && isOpen(lease, at) && usedOf(spent, lease.id) < lease.max_plays;

/** The one that ends first of those that a play is due under; where there is none, why. */
export function leaseFor(
  line_id: string,
  leases: readonly Lease[],
  { spent, at, isPaced }: { spent: SpentPlays | undefined; at: number; isPaced: boolean },
): Lease | LeaseRefusal {
  const own = leases.filter(one => one.line_id === line_id);
  const left = own.filter(one => maySpend(one, spent, at));
  const due = left
    .filter(one => at >= (isPaced ? dueUnder(one, usedOf(spent, one.id)) : Date.parse(one.window_start)))
    .sort((a, b) => (a.play_deadline < b.play_deadline ? -1 : 1));
  if (due[0]) return due[0];
  if (left.length > 0) return 'paced';
  /** Also where it was closed for that and waits to be given back. */
  if (own.some(one => !isExpired(one, at) && usedOf(spent, one.id) >= one.max_plays)) return 'lease_spent';
  return own.length > 0 ? 'lease_expired' : 'lease_missing';
}

/** Half of what is held for a line is spent, or nothing is held: asked by the screen, and by the server that grants. */
export function isShort(held: readonly { max_plays: number; used: number }[]): boolean {
  const all = held.reduce((sum, one) => sum + one.max_plays, 0);
  const used = held.reduce((sum, one) => sum + Math.min(one.max_plays, one.used), 0);
  return 2 * (all - used) <= all;
}

/** A screen asks for more before it is without. */
export function needsMore(
  line_id: string,
  leases: readonly Lease[],
  spent: SpentPlays | undefined,
  at: number,
): boolean {
  const own = leases.filter(one => one.line_id === line_id && isOpen(one, at));
  return isShort(own.map(({ id, max_plays }) => ({ max_plays, used: usedOf(spent, id) })));
}
