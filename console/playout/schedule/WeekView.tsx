import clsx from 'clsx';
import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { instant } from '../../../shared/clock.ts';
import type { PlanEntry } from '../../../shared/contract/playout/scheduleEntry.ts';
import { localAt } from '../../../shared/playout/rights.ts';
import { useFormat, useNow } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { DAY_MIN, isLost, weekdayOf, type Block, type DayPlan } from './blocks.ts';
import { blockText, fillStyle, hoursText, nameOf } from './describe.ts';
import { clockText, onceAt, type Grip, type Move, type Times } from './moves.ts';

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const HOUR_PX = 30;
const SNAP_MIN = 30;
const DAY_PX = HOUR_PX * HOURS.length;
/** A hand that trembles still only presses. */
const DRAG_PX = 5;
const heightOf = (minutes: number) => `${(minutes / DAY_MIN) * 100}%`;
const snap = (minutes: number) => Math.round(minutes / SNAP_MIN) * SNAP_MIN;

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

const STEPS: Readonly<Record<string, Move>> = {
  ArrowUp: { minutes: -SNAP_MIN, days: 0 },
  ArrowDown: { minutes: SNAP_MIN, days: 0 },
  ArrowLeft: { minutes: 0, days: -1 },
  ArrowRight: { minutes: 0, days: 1 },
};

interface BlockButtonProps {
  block: Block;
  day: string;
  acts: CalendarActs;
  grid: GridRef;
  className: string;
  style?: React.CSSProperties;
}
/** Pressed it opens, dragged or by Alt with an arrow it moves. Where it loses to another it is hatched. */
function BlockButton({ block, day, acts, grid, className, style }: BlockButtonProps) {
  const text = useText('schedule');
  const format = useFormat();
  const { entry } = block;
  const colour = acts.colour(entry.playlist_id);
  const isMovable = acts.isMovable(entry);
  const isTimed = entry.dayparts.length > 0;
  const [held, setHeld] = useState<{ x: number; y: number; move: Move; isDragged: boolean } | null>(null);
  /** A drag ends with a click, which must not open it. */
  const wasDragged = useRef(false);
  const grip = { day, minute: block.from };
  function pick(event: PointerEvent<HTMLElement>) {
    if (!isMovable || event.button !== 0 || event.pointerType === 'touch') return;
    event.currentTarget.setPointerCapture(event.pointerId);
    wasDragged.current = false;
    setHeld({ x: event.clientX, y: event.clientY, move: { minutes: 0, days: 0 }, isDragged: false });
  }
  function drag(event: PointerEvent<HTMLElement>) {
    if (!held) return;
    const [dx, dy] = [event.clientX - held.x, event.clientY - held.y];
    const columns = grid.current?.querySelectorAll('[data-day]') ?? [];
    const width = columns[0]?.getBoundingClientRect().width ?? Infinity;
    const move = {
      days: Math.round(dx / width),
      minutes: isTimed ? snap((dy / DAY_PX) * DAY_MIN) : 0,
    };
    setHeld({ ...held, move, isDragged: held.isDragged || Math.hypot(dx, dy) > DRAG_PX });
  }
  function drop() {
    const { move, isDragged = false } = held ?? {};
    setHeld(null);
    wasDragged.current = isDragged;
    if (isDragged && move && (move.days !== 0 || move.minutes !== 0)) acts.move(entry, grip, move);
  }
  function press(event: KeyboardEvent) {
    const step = STEPS[event.key];
    if (!event.altKey || !step || !isMovable) return;
    event.preventDefault();
    if (isTimed || step.days !== 0) acts.move(entry, grip, step);
  }
  const label = blockText(block, day, text, format);
  const length = block.to - block.from;
  const moveStyle = held?.isDragged && {
    transform: `translate(calc(${held.move.days} * ${100 * block.lanes}%), ${(held.move.minutes / DAY_MIN) * DAY_PX}px)`,
    zIndex: 20,
  };
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-keyshortcuts={isMovable ? 'Alt+ArrowUp Alt+ArrowDown Alt+ArrowLeft Alt+ArrowRight' : undefined}
      onPointerDown={pick}
      onPointerMove={drag}
      onPointerUp={drop}
      onPointerCancel={() => setHeld(null)}
      onKeyDown={press}
      onClick={() => {
        if (!wasDragged.current) acts.open(entry);
        wasDragged.current = false;
      }}
      className={clsx(
        'flex flex-col items-stretch justify-start overflow-hidden border-l-4 py-0.5 text-left text-12 leading-tight text-ink focus-visible:z-20',
        isMovable ? 'cursor-grab active:cursor-grabbing' : 'cursor-pointer',
        (isLost(block) || entry.is_unpublished) && 'text-ink-2',
        className,
      )}
      style={{ ...style, borderColor: colour, ...fillStyle(colour, isLost(block)), ...moveStyle }}
    >
      {!isLost(block) &&
        isTimed &&
        block.parts
          .filter(({ isOverridden }) => isOverridden)
          .map(({ from, to }) => (
            <span
              key={from}
              aria-hidden
              className="absolute inset-x-0"
              style={{
                top: `${((from - block.from) / length) * 100}%`,
                height: `${((to - from) / length) * 100}%`,
                ...fillStyle(colour, true),
              }}
            />
          ))}
      <span className={clsx('relative block truncate px-0.5', isLost(block) && 'line-through')}>
        {nameOf(entry)}
      </span>
      {isTimed && length >= 60 && block.lanes < 3 && (
        <span className="relative block truncate px-0.5 font-mono text-ink-2">{clockText(block.from)}</span>
      )}
    </button>
  );
}
