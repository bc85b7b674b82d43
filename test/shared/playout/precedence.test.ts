/** Which line goes before which, what each has of too little time, and how much of what it missed it may make up for. */
import { describe, expect, it } from 'vitest';
import type { DocumentLine } from '../../../shared/contract/playout/flights.ts';
import { DEFAULT_PACING } from '../../../shared/contract/playout/playerValues.ts';
import { decide, NOTHING_PLAYED, type PlayoutState } from '../../../shared/playout/decide.ts';
import { createSimulation } from '../../../shared/playout/simulate.ts';
import { idOf, picture } from '../../player/items.ts';
import { HOUR_MS, lineOf, MONDAY, msOf, playFor } from './lines.ts';

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

const loop = { playlist_id: idOf(0xffff), items: [picture(1), picture(2)] };

describe('lines that ask for more time than there is', () => {
  const playsOf = (lines: readonly DocumentLine[], hours: number) => {
    const shows = playFor({ loop, lines, pacing }, hours);
    return lines.map(({ id }) => shows.filter(({ item }) => item.line?.id === id).length);
  };

  it('leave what is guaranteed all its plays, hour after hour', () => {
    const paced = [1, 2, 3, 4].map(n => lineOf(n, { plays_per_h: 60 }));
    const booked = lineOf(5, { class: 'guaranteed', plays_per_h: 90 });
    const [guaranteed] = playsOf([booked, ...paced], 4);
    expect(Math.abs(guaranteed! - 4 * 90)).toBeLessThanOrEqual(2);
  });

  it('have as much of it as the pace of each is to that of the others', () => {
    const [fast, slow] = playsOf([lineOf(1, { plays_per_h: 240 }), lineOf(2, { plays_per_h: 120 })], 4);
    expect(fast! / slow!).toBeCloseTo(2, 1);
  });

  it('lose none of their share among the sources to a share of the hour that is owed', () => {
    const owed = lineOf(1, { class: 'guaranteed', sov_s_per_h: 1_200 });
    const shows = playFor({ loop, lines: [owed, lineOf(2)], pacing }, 12);
    const rest = msOf(shows, ({ line }) => line?.id !== owed.id);
    const sold = msOf(shows, ({ line }) => line?.id === lineOf(2).id);
    expect(rest / (12 * HOUR_MS)).toBeCloseTo(2 / 3, 2);
    /** Of the default weights 50 are for what is sold and 40 for the loop. */
    expect(sold / rest).toBeCloseTo(50 / 90, 2);
  });
});

describe('a line that begins', () => {
  it('with less than a play an hour waits until its first one is due', () => {
    const shows = playFor({ loop, lines: [lineOf(1, { plays_per_h: 0.5 })], pacing }, 8);
    const hours = shows.filter(({ item }) => item.line).map(({ at }) => Math.round((at - MONDAY) / HOUR_MS));
    expect(hours).toEqual([1, 3, 5, 7]);
  });

  it('its hours of the day is not owed what the hours before them would have brought', () => {
    const dayparts = [{ days: [1, 2, 3, 4, 5, 6, 7], start: '06:00', end: '10:00' }];
    const line = lineOf(1, { plays_per_h: 10, dayparts });
    const shows = playFor({ loop, lines: [line], pacing: { ...pacing, catch_up_factor: 3 } }, 24);
    const hours = shows.filter(({ item }) => item.line).map(({ at }) => Math.floor((at - MONDAY) / HOUR_MS));
    const counts = [6, 7, 8, 9].map(hour => hours.filter(one => one === hour).length);
    for (const plays of counts) expect(Math.abs(plays - 10)).toBeLessThanOrEqual(1);
  });
});

describe('a line that was kept from its plan', () => {
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
