/** An entry on the calendar of a week. */
import clsx from 'clsx';
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { isoDate } from '../../../shared/i18n/format.ts';
import type { PlanEntry } from '../../../shared/contract/playout/scheduleEntry.ts';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { DAY_MIN, isLost, type Block } from './blocks.ts';
import { blockText, fillStyle, nameOf } from './describe.ts';
import { clockText, type Move } from './moves.ts';
import { DAY_PX, snap, SNAP_MIN } from './grid.ts';
import type { CalendarActs } from './WeekView.tsx';

/** A hand that trembles still only presses. */
const DRAG_PX = 5;
const STEPS: Readonly<Record<string, Move>> = {
  ArrowUp: { minutes: -SNAP_MIN, days: 0 },
  ArrowDown: { minutes: SNAP_MIN, days: 0 },
  ArrowLeft: { minutes: 0, days: -1 },
  ArrowRight: { minutes: 0, days: 1 },
};

const DAY_MS = DAY_MIN * 60_000;
const placeOf = ({ id }: PlanEntry, day: string) => `${id} ${day}`;
/** Where the keyboard has just moved an entry: its button is another one there. */
let movedTo = '';

interface BlockButtonProps {
  block: Block;
  day: string;
  acts: CalendarActs;
  grid: React.RefObject<HTMLDivElement | null>;
  className: string;
  style?: React.CSSProperties;
}
/** Pressed it opens, dragged or by Alt with an arrow it moves. Where it loses to another it is hatched. */
export function BlockButton({ block, day, acts, grid, className, style }: BlockButtonProps) {
  const text = useText('schedule');
  const format = useFormat();
  const { entry } = block;
  const button = useRef<HTMLButtonElement>(null);
  /** Drawn anew where the keyboard has moved it, it keeps the focus, so that it can be moved on. */
  useEffect(() => {
    if (movedTo !== placeOf(entry, day) || document.activeElement !== document.body) return;
    movedTo = '';
    button.current?.focus();
  }, [entry, day]);
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
    if (!isTimed && step.days === 0) return;
    movedTo = placeOf(entry, isoDate(Date.parse(day) + step.days * DAY_MS, 'UTC'));
    acts.move(entry, grip, step);
  }
  const label = blockText(block, day, text, format);
  const length = block.to - block.from;
  const moveStyle = held?.isDragged && {
    transform: `translate(calc(${held.move.days} * ${100 * block.lanes}%), ${(held.move.minutes / DAY_MIN) * DAY_PX}px)`,
    zIndex: 20,
  };
  return (
    <button
      ref={button}
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
