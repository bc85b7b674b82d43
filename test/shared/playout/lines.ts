/** Believable lines of campaigns for the tests of the playout. */
import type { DocumentLine } from '../../../shared/contract/playout/flights.ts';
import type { Plan, PlayItem } from '../../../shared/playout/decide.ts';
import type { Moment } from '../../../shared/playout/rights.ts';
import { createSimulation, type Show } from '../../../shared/playout/simulate.ts';
import { idOf, picture } from '../../player/items.ts';

export const MONDAY = Date.parse('2026-11-23T00:00:00.000Z');
export const HOUR_MS = 3_600_000;

export const lineOf = (n: number, more: Partial<DocumentLine> = {}): DocumentLine => ({
  id: idOf(0x2000 + n),
  campaign_id: idOf(0x3000 + n),
  class: 'standard',
  starts_at: '2026-11-01T00:00:00.000Z',
  ends_at: '2026-12-31T00:00:00.000Z',
  separation: `advertiser ${n}`,
  items: [picture(0x100 + n, { name: `Spot ${n}` })],
  ...more,
});

/** A screen that plays without a break; `momentAt` says what it knows at a time. */
export const playFor = (
  plan: Plan,
  hours: number,
  momentAt: (at: number) => Partial<Moment> = () => ({}),
  from = MONDAY,
): Show[] =>
  createSimulation(plan, at => ({ at, tz: 'UTC', weather: null, place: null, ...momentAt(at) }), from).until(
    from + hours * HOUR_MS,
  ).shows;
export const msOf = (shows: readonly Show[], is: (item: PlayItem) => boolean) =>
  shows.reduce((sum, { item }) => sum + (is(item) ? item.duration_ms : 0), 0);
