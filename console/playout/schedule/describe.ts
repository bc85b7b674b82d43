/** What an exception is called, when it holds, and its colour. */
import type { PlanEntry, ScheduleEntry } from '../../../shared/contract/playout/scheduleEntry.ts';
import { daypartText } from '../../kit/fields/inputs/time/dayparts.ts';
import type { Format } from '../../../shared/i18n/format.ts';
import type { Text } from '../../kit/text/useText.ts';
import { isContested, isLost, type Block } from './blocks.ts';
import { clockText } from './moves.ts';

export const nameOf = ({ name, playlist_name }: Pick<ScheduleEntry, 'name' | 'playlist_name'>) =>
  name || playlist_name;

export function whenText(
  { dayparts, valid_from, valid_until }: Pick<ScheduleEntry, 'dayparts' | 'valid_from' | 'valid_until'>,
  text: Text,
  format: Format,
): string {
  const hours =
    dayparts.length === 0
      ? text('wholeDay')
      : dayparts.map(one => daypartText(one, n => format.dayName(n))).join('; ');
  return [hours, datesText(valid_from, valid_until, text, format)].filter(Boolean).join(' · ');
}
function datesText(from: string | null, until: string | null, text: Text, format: Format): string {
  if (from !== null && from === until) return format.day(from);
  if (from !== null && until !== null)
    return text('dates.both', { from: format.day(from), until: format.day(until) });
  if (from !== null) return text('dates.from', { from: format.day(from) });
  return until === null ? '' : text('dates.until', { until: format.day(until) });
}

/** `24:00` where it ends with the day. */
export const hoursText = ({ from, to }: Pick<Block, 'from' | 'to'>) => `${clockText(from)}–${clockText(to)}`;

/** All of a block in words, for who does not see where it stands. */
export function blockText(block: Block, day: string, text: Text, format: Format): string {
  const { entry } = block;
  const hours = entry.dayparts.length === 0 ? text('wholeDay') : hoursText(block);
  const lost = block.parts.filter(({ isOverridden }) => isOverridden);
  const fate = entry.is_unpublished
    ? text('unpublished')
    : isLost(block)
      ? text('overridden')
      : isContested(block)
        ? text('overriddenAt', { hours: lost.map(hoursText).join(', ') })
        : '';
  return [nameOf(entry), format.day(day), hours, fate].filter(Boolean).join(', ');
}

const COLOURS = ['1', '2', '3', '5', '6', '4'] as const;
/** One colour a playlist, the same in each view. */
export function colourOf(
  entries: readonly Pick<PlanEntry, 'playlist_id'>[],
): (playlist_id: string) => string {
  const ids = [...new Set(entries.map(({ playlist_id }) => playlist_id))].sort();
  return id => `var(--chart-${COLOURS[Math.max(0, ids.indexOf(id)) % COLOURS.length]})`;
}
/** A tint letters can be read on, with the full colour at its edge; `isOverridden`: hatched. */
export const fillStyle = (colour: string, isOverridden = false) => ({
  background: isOverridden
    ? `repeating-linear-gradient(135deg, transparent 0 4px, color-mix(in srgb, ${colour} 26%, transparent) 4px 6px), var(--surface)`
    : `color-mix(in srgb, ${colour} 24%, var(--surface))`,
});
