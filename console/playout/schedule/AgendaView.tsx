import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { instant } from '../../../shared/clock.ts';
import { dayMs, isContested, isLost, type DayPlan } from './blocks.ts';
import { fillStyle, hoursText, nameOf } from './describe.ts';
import type { CalendarActs } from './WeekView.tsx';

interface AgendaViewProps extends Pick<CalendarActs, 'colour' | 'open'> {
  days: readonly DayPlan[];
}
/** The week as a list, day by day: where a grid has no room. */
export function AgendaView({ days, colour, open }: AgendaViewProps) {
  const text = useText('schedule');
  const format = useFormat('UTC');
  return (
    <ol className="border-t border-line">
      {days.map(({ day, allDay, timed }) => {
        const blocks = [...allDay, ...timed];
        return (
          <li key={day} className="border-b border-line py-2">
            <h4 className="text-13 font-semibold text-ink-2">{format.weekday(instant(dayMs(day)))}</h4>
            {blocks.length === 0 && <p className="text-13 text-ink-3">{text('noneThatDay')}</p>}
            {blocks.map(block => {
              const { entry } = block;
              const fill = colour(entry.playlist_id);
              return (
                <button
                  key={`${entry.id} ${block.from}`}
                  type="button"
                  onClick={() => open(entry)}
                  className="mt-1 flex min-h-12 w-full flex-wrap items-center gap-x-3 border-l-4 px-3 py-1 text-left"
                  style={{ borderColor: fill, ...fillStyle(fill, isLost(block)) }}
                >
                  {entry.dayparts.length > 0 ? (
                    <span className="font-mono text-13">{hoursText(block)}</span>
                  ) : (
                    <span className="text-13">{text('wholeDay')}</span>
                  )}
                  <span className="font-semibold">{nameOf(entry)}</span>
                  {isContested(block) && (
                    <span className="w-full text-13 text-ink-2">
                      {isLost(block)
                        ? text('overridden')
                        : text('overriddenAt', {
                            hours: block.parts
                              .filter(({ isOverridden }) => isOverridden)
                              .map(hoursText)
                              .join(', '),
                          })}
                    </span>
                  )}
                </button>
              );
            })}
          </li>
        );
      })}
    </ol>
  );
}
