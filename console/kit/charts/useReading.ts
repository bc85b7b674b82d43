import { useState, type KeyboardEvent } from 'react';

/** Steps of the four arrows; a chart in rows has another one for up and down. */
export function moved(key: string, at: number, count: number, row = 1): number | null {
  const to: Record<string, number> = {
    ArrowRight: at + 1,
    ArrowLeft: at - 1,
    ArrowDown: row === 1 ? at - 1 : at + row,
    ArrowUp: row === 1 ? at + 1 : at - row,
    Home: 0,
    End: count - 1,
  };
  const next = to[key];
  return next === undefined ? null : next < 0 || next >= count ? at : next;
}

interface Reading {
  label: string;
  count: number;
  /** Where reading begins. */
  start: number;
  /** What is said of the point that is read. */
  textOf: (i: number) => string;
  row?: number;
}

/** A chart is read point by point, with the arrows or by pointing: to assistive technology it is a slider over its points. */
export function useReading({ label, count, start, textOf, row }: Reading) {
  const [chosen, setChosen] = useState<number | null>(null);
  const at = Math.min(chosen ?? start, count - 1);
  return {
    /** null until somebody reads. */
    chosen: chosen === null ? null : at,
    read: setChosen,
    text: chosen === null ? '' : textOf(at),
    aria: {
      role: 'slider',
      tabIndex: 0,
      'aria-label': label,
      'aria-valuemin': 0,
      'aria-valuemax': count - 1,
      'aria-valuenow': at,
      'aria-valuetext': textOf(at),
      onFocus: () => setChosen(at),
      onBlur: () => setChosen(null),
      onKeyDown: (event: KeyboardEvent) => {
        const next = moved(event.key, at, count, row);
        if (next === null) return;
        event.preventDefault();
        setChosen(next);
      },
    },
  };
}
