/** Which line goes before which, and how much of what it missed it may make up for. */
import { describe, expect, it } from 'vitest';
import type { DocumentLine } from '../../../shared/contract/playout/flights.ts';
import { DEFAULT_PACING } from '../../../shared/contract/playout/playerValues.ts';
import { decide, NOTHING_PLAYED, type PlayoutState } from '../../../shared/playout/decide.ts';
import { createSimulation } from '../../../shared/playout/simulate.ts';
import { idOf, picture } from '../../player/items.ts';
import { HOUR_MS, lineOf, MONDAY } from './lines.ts';

const moment = { at: MONDAY, tz: 'UTC', weather: null, place: null };
const pacing = { ...DEFAULT_PACING, ad_load_max_pct: 100, catch_up_factor: 1 };
/** What is due to each line now: ms of its share of the hour, or plays. */
const owing = (due: readonly (readonly [DocumentLine, number])[], at = MONDAY): PlayoutState => ({
  ...NOTHING_PLAYED,
  accounts: Object.fromEntries(due.map(([{ id }, amount]) => [id, { at, due: amount }])),
});
const orderOf = (lines: readonly DocumentLine[], state: PlayoutState) => {
  const { candidates } = decide({ loop: null, lines, pacing }, state, moment, null);
  return [...candidates].map(({ line }) => lines.findIndex(({ id }) => id === line?.id));
};

describe('among lines that may play', () => {
  it('a share that is owed comes first, then what is guaranteed, then the standard, then the house', () => {
    const owed = lineOf(4, { class: 'guaranteed', sov_s_per_h: 600 });
    const lines = [
      lineOf(1, { class: 'house' }),
      lineOf(2, { class: 'standard' }),
      lineOf(3, { class: 'guaranteed' }),
      owed,
    ];
    expect(orderOf(lines, owing([[owed, 60_000]]))).toEqual([3, 2, 1, 0]);
  });

  it('whoever is furthest behind its own share comes first, and not whoever has the larger share', () => {
    const shareOf = (n: number, sov_s_per_h: number) => lineOf(n, { class: 'guaranteed', sov_s_per_h });
    const [large, small, middle] = [shareOf(1, 600), shareOf(2, 100), shareOf(3, 300)];
    const due = [[large, 120_000] as const, [small, 50_000] as const, [middle, 90_000] as const];
    expect(orderOf([large, small, middle], owing(due))).toEqual([1, 2, 0]);
  });
});

describe('a line that was kept from its plan', () => {
  const loop = { playlist_id: idOf(0xffff), items: [picture(1), picture(2)] };
  it.each([1, 2, 3])('makes up for an hour of it at most, by %i times its pace', catch_up_factor => {
    const line = lineOf(1, { plays_per_h: 10 });
    const plan = { loop, lines: [line], pacing: { ...pacing, catch_up_factor } };
    const begin = { state: owing([[line, 0]], MONDAY - 5 * HOUR_MS), position: null, lastLoop: null };
    const { shows } = createSimulation(plan, at => ({ ...moment, at }), MONDAY, begin).until(
      MONDAY + HOUR_MS,
    );
    const plays = shows.filter(({ item }) => item.line).length;
    /** What it owes by now, and what becomes due in the hour. */
    expect(Math.abs(plays - (10 * catch_up_factor + 10))).toBeLessThanOrEqual(1);
  });
});
