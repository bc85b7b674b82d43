import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planLibrary, type LibraryState } from '../../../player/library/plan.ts';
import { picture, shaOf } from '../items.ts';

const asset = (n: number, bytes: number) => ({ ...picture(n).asset, bytes });
const held = (n: number, bytes: number, wanted: number | null, complete = true) => ({
  sha256: shaOf(n),
  bytes,
  wanted,
  complete,
});
const wantedOf = (...assets: ReturnType<typeof asset>[]) => new Map(assets.map(one => [one.sha256, one]));
const stock = (more: Partial<LibraryState>): LibraryState => ({
  wanted: new Map(),
  held: [],
  room: { used: 0, quota: Infinity },
  pinned: new Set(),
  isDeferred: () => false,
  ...more,
});
const names = (...ns: number[]) => ns.map(shaOf);

describe('the plan of the library', () => {
  it('fetches what is missing in the order of its first play', () => {
    const wanted = wantedOf(asset(3, 10), asset(1, 10), asset(2, 10));
    const lying = [held(3, 10, 1), held(1, 4, 1, false)];
    expect(planLibrary(stock({ wanted, held: lying })).next?.sha256).toBe(shaOf(1));
    const isDeferred = ({ sha256 }: { sha256: string }) => sha256 === shaOf(1);
    expect(planLibrary(stock({ wanted, held: lying, isDeferred })).next?.sha256).toBe(shaOf(2));
  });

  it('keeps what nobody wants as long as there is room', () => {
    const plan = planLibrary(stock({ held: [held(1, 10, 1)], room: { used: 10, quota: 100 } }));
    expect(plan).toEqual({ next: null, evict: [], short: [], isTight: false });
  });

  it('gives up what no index knows, then what was least recently wanted, and no more than is needed', () => {
    const lying = [held(1, 20, 5), held(2, 20, 2), held(3, 20, 4), held(4, 0, null, false)];
    const wanted = wantedOf(asset(9, 25));
    const plan = planLibrary(stock({ wanted, held: lying, room: { used: 70, quota: 100 } }));
    expect(plan.evict).toEqual(names(4, 2));
    expect(plan.next?.sha256).toBe(shaOf(9));
  });

  it('gives up neither what a version wants nor what is on screen, and says what does not fit', () => {
    const wanted = wantedOf(asset(1, 40), asset(8, 30), asset(9, 5));
    const plan = planLibrary(
      stock({
        wanted,
        held: [held(1, 40, 1), held(2, 30, 1)],
        pinned: new Set(names(2)),
        room: { used: 70, quota: 100 },
      }),
    );
    expect(plan.evict).toEqual([]);
    expect(plan.short.map(({ sha256 }) => sha256)).toEqual(names(8));
    expect(plan.next?.sha256).toBe(shaOf(9));
  });

  it('is tight where others have filled the rest of the disk', () => {
    const room = { used: 85, quota: 100 };
    expect(planLibrary(stock({ held: [held(1, 4, 1)], room }))).toMatchObject({
      evict: names(1),
      isTight: true,
    });
    expect(planLibrary(stock({ held: [held(1, 6, 1)], room }))).toMatchObject({ isTight: false });
  });

  it('P11 whatever lies there and is wanted: nothing wanted goes, what is fetched fits, and the oldest goes first', () => {
    const some = fc.record({
      bytes: fc.integer({ min: 1, max: 50 }),
      wanted: fc.integer({ min: 0, max: 9 }),
      isWanted: fc.boolean(),
      isPinned: fc.boolean(),
      complete: fc.boolean(),
    });
    const property = fc.property(
      fc.array(some, { maxLength: 12 }),
      fc.nat(200),
      fc.nat(100),
      (all, quota, others) => {
        const lying = all.map((one, n) => held(n, one.bytes, one.wanted, one.complete));
        const wanted = wantedOf(
          ...all.flatMap((one, n) => (one.isWanted ? [asset(n, one.bytes + (one.complete ? 0 : 10))] : [])),
          asset(99, 20),
        );
        const pinned = new Set(all.flatMap((one, n) => (one.isPinned ? names(n) : [])));
        const used = all.reduce((sum, { bytes }) => sum + bytes, others);
        const plan = planLibrary(stock({ wanted, held: lying, pinned, room: { used, quota } }));
        const bytesOf = new Map(lying.map(({ sha256, bytes }) => [sha256, bytes]));
        const gone = plan.evict.reduce((sum, sha256) => sum + (bytesOf.get(sha256) ?? 0), 0);
        const need = plan.next ? plan.next.bytes - (bytesOf.get(plan.next.sha256) ?? 0) : 0;
        const limit = 0.8 * quota;

        for (const sha256 of plan.evict) expect(wanted.has(sha256) || pinned.has(sha256)).toBe(false);
        if (plan.next) expect(used - gone + need).toBeLessThanOrEqual(limit + 1e-9);
        expect(plan.isTight).toBe(used - gone > limit);
        const left = lying.filter(
          ({ sha256 }) => !plan.evict.includes(sha256) && !wanted.has(sha256) && !pinned.has(sha256),
        );
        const ageOf = (sha256: string) => lying.find(one => one.sha256 === sha256)?.wanted ?? 0;
        for (const out of plan.evict)
          for (const stays of left) expect(ageOf(out)).toBeLessThanOrEqual(stays.wanted ?? 0);
        if (plan.isTight || plan.short.length > 0) expect(left.length === 0 || !plan.isTight).toBe(true);
      },
    );
    fc.assert(property, { numRuns: 500 });
  });
});
