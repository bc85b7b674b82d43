/** Believable lines of campaigns for the tests of the playout. */
import type { DocumentLine } from '../../../shared/contract/playout/flights.ts';
import { afterPlay } from '../../../shared/playout/afterPlay.ts';
import { decide, NOTHING_PLAYED, type Plan, type PlayItem } from '../../../shared/playout/decide.ts';
import { positionOf } from '../../../shared/playout/order.ts';
import type { Moment } from '../../../shared/playout/rights.ts';
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

export interface Show {
  at: number;
  item: PlayItem;
}
/** A screen that plays without a break; `momentAt` says what it knows at a time. */
export function playFor(
  plan: Plan,
  hours: number,
  momentAt: (at: number) => Partial<Moment> = () => ({}),
  from = MONDAY,
): Show[] {
  const shows: Show[] = [];
  let [state, position, at] = [NOTHING_PLAYED, null as ReturnType<typeof positionOf> | null, from];
  while (at < from + hours * HOUR_MS) {
    const moment: Moment = { at, tz: 'UTC', weather: null, place: null, ...momentAt(at) };
    const [item] = decide(plan, state, moment, position).candidates;
    if (!item) {
      at += 5_000;
      continue;
    }
    shows.push({ at, item });
    state = afterPlay(plan, state, { item, moment });
    if (!item.line && plan.loop) position = positionOf(plan.loop, item, position);
    at += item.duration_ms;
  }
  return shows;
}
export const msOf = (shows: readonly Show[], is: (item: PlayItem) => boolean) =>
  shows.reduce((sum, { item }) => sum + (is(item) ? item.duration_ms : 0), 0);
