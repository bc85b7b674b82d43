import clsx from 'clsx';
import { useRef, useState, type PointerEvent } from 'react';
import { instant } from '../../../shared/clock.ts';
import type { PlanEntry } from '../../../shared/contract/playout/scheduleEntry.ts';
import { localAt } from '../../../shared/playout/rights.ts';
import { useFormat, useNow } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { DAY_MIN, weekdayOf, type DayPlan } from './blocks.ts';
import { hoursText } from './describe.ts';
import { BlockButton } from './BlockButton.tsx';
import { DAY_PX, snap } from './grid.ts';
import { onceAt, type Grip, type Move, type Times } from './moves.ts';

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const heightOf = (minutes: number) => `${(minutes / DAY_MIN) * 100}%`;

export interface CalendarActs {
  colour: (playlist_id: string) => string;
  /** Null where it only is looked at. */
  create: ((times: Times) => void) | null;
  /** Whether it is this schedule's own, which may be moved here. */
  isMovable: (entry: PlanEntry) => boolean;
  move: (entry: PlanEntry, grip: Grip, move: Move) => void;
  open: (entry: PlanEntry) => void;
}
interface WeekViewProps extends CalendarActs {
  days: readonly DayPlan[];
  tz: string;
}

/** Seven days by the hours of the clock on the wall. A drag over what is free makes an exception, a drag of one moves it. */
export function WeekView({ days, tz, ...acts }: WeekViewProps) {
  const text = useText('schedule');
  const format = useFormat();
  const grid = useRef<HTMLDivElement>(null);
  const local = instant(localAt(useNow(), tz));
  const today = local.slice(0, 10);
  const minuteNow = Number(local.slice(11, 13)) * 60 + Number(local.slice(14, 16));
  const hasAllDay = days.some(({ allDay }) => allDay.length > 0);
  return (
    <div className="border border-line bg-surface">
      <div className="flex border-b border-line">
        <span className="w-11 shrink-0" />
        {days.map(({ day }) => (
          <span
            key={day}
            aria-current={day === today ? 'date' : undefined}
            className={clsx(
              'min-w-0 flex-1 border-l border-line py-1 text-center text-13',
              day === today ? 'font-semibold text-ink shadow-[inset_0_-3px_0_var(--lamp)]' : 'text-ink-2',
            )}
          >
            {format.dayName(weekdayOf(day))} <span className="font-mono">{Number(day.slice(8))}</span>
          </span>
        ))}
      </div>
      {hasAllDay && (
        <div className="flex border-b border-line">
          <span className="w-11 shrink-0 p-1 text-12 text-ink-2">{text('allDay')}</span>
          {days.map(({ day, allDay }) => (
            <span key={day} className="flex min-w-0 flex-1 flex-col gap-px border-l border-line p-px">
              {allDay.map(block => (
                <BlockButton
                  key={block.entry.id}
                  {...{ block, day, acts, grid }}
                  className="relative min-h-6 w-full"
                />
              ))}
            </span>
          ))}
        </div>
      )}
      <div ref={grid} className="flex" style={{ height: DAY_PX }}>
        <span className="relative w-11 shrink-0">
          {HOURS.slice(1).map(hour => (
            <span
              key={hour}
              className="absolute right-1 -translate-y-1/2 font-mono text-12 text-ink-2"
              style={{ top: heightOf(hour * 60) }}
            >
              {String(hour).padStart(2, '0')}:00
            </span>
          ))}
        </span>
        {days.map(plan => (
          <DayColumn key={plan.day} plan={plan} acts={acts} grid={grid}>
            {plan.day === today && (
              <span
                aria-hidden
                className="pointer-events-none absolute inset-x-0 z-10 border-t-2 border-danger"
                style={{ top: heightOf(minuteNow) }}
              />
            )}
          </DayColumn>
        ))}
      </div>
    </div>
  );
}

type GridRef = React.RefObject<HTMLDivElement | null>;
interface DayColumnProps {
  plan: DayPlan;
  acts: CalendarActs;
  grid: GridRef;
  children: React.ReactNode;
}
function DayColumn({ plan: { day, timed }, acts, grid, children }: DayColumnProps) {
  const [drawn, setDrawn] = useState<{ begin: number; end: number } | null>(null);
  const minuteAt = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const minute = ((event.clientY - box.top) / box.height) * DAY_MIN;
    return Math.max(0, Math.min(DAY_MIN, snap(minute)));
  };
  function begin(event: PointerEvent<HTMLElement>) {
    if (!acts.create || event.button !== 0 || event.pointerType === 'touch') return;
    if (event.target !== event.currentTarget) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const minute = minuteAt(event);
    setDrawn({ begin: minute, end: minute });
  }
  function end() {
    const range = drawn && { from: Math.min(drawn.begin, drawn.end), to: Math.max(drawn.begin, drawn.end) };
    setDrawn(null);
    if (range && range.to > range.from) acts.create?.(onceAt(day, range.from, range.to));
  }
  const drawnRange = drawn && {
    from: Math.min(drawn.begin, drawn.end),
    to: Math.max(drawn.begin, drawn.end),
  };
  return (
    <div
      data-day={day}
      onPointerDown={begin}
      onPointerMove={event => drawn && setDrawn({ ...drawn, end: minuteAt(event) })}
      onPointerUp={end}
      onPointerCancel={() => setDrawn(null)}
      className={clsx(
        'relative min-w-0 flex-1 border-l border-line select-none',
        acts.create && 'cursor-crosshair',
      )}
      style={{
        backgroundImage: 'linear-gradient(var(--line) 1px, transparent 1px)',
        backgroundSize: `100% ${100 / HOURS.length}%`,
      }}
    >
      {children}
      {timed.map(block => (
        <BlockButton
          key={`${block.entry.id} ${block.from}`}
          {...{ block, day, acts, grid }}
          className="absolute"
          style={{
            top: heightOf(block.from),
            height: heightOf(block.to - block.from),
            left: `${(block.lane / block.lanes) * 100}%`,
            width: `${100 / block.lanes}%`,
          }}
        />
      ))}
      {drawnRange && drawnRange.to > drawnRange.from && (
        <span
          aria-hidden
          className="pointer-events-none absolute inset-x-0 border-2 border-primary bg-primary/20 p-0.5 font-mono text-12"
          style={{ top: heightOf(drawnRange.from), height: heightOf(drawnRange.to - drawnRange.from) }}
        >
          {hoursText(drawnRange)}
        </span>
      )}
    </div>
  );
}
