import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { instant } from '../../../shared/clock.ts';
import { MAX_LEASES_HELD } from '../../../shared/contract/playout/screenCalls.ts';
import type { Lease } from '../../../shared/contract/playout/lease.ts';
import { afterPlay } from '../../../shared/playout/afterPlay.ts';
import { decide, NOTHING_PLAYED, type Plan, type PlayoutState } from '../../../shared/playout/decide.ts';
import {
  afterAnswer,
  askedWith,
  closeUseless,
  hasToAsk,
  type HeldLease,
} from '../../../shared/playout/leases/held.ts';
import { leaseFor, needsMore } from '../../../shared/playout/leases/spend.ts';
import { idOf } from '../../player/items.ts';
import { HOUR_MS, lineOf, MONDAY } from './lines.ts';

const line = lineOf(1, { leased: true });
const leaseOf = (n: number, more: Partial<Lease> = {}): Lease => ({
  ...{ id: idOf(0x5000 + n), campaign_id: line.campaign_id, line_id: line.id, max_plays: 4 },
  window_start: instant(MONDAY),
  window_end: instant(MONDAY + 2 * HOUR_MS),
  play_deadline: instant(MONDAY + 4 * HOUR_MS),
  ...more,
});
const playsAt = (leases: readonly HeldLease[], state: PlayoutState, at: number, lines = [line]) => {
  const plan: Plan = { loop: null, lines, leases };
  const moment = { at, tz: 'UTC', weather: null, place: null };
  const { candidates, refused } = decide(plan, state, moment, null);
  const item = [...candidates][0] ?? null;
  return {
    item,
    reason: refused[0]?.reason,
    state: item ? afterPlay(plan, state, { item, moment }) : state,
  };
};

describe('a line under leases', () => {
  it('names no more of them than one call takes, and the others with the next', () => {
    const held = Array.from({ length: MAX_LEASES_HELD + 7 }, (_, n) => leaseOf(n));
    const closed = held.map(one => ({ ...one, closed: true as const }));
    const first = askedWith([...closed, ...held], undefined);
    expect([first.held.length, first.returned.length]).toEqual([MAX_LEASES_HELD, MAX_LEASES_HELD]);
    expect(askedWith(afterAnswer(closed, first, []), undefined).returned).toHaveLength(7);
  });

  it('plays nothing without one, after its deadline, and once it is spent; each is a reason of its own', () => {
    const hasToAskAt = (leases: readonly HeldLease[], spent: number, at: number) =>
      leaseFor(line.id, leases, { spent: { [leaseOf(1).id]: spent }, at, isPaced: false });
    expect(hasToAskAt([], 0, MONDAY)).toBe('lease_missing');
    expect(hasToAskAt([leaseOf(1, { line_id: idOf(9) })], 0, MONDAY)).toBe('lease_missing');
    expect(hasToAskAt([leaseOf(1)], 4, MONDAY)).toBe('lease_spent');
    expect(hasToAskAt([leaseOf(1)], 0, MONDAY + 4 * HOUR_MS)).toBe('lease_expired');
    expect(hasToAskAt([{ ...leaseOf(1), closed: true }], 0, MONDAY)).toBe('lease_expired');
    expect(hasToAskAt([{ ...leaseOf(1), closed: true }], 4, MONDAY)).toBe('lease_spent');
    expect(hasToAskAt([leaseOf(1)], 3, MONDAY)).toMatchObject({ id: leaseOf(1).id });
    expect(playsAt([], NOTHING_PLAYED, MONDAY).reason).toBe('lease_missing');
  });

  it('spreads its plays over the window, makes up for what it missed, and names the lease', () => {
    let state: PlayoutState = NOTHING_PLAYED;
    const starts: number[] = [];
    for (let at = MONDAY; at < MONDAY + 4 * HOUR_MS; at += 60_000) {
      const played = playsAt([leaseOf(1)], state, at);
      if (played.item) starts.push((at - MONDAY) / HOUR_MS);
      if (played.item) expect(played.item.line?.lease_id).toBe(leaseOf(1).id);
      state = played.state;
    }
    expect(starts).toEqual([0, 0.5, 1, 1.5]);
    expect(playsAt([leaseOf(1)], NOTHING_PLAYED, MONDAY + 3 * HOUR_MS).item).not.toBeNull();
  });

  it('goes by the window of its lease and not by its own pace, which is for screens without one', () => {
    let state: PlayoutState = NOTHING_PLAYED;
    let plays = 0;
    for (let at = MONDAY; at < MONDAY + 2 * HOUR_MS; at += 60_000) {
      const played = playsAt([leaseOf(1)], state, at, [{ ...line, plays_per_h: 1 }]);
      if (played.item) plays++;
      state = played.state;
    }
    expect(plays).toBe(4);
  });

  it('spends the lease first that ends first, in whatever order they are held', () => {
    const [late, soon] = [leaseOf(1), leaseOf(2, { play_deadline: instant(MONDAY + 3 * HOUR_MS) })];
    for (const held of [
      [late, soon],
      [soon, late],
    ])
      expect(leaseFor(line.id, held, { spent: {}, at: MONDAY, isPaced: true })).toBe(soon);
  });

  it('is asked for ahead of its flight, so that a screen out of reach by then can begin', () => {
    const lines = [lineOf(1, { leased: true, starts_at: instant(MONDAY) })];
    const hasToAskBefore = (ms: number) => hasToAsk([], { spent: undefined, lines, at: MONDAY - ms });
    expect(hasToAskBefore(8 * HOUR_MS - 1)).toBe(true);
    expect(hasToAskBefore(8 * HOUR_MS)).toBe(false);
  });

  it('gives a lease back whose plays are spent, though the line goes on', () => {
    const at = { lines: [line], at: MONDAY };
    const closed = (used: number) => closeUseless([leaseOf(1)], { ...at, spent: { [leaseOf(1).id]: used } });
    expect(askedWith(closed(3), { [leaseOf(1).id]: 3 }).returned).toEqual([]);
    expect(askedWith(closed(4), { [leaseOf(1).id]: 4 }).returned).toEqual([{ id: leaseOf(1).id, used: 4 }]);
  });

  it('is asked for anew once half is spent, and what is of no use comes back one call later', () => {
    const spent = (n: number) => ({ [leaseOf(1).id]: n });
    expect(needsMore(line.id, [leaseOf(1)], spent(1), MONDAY)).toBe(false);
    expect(needsMore(line.id, [leaseOf(1)], spent(2), MONDAY)).toBe(true);
    const standing = { spent: spent(1), lines: [], at: MONDAY };
    expect(hasToAsk([leaseOf(1)], standing)).toBe(true);
    expect(askedWith([leaseOf(1)], spent(1))).toEqual({
      held: [{ id: leaseOf(1).id, used: 1 }],
      returned: [],
    });
    const closed = closeUseless([leaseOf(1)], standing);
    const again = askedWith(closed, spent(1));
    expect(again).toEqual({ held: [], returned: [{ id: leaseOf(1).id, used: 1 }] });
    expect(afterAnswer(closed, again, [leaseOf(2), leaseOf(2)]).map(({ id }) => id)).toContain(leaseOf(2).id);
    expect(closeUseless(closed, { ...standing, lines: [line] })).toBe(closed);
  });

  it('never plays more than was granted, whatever the order of plays, kills, calls and lost answers', () => {
    const step = fc.oneof(
      { weight: 6, arbitrary: fc.constant('play' as const) },
      fc.constant('kill' as const),
      fc.constant('call' as const),
      fc.constant('lost' as const),
      fc.constant('off' as const),
      fc.constant('back' as const),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 120 }), fc.integer({ min: 1, max: 6 }), (steps, most) => {
        /** The server's books: each lease with what it was granted, what came back, and what was played. */
        const books = new Map<
          string,
          { lease: Lease; isHeld: boolean; returned: number | null; played: number }
        >();
        let [state, disk] = [NOTHING_PLAYED, NOTHING_PLAYED];
        let held: readonly HeldLease[] = [];
        let [at, n, lines] = [MONDAY, 0, [line]];
        const call = (isLost: boolean) => {
          const standing = { spent: state.spent, lines, at };
          if (!hasToAsk(held, standing)) return;
          const body = askedWith(held, state.spent);
          held = closeUseless(held, standing);
          for (const { id } of body.held) books.get(id)!.isHeld = true;
          for (const { id, used } of body.returned) {
            const book = books.get(id)!;
            book.isHeld = true;
            book.returned ??= book.lease.max_plays - used;
            expect(used).toBe(book.played);
          }
          const fresh = [...books.values()].filter(one => !one.isHeld && one.returned === null);
          if (fresh.length === 0 && lines.length > 0) {
            const from = {
              window_start: instant(at),
              window_end: instant(at),
              play_deadline: instant(at + HOUR_MS),
            };
            const lease = leaseOf(++n, { ...from, max_plays: most });
            const book = { lease, isHeld: false, returned: null, played: 0 };
            books.set(lease.id, book);
            fresh.push(book);
          }
          if (!isLost)
            held = afterAnswer(
              held,
              body,
              fresh.map(({ lease }) => lease),
            );
        };
        for (const one of steps) {
          at += 7 * 60_000;
          if (one === 'call' || one === 'lost') call(one === 'lost');
          else if (one === 'off' || one === 'back') lines = one === 'off' ? [] : [line];
          /** What was written with the first frame is what there is after a kill. */
          else if (one === 'kill') state = structuredClone(disk);
          else {
            const played = playsAt(held, state, at, lines);
            if (!played.item) continue;
            books.get(played.item.line!.lease_id!)!.played++;
            state = disk = played.state;
          }
        }
        for (const { lease, returned, played } of books.values())
          expect(played).toBeLessThanOrEqual(lease.max_plays - (returned ?? 0));
      }),
      { numRuns: 300 },
    );
  });
});
