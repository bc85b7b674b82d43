import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  admit,
  backoff,
  isTooOld,
  olderHalf,
  OUTBOX_POLICY,
  QUEUE_POLICY,
  decide,
  type Outcome,
} from '../../../shared/queue/policy.ts';
import { draft, entry } from './entries.ts';

const many = (n: number, from = 0) => Array.from({ length: n }, (_, i) => draft(from + i));

describe('what the queue takes in', () => {
  it('QUEUE-12 QUEUE-13 AMBIG-QUEUE-04 a full table gives up its ten oldest by acceptance, whatever their priority and their clocks', () => {
    const present = many(100).map((one, i) => ({
      ...one,
      priority: i < 10 ? 1 : 9,
      timestamp: one.timestamp - i * 60_000,
    }));
    const { pruned, kept } = admit(present, many(1, 100), QUEUE_POLICY);
    expect(pruned).toEqual(present.slice(0, 10));
    expect(kept).toHaveLength(1);
    expect(present.length - pruned.length + kept.length).toBe(91);
  });

  it('QUEUE-12 never holds more than it may, nor loses one it does not name', () => {
    fc.assert(
      fc.property(fc.nat(100), fc.nat(300), (lying, coming) => {
        const present = many(lying);
        const drafts = many(coming, lying);
        const { pruned, kept } = admit(present, drafts, QUEUE_POLICY);
        const old = pruned.filter(one => present.includes(one));
        expect(present.length - old.length + kept.length).toBeLessThanOrEqual(100);
        expect(pruned.length + kept.length + (present.length - old.length)).toBe(lying + coming);
        expect([...pruned].sort((a, b) => a.id.localeCompare(b.id))).toEqual(pruned);
      }),
    );
  });

  it('AMBIG-QUEUE-04 Q10 the outbox gives up none, be there three hundred thousand', () => {
    const { pruned, kept } = admit(many(300_000), many(50, 300_000), OUTBOX_POLICY);
    expect([pruned.length, kept.length]).toEqual([0, 50]);
  });

  it.each([
    [40, 20],
    [41, 21],
    [1, 1],
    [0, 0],
  ])('AMBIG-QUEUE-08 of %i entries a full disk takes the older %i', (n, gone) => {
    expect(olderHalf(many(n))).toEqual(many(n).slice(0, gone));
  });
});

describe('what an outcome means', () => {
  it('QUEUE-16 AMBIG-QUEUE-02 waits 1, 2, 4, 8 and then 16 s', () => {
    expect([1, 2, 3, 4, 5, 6].map(n => backoff(n))).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 16_000]);
  });

  const tried: Outcome = { at: 'tried', said: { status: 503 }, retryAfterMs: null };
  it('QUEUE-17 AMBIG-RETRY-02 three retries are four tries', () => {
    const counts = [0, 1, 2, 3].map(retryCount => decide(entry(1, { retryCount }), tried, QUEUE_POLICY));
    expect(counts.map(({ change }) => change?.to)).toEqual(['again', 'again', 'again', 'failed']);
    expect(counts.map(({ waitMs }) => waitMs)).toEqual([1_000, 2_000, 4_000, undefined]);
    expect(counts[3]?.change).toMatchObject({ reason: 'exhausted', said: { status: 503 } });
  });

  it('the outbox tries for ever, at longest every five minutes', () => {
    const { change, waitMs } = decide(entry(1, { retryCount: 500 }), tried, OUTBOX_POLICY);
    expect([change, waitMs]).toEqual([{ seq: 1, to: 'again', retryCount: 501 }, 300_000]);
  });

  it.each([
    ['nothing that is ours answered', { at: 'unreachable' }, null],
    ['nobody is signed in any more', { at: 'signed_out' }, { seq: 1, to: 'parked', reason: 'signed_out' }],
    ['it is acknowledged', { at: 'done' }, { seq: 1, to: 'done' }],
    [
      'it is refused',
      { at: 'refused', said: { status: 422 }, conflict: false },
      { seq: 1, to: 'failed', reason: 'refused', said: { status: 422 } },
    ],
    [
      'somebody else changed the row',
      { at: 'refused', said: { status: 412 }, conflict: true },
      { seq: 1, to: 'failed', reason: 'conflict', said: { status: 412 } },
    ],
  ] as const)('AMBIG-QUEUE-01 when %s', (_what, outcome, change) => {
    expect(decide(entry(1), outcome, QUEUE_POLICY).change).toEqual(change);
  });

  it('what the outbox is refused for good is parked with its reason, and never dropped', () => {
    const refused: Outcome = { at: 'refused', said: {}, conflict: false };
    expect(decide(entry(1), refused, OUTBOX_POLICY).change).toEqual({
      seq: 1,
      to: 'parked',
      reason: 'poison',
    });
  });

  it.each([
    [7_000, 7_000],
    [300_000, 300_000],
    [315_360_000_000, 3_600_000],
  ])('asked to wait %i ms, the whole lane waits %i ms', (retryAfterMs, pauseMs) => {
    expect(decide(entry(1), { at: 'tried', said: {}, retryAfterMs }, QUEUE_POLICY)).toMatchObject({
      pauseMs,
    });
  });

  it('AMBIG-RETRY-06 an entry older than the server knows its key waits for a person', () => {
    const day = 86_400_000;
    expect(isTooOld({ timestamp: 0 }, 30 * day, QUEUE_POLICY)).toBe(false);
    expect(isTooOld({ timestamp: 0 }, 30 * day + 1, QUEUE_POLICY)).toBe(true);
    expect(isTooOld({ timestamp: 0 }, 3_000 * day, OUTBOX_POLICY)).toBe(false);
    const money = { timestamp: 0, maxAgeMs: 28 * day };
    expect(isTooOld(money, 28 * day, OUTBOX_POLICY)).toBe(false);
    expect(isTooOld(money, 28 * day + 1, OUTBOX_POLICY)).toBe(true);
  });
});
