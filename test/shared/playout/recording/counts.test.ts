import { describe, expect, it } from 'vitest';
import { MAX_COUNTS } from '../../../../shared/contract/playout/screenCalls.ts';
import { createDecisionCounts } from '../../../../shared/playout/recording/counts.ts';
import { byCampaign, reasonsOf, type Choice } from '../../../../shared/playout/recording/reason.ts';
import { decide, NOTHING_PLAYED } from '../../../../shared/playout/decide.ts';
import { idOf, picture } from '../../../player/items.ts';
import { lineOf, MONDAY } from '../lines.ts';

const lines = [
  lineOf(1),
  lineOf(2, { dayparts: [{ days: [2], start: '00:00', end: '24:00' }] }),
  lineOf(3),
  lineOf(4),
  lineOf(5),
];
const moment = { at: MONDAY, tz: 'UTC', weather: null, place: null };
const plan = { loop: { playlist_id: idOf(9), items: [picture(1)] }, lines };
const NOTHING_LACKS = { missing: new Set<string>(), unready: new Map<string, 'failed'>() };
const idOfLine = (n: number) => lineOf(n).id;

function begin() {
  let [now, ids] = [MONDAY, 0];
  const counts = createDecisionCounts<Choice>(
    () => now,
    () => idOf(0x7000 + ids++),
  );
  const count = (choice: Choice) => counts.count(choice, byCampaign(reasonsOf(choice)));
  const { refused } = decide(plan, NOTHING_PLAYED, moment, null);
  const choose = (chosen: string | null) =>
    count({
      ...{ lines, refused, chosen },
      missing: new Set([idOfLine(3)]),
      unready: new Map([[idOfLine(4), 'failed']]),
    });
  return { counts, count, choose, pass: (ms: number) => void (now += ms) };
}

describe('what a screen decided', () => {
  it('is counted for each campaign with the one reason that kept it, and adds up to all decisions', () => {
    const { counts, choose } = begin();
    choose(idOfLine(1));
    choose(idOfLine(1));
    choose(null);
    const period = counts.take()!;
    const of = (n: number) =>
      period.counts
        .filter(one => one.campaign_id === lineOf(n).campaign_id)
        .map(({ reason, n: times }) => [reason, times]);
    expect([1, 2, 3, 4, 5].map(of)).toEqual([
      [
        ['chosen', 2],
        ['outranked', 1],
      ],
      [['daypart', 3]],
      [['not_cached', 3]],
      [['failed', 3]],
      [['outranked', 3]],
    ]);
    expect(period.counts.reduce((sum, { n }) => sum + n, 0)).toBe(3 * lines.length);
  });

  it('counts a campaign once however many flights it has, by the one that came furthest', () => {
    const flights = [lineOf(1), lineOf(2), lineOf(3)].map(line => ({ ...line, campaign_id: idOf(0x51) }));
    const { counts, count } = begin();
    const reasons = ['over', 'daypart', 'not_yet'] as const;
    const refused = flights.map((line, i) => ({ line, reason: reasons[i]! }));
    count({ lines: flights, refused, chosen: null, missing: new Set(), unready: new Map() });
    count({ lines: flights, refused: refused.slice(1), chosen: idOfLine(1), ...NOTHING_LACKS });
    count({
      lines: flights.slice(1),
      refused: [refused[0]!, refused[2]!],
      chosen: null,
      ...NOTHING_LACKS,
    });
    expect(counts.take()!.counts.map(({ reason, n }) => [reason, n])).toEqual([
      ['daypart', 1],
      ['chosen', 1],
      ['outranked', 1],
    ]);
  });

  it('of more campaigns than one call takes what is left goes with the next', () => {
    const many = Array.from({ length: MAX_COUNTS + 5 }, (_, n) => lineOf(n + 1));
    const { counts, count } = begin();
    for (let n = 0; n < 2; n++) count({ lines: many, refused: [], chosen: null, ...NOTHING_LACKS });
    const sent = [];
    for (let period = counts.take(); period; period = counts.take()) {
      sent.push(period.counts);
      counts.settle(period.period_id);
    }
    expect(sent.map(({ length }) => length)).toEqual([MAX_COUNTS, 5]);
    expect(sent.flat().every(({ n }) => n === 2)).toBe(true);
    expect(new Set(sent.flat().map(one => one.campaign_id)).size).toBe(MAX_COUNTS + 5);
  });

  it('is handed in as it was until the server has it, and what comes meanwhile waits for the next', () => {
    const { counts, choose, pass } = begin();
    expect(counts.take()).toBeNull();
    choose(null);
    pass(60_000);
    const first = counts.take();
    choose(null);
    expect(counts.take()).toBe(first);
    counts.settle(first!.period_id);
    pass(60_000);
    const second = counts.take();
    expect(second!.period_id).not.toBe(first!.period_id);
    expect([first!.to, second!.from]).toEqual([second!.from, first!.to]);
    counts.settle(second!.period_id);
    expect(counts.take()).toBeNull();
  });
});
