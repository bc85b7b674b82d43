import { describe, expect, it } from 'vitest';
import { MAX_BATCH } from '../../../../shared/contract/proof/play.ts';
import { uuid7 } from '../../../../shared/random.ts';
import { adjacentKeys, lookedBack } from '../../../../server/proof/timeline/adjacent.ts';

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

  it('is, of a parted screen, also a stretch before it, and nothing before the beginning', () => {
    const parted = (seq: number) =>
      lookedBack(batch([seq + 1, seq].map(at => ({ epoch, seq: at, zone: 'main' }))));
    expect(parted(600)).toEqual([{ epoch, first: 100, last: 599 }]);
    expect(parted(3)).toEqual([{ epoch, first: 1, last: 2 }]);
    expect(parted(1)).toEqual([]);
    expect(lookedBack(batch([{ epoch, seq: 600, zone: 'full' }]))).toEqual([]);
  });

  it('S8 is no more than four rows for each record, whatever epochs they name', () => {
    const sent = batch(Array.from({ length: MAX_BATCH }, (_one, n) => ({ epoch: uuid7(n + 2), seq: 1_000 })));
    expect(adjacentKeys(sent).length + lookedBack(sent).length).toBeLessThanOrEqual(4 * MAX_BATCH + 1);
  });

  it('is nothing of records that name no place', () => {
    const nowhere = [{}, { epoch: 'none', seq: 1 }, { epoch, seq: 1e308 }, { epoch, seq: '1' }];
    expect(adjacentKeys(batch(nowhere))).toEqual([{ epoch, seq: 12 }]);
    expect(lookedBack(batch(nowhere))).toEqual([]);
  });
});
