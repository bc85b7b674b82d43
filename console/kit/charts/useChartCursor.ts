import { useState, type KeyboardEvent } from 'react';

/** Steps of the four arrows; a chart in rows has another one for up and down. */
export function nextIndex(key: string, at: number, count: number, row = 1): number | null {
  const targets: Record<string, number> = {
    ArrowRight: at + 1,
    ArrowLeft: at - 1,
    ArrowDown: row === 1 ? at - 1 : at + row,
    ArrowUp: row === 1 ? at + 1 : at - row,
    Home: 0,
    End: count - 1,
  };
  const next = targets[key];
  return next === undefined ? null : next < 0 || next >= count ? at : next;
}

interface ChartCursorOptions {
  label: string;
  count: number;
  /** Where reading begins. */
  start: number;
  /** What is said of the point that is read. */
  textOf: (i: number) => string;
  row?: number;
}

/** A chart is read point by point, with the arrows or by pointing: to assistive technology it is a slider over its points. */
export function useChartCursor({ label, count, start, textOf, row }: ChartCursorOptions) {
  const [cursor, setCursor] = useState<number | null>(null);
  const at = Math.min(cursor ?? start, count - 1);
  return {
    /** null until somebody reads. */
    index: cursor === null ? null : at,
    setIndex: setCursor,
    text: cursor === null ? '' : textOf(at),
    aria: {
      role: 'slider',
      tabIndex: 0,
      'aria-label': label,
      'aria-valuemin': 0,
      'aria-valuemax': count - 1,
      'aria-valuenow': at,
      'aria-valuetext': textOf(at),
      onFocus: () => setCursor(at),
      onBlur: () => setCursor(null),
      onKeyDown: (event: KeyboardEvent) => {
        const next = nextIndex(event.key, at, count, row);
        if (next === null) return;
        event.preventDefault();
        setCursor(next);
      },
    },
  };
}
