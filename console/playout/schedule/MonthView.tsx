import clsx from 'clsx';
import { useState, type DragEvent } from 'react';
import { instant } from '../../../shared/clock.ts';
import { localAt } from '../../../shared/playout/rights.ts';
import { useFormat, useNow } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { dayMs, isLost, weekdayOf, type Block, type DayPlan } from './blocks.ts';
import { blockText, fillStyle, nameOf } from './describe.ts';
import { clockText } from './moves.ts';
import type { CalendarActs } from './WeekView.tsx';

const SHOWN = 3;
const DAY_MS = 86_400_000;

interface MonthViewProps extends CalendarActs {
  days: readonly DayPlan[];
  month: string;
  tz: string;
  openDay: (day: string) => void;
}
interface Dragged {
  block: Block;
  day: string;
}

/** A month of whole weeks; an exception is dragged from day to day, and a day leads to its week. */
export function MonthView({ days, month, tz, openDay, ...acts }: MonthViewProps) {
  const text = useText('schedule');
  const format = useFormat();
  const today = instant(localAt(useNow(), tz)).slice(0, 10);
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const [over, setOver] = useState<string | null>(null);
  function drop(event: DragEvent, day: string) {
    event.preventDefault();
    setOver(null);
    setDragged(null);
    if (!dragged || dragged.day === day) return;
    const moved = Math.round((dayMs(day) - dayMs(dragged.day)) / DAY_MS);
    const grip = { day: dragged.day, minute: dragged.block.from };
    acts.move(dragged.block.entry, grip, { minutes: 0, days: moved });
  }
  return (
    <div className="border border-line bg-surface">
      <div className="grid grid-cols-7 border-b border-line text-13 text-ink-2">
        {days.slice(0, 7).map(({ day }) => (
          <span key={day} className="py-1 text-center not-first:border-l border-line">
            {format.dayName(weekdayOf(day))}
          </span>
        ))}
      </div>
      <div className="grid grid-cols-7">
        {days.map(({ day, allDay, timed }, i) => {
          /** What began the night before stands on its own day. */
          const blocks = [...allDay, ...timed].filter(({ isContinued }) => !isContinued);
          return (
            <div
              key={day}
              onDragOver={event => {
                if (!dragged) return;
                event.preventDefault();
                setOver(day);
              }}
              onDrop={event => drop(event, day)}
              className={clsx(
                'flex min-h-22 min-w-0 flex-col gap-px border-line p-px',
                i % 7 > 0 && 'border-l',
                i >= 7 && 'border-t',
                !day.startsWith(month) && 'bg-bg',
                over === day && 'outline-2 -outline-offset-2 outline-primary',
              )}
            >
              <button
                type="button"
                aria-current={day === today ? 'date' : undefined}
                aria-label={text('openDay', { day: format.day(day) })}
                onClick={() => openDay(day)}
                className={clsx(
                  'min-h-6 px-1 text-left font-mono text-12 hover:underline',
                  day === today ? 'font-semibold text-ink shadow-[inset_0_-3px_0_var(--lamp)]' : 'text-ink-2',
                )}
              >
                {Number(day.slice(8))}
              </button>
              {blocks.slice(0, SHOWN).map(block => {
                const { entry, from } = block;
                const colour = acts.colour(entry.playlist_id);
                const label = blockText(block, day, text, format);
                return (
                  <button
                    key={`${entry.id} ${from}`}
                    type="button"
                    draggable={acts.isMovable(entry)}
                    onDragStart={event => {
                      event.dataTransfer.effectAllowed = 'move';
                      setDragged({ block, day });
                    }}
                    onDragEnd={() => {
                      setDragged(null);
                      setOver(null);
                    }}
                    onClick={() => acts.open(entry)}
                    title={label}
                    aria-label={label}
                    className={clsx(
                      'min-h-6 truncate border-l-4 px-0.5 text-left text-12',
                      isLost(block) && 'text-ink-2 line-through',
                    )}
                    style={{ borderColor: colour, ...fillStyle(colour, isLost(block)) }}
                  >
                    {entry.dayparts.length > 0 && <span className="font-mono">{clockText(from)} </span>}
                    {nameOf(entry)}
                  </button>
                );
              })}
              {blocks.length > SHOWN && (
                <button
                  type="button"
                  onClick={() => openDay(day)}
                  className="min-h-6 px-1 text-left text-12 text-primary hover:underline"
                >
                  {text('more', { count: blocks.length - SHOWN })}
                </button>
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}
