import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Entry } from '../../../shared/queue/entry.ts';
import { groupOf, groupHeads, rebaseVersions, nextDue, readyEntries } from '../../../shared/queue/order.ts';
import { entry } from './entries.ts';

const seqs = (entries: readonly Entry[]) => entries.map(({ seq }) => seq);
const none = { sending: new Set<number>(), notBefore: new Map<number, number>(), now: 0 };
const change = (seq: number, id: string, over: Partial<Entry> = {}) =>
  entry(seq, { method: 'PATCH', url: `/api/devices/${id}`, ...over });

describe('what was made upon the same version', () => {
  const upon = (seq: number, id: string, version: number) =>
    change(seq, id, { headers: { 'if-match': `"${version}"` } });

  it('goes on upon what the change before has made of it: nobody is in conflict with himself', () => {
    const next = rebaseVersions(upon(1, 'a', 3), 4, [
      upon(2, 'a', 3),
      upon(3, 'b', 3),
      upon(4, 'a', 2),
      upon(5, 'a', 3),
    ]);
    expect(next.map(({ seq, headers }) => [seq, headers['if-match']])).toEqual([
      [2, '"4"'],
      [5, '"4"'],
    ]);
  });

  it('is nothing where no version was named', () => {
    expect(rebaseVersions(change(1, 'a'), 4, [change(2, 'a')])).toEqual([]);
  });
});

describe('the order of the queue', () => {
  it('QUEUE-11 a lower priority number goes first', () => {
    expect(
      seqs(readyEntries([entry(1, { priority: 9 }), entry(2, { priority: 1 }), entry(3)], none)),
    ).toEqual([2, 3, 1]);
  });

  it('OPEN-QUEUE-02 equal priorities go in the order they were accepted in, whatever their clocks say', () => {
    const late = entry(1, { timestamp: 9 });
    expect(seqs(readyEntries([entry(2, { timestamp: 1 }), late, entry(3, { timestamp: 5 })], none))).toEqual([
      1, 2, 3,
    ]);
  });

  it.each([
    ['/api/devices/7', 'PATCH', 'api/devices/7'],
    ['/api/devices/7/retire?x=1', 'POST', 'api/devices/7'],
    ['/api/settings', 'PATCH', 'api/settings'],
    ['/api/devices', 'POST', null],
  ] as const)('%s by %s is of the group %s', (url, method, group) => {
    expect(groupOf(entry(1, { url, method }))).toBe(group);
  });

  it('a group that was named is the group', () => {
    expect(groupOf(entry(1, { metadata: { type: 't', description: 'd', group: 'mine' } }))).toBe('mine');
  });

  it('Q5 within a record acceptance beats priority', () => {
    expect(
      seqs(groupHeads([change(1, 'a', { priority: 9 }), change(2, 'a', { priority: 1 }), change(3, 'b')])),
    ).toEqual([3, 1]);
  });

  it('what waits for a sign-in holds the later changes of its record; what was refused for good does not', () => {
    const parked = { state: 'parked', reason: 'signed_out' } as const;
    expect(seqs(groupHeads([change(1, 'a', parked), change(2, 'a')]))).toEqual([]);
    expect(seqs(groupHeads([change(1, 'a', { ...parked, reason: 'poison' }), change(2, 'a')]))).toEqual([2]);
  });

  it('neither what is under way nor what may not be sent yet is ready', () => {
    const entries = [entry(1), entry(2), entry(3)];
    const moment = { sending: new Set([1]), notBefore: new Map([[2, 500]]), now: 499 };
    expect(seqs(readyEntries(entries, moment))).toEqual([3]);
    expect(nextDue([entry(1), entry(2)], moment)).toBe(500);
    expect(nextDue([entry(1)], moment)).toBe(null);
  });

  it('Q5 whatever lies there, no change overtakes an earlier one of its record', () => {
    const any = fc.array(
      fc.record({ id: fc.constantFrom('a', 'b', 'c'), priority: fc.integer({ min: 1, max: 9 }) }),
      { maxLength: 30 },
    );
    fc.assert(
      fc.property(any, drafts => {
        let left = drafts.map(({ id, priority }, i) => change(i + 1, id, { priority }));
        const done: Entry[] = [];
        while (left.length > 0) {
          const [first] = readyEntries(left, none);
          done.push(first!);
          left = left.filter(one => one !== first);
        }
        for (const id of ['a', 'b', 'c']) {
          const ofOne = seqs(done.filter(({ url }) => url.endsWith(id)));
          expect(ofOne).toEqual([...ofOne].sort((a, b) => a - b));
        }
      }),
    );
  });
});
