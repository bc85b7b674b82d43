import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import type { RefCallBack } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../text/useFormat.ts';
import { DAY_SLOTS, DAYS, painted, spansOf } from './dayparts.ts';

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const HOUR_SLOTS = DAY_SLOTS / HOURS.length;
const LAST_HOUR = 23;
/** Every so many hours the head names one. */
const NAMED_H = 3;
const two = (n: number) => String(n).padStart(2, '0');

interface Cell {
  day: number;
  hour: number;
}
interface WeekGridProps {
  slots: readonly boolean[];
  disabled: boolean;
  onChange: (slots: boolean[]) => void;
  ref: RefCallBack;
}
const STEPS: Readonly<Record<string, readonly [days: number, hours: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  Home: [0, -LAST_HOUR],
  End: [0, LAST_HOUR],
};
const bound = (n: number, low: number, high: number) => Math.max(low, Math.min(high, n));

/** Seven days by 24 hours. Space or a press turns an hour on and off; Shift with an arrow, or a drag, paints more of the same. */
export function WeekGrid({ slots, disabled, onChange, ref }: WeekGridProps) {
  const { t } = useTranslation('inputs');
  const format = useFormat();
  const [at, setAt] = useState<Cell>({ day: 1, hour: 8 });
  const cells = useRef(new Map<string, HTMLElement>());
  /** What a drag paints, and with what it was begun. */
  const brush = useRef({ on: false, pointer: '' });

  const held = ({ day, hour }: Cell) => {
    const from = (day - 1) * DAY_SLOTS + hour * HOUR_SLOTS;
    return slots.slice(from, from + HOUR_SLOTS).filter(Boolean).length;
  };
  const isFull = (cell: Cell) => held(cell) === HOUR_SLOTS;
  function paint({ day, hour }: Cell, on: boolean) {
    if (disabled) return;
    onChange(painted(slots, day, { from: hour * HOUR_SLOTS, to: (hour + 1) * HOUR_SLOTS }, on));
  }
  function press(event: KeyboardEvent) {
    const step = STEPS[event.key];
    if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault();
      paint(at, !isFull(at));
    } else if (step && !event.altKey && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      const next = {
        day: bound(at.day + step[0], 1, DAYS.length),
        hour: bound(at.hour + step[1], 0, LAST_HOUR),
      };
      if (event.shiftKey) paint(next, isFull(at));
      setAt(next);
      cells.current.get(`${next.day}-${next.hour}`)?.focus();
    }
  }
  function begin(event: PointerEvent, cell: Cell) {
    brush.current = { on: !isFull(cell), pointer: event.pointerType };
    setAt(cell);
    if (event.pointerType !== 'touch') paint(cell, brush.current.on);
  }
  return (
    <div className="overflow-x-auto border border-line bg-surface">
      <div
        role="grid"
        aria-label={t('dayparts.grid')}
        aria-readonly={disabled || undefined}
        onKeyDown={press}
        className="w-max min-w-full select-none"
      >
        <div role="row" className="flex border-b border-line text-12 text-ink-2">
          <span role="columnheader" className="sticky left-0 w-12 shrink-0 bg-surface">
            <span className="sr-only">{t('dayparts.day')}</span>
          </span>
          {HOURS.map(hour => (
            <span
              key={hour}
              role="columnheader"
              aria-label={`${two(hour)}:00`}
              className="flex-1 py-1 pl-0.5 font-mono min-w-6 pointer-coarse:min-w-11"
            >
              {hour % NAMED_H === 0 ? two(hour) : ''}
            </span>
          ))}
        </div>
        {DAYS.map(day => (
          <div key={day} role="row" className="relative flex not-last:border-b border-line">
            <span
              role="rowheader"
              className="sticky left-0 z-10 flex w-12 shrink-0 items-center bg-surface pl-2 text-13 text-ink-2"
            >
              {format.dayName(day)}
            </span>
            {HOURS.map(hour => {
              const cell = { day, hour };
              const count = held(cell);
              const isAt = at.day === day && at.hour === hour;
              const fill = count === 0 ? 'free' : count === HOUR_SLOTS ? 'held' : 'partly';
              return (
                <span
                  key={hour}
                  role="gridcell"
                  tabIndex={isAt ? 0 : -1}
                  aria-selected={count > 0}
                  aria-label={`${format.dayName(day)} ${two(hour)}:00, ${t(`dayparts.${fill}`)}`}
                  ref={cellElement => {
                    if (cellElement) cells.current.set(`${day}-${hour}`, cellElement);
                    else cells.current.delete(`${day}-${hour}`);
                    if (day === 1 && hour === 0) ref(cellElement);
                  }}
                  onPointerDown={event => begin(event, cell)}
                  onPointerEnter={event =>
                    event.pointerType !== 'touch' &&
                    (event.buttons & 1) === 1 &&
                    paint(cell, brush.current.on)
                  }
                  onClick={() => brush.current.pointer === 'touch' && paint(cell, brush.current.on)}
                  className={`h-9 min-w-6 flex-1 border-l border-line pointer-coarse:h-11 pointer-coarse:min-w-11 ${disabled ? '' : 'cursor-cell'}`}
                />
              );
            })}
            <Bars slots={slots} day={day} />
          </div>
        ))}
      </div>
    </div>
  );
}

/** The hours held, exact to five minutes, drawn over the cells. */
const Bars = ({ slots, day }: { slots: readonly boolean[]; day: number }) => (
  <span aria-hidden="true" className="pointer-events-none absolute inset-y-1.5 right-0 left-12">
    {spansOf(slots, day).map(({ from, to }) => (
      <span
        key={from}
        className="absolute inset-y-0 rounded-sm bg-primary/80"
        style={{ left: `${(from / DAY_SLOTS) * 100}%`, width: `${((to - from) / DAY_SLOTS) * 100}%` }}
      />
    ))}
  </span>
);
