import { describe, expect, it } from 'vitest';
import { MAX_BATCH, type PlayZone } from '../../../../shared/contract/proof/play.ts';
import { uuid7 } from '../../../../shared/random.ts';
import { adjacentKeys, lookedBack, MOST_LOOKED_THROUGH } from '../../../../server/proof/timeline/adjacent.ts';

const epoch = uuid7(1);
const batch = (records: Record<string, unknown>[]) => ({
  epoch,
  checkpoint: { seq: 12, hash: '0'.repeat(64), sig: '' },
  records,
});

describe('what a batch is judged by', () => {
  it('is its places and those beside them, each once', () => {
    const keys = adjacentKeys(batch([11, 12].map(seq => ({ epoch, seq, zone: 'full' }))));
    expect(keys.map(({ seq }) => seq).sort((a, b) => a - b)).toEqual([10, 11, 12, 13]);
  });

  it('is, of a parted screen, also a stretch before it for each zone, and nothing before the beginning', () => {
    const parted = (...places: [seq: number, zone: PlayZone][]) =>
      lookedBack(places.map(([seq, zone]) => ({ epoch, seq, zone })));
    const main = { epoch, zone: 'main' };
    expect(parted([601, 'main'], [600, 'main'])).toEqual([{ ...main, first: 100, last: 599 }]);
    expect(parted([600, 'main'], [601, 'side'])).toEqual([
      { ...main, first: 100, last: 599 },
      { epoch, zone: 'side', first: 101, last: 600 },
    ]);
    expect(parted([3, 'main'])).toEqual([{ ...main, first: 1, last: 2 }]);
    expect(parted([1, 'main'])).toEqual([]);
    expect(parted([600, 'full'])).toEqual([]);
  });

  it('S8 is a bounded number of rows, whatever epochs they name', () => {
    const places = Array.from({ length: MAX_BATCH }, (_one, n) => ({
      ...{ epoch: uuid7(n + 2), seq: 1_000, zone: 'main' as const },
    }));
    expect(adjacentKeys(batch(places)).length).toBeLessThanOrEqual(3 * MAX_BATCH + 1);
    const rows = lookedBack(places).reduce((sum, { first, last }) => sum + last - first + 1, 0);
    expect(rows).toBeGreaterThanOrEqual(MAX_BATCH);
    expect(rows).toBeLessThanOrEqual(MOST_LOOKED_THROUGH);
  });

  it('is nothing of records that name no place', () => {
    const nowhere = [{}, { epoch: 'none', seq: 1 }, { epoch, seq: 1e308 }, { epoch, seq: '1' }];
    expect(adjacentKeys(batch(nowhere))).toEqual([{ epoch, seq: 12 }]);
  });
});
