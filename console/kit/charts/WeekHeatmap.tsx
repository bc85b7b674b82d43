import clsx from 'clsx';
import { useTranslation } from 'react-i18next';
import type { ReactNode } from 'react';
import { useFormat } from '../text/useFormat.ts';
import { ChartFrame } from './ChartFrame.tsx';
import { HOURS, largest, lastKnown } from './hours.ts';
import { Readout } from './Readout.tsx';
import { levelOf } from './scale.ts';
import { useChartCursor } from './useChartCursor.ts';

interface WeekHeatmapProps {
  title: string;
  days: readonly string[];
  /** `00:00` to `23:00`. */
  hours: readonly string[];
  /** A row of 24 for each day; null where nothing is known. */
  rows: readonly (readonly (number | null)[])[];
  controls?: ReactNode;
}

const CELL_PX = 20;
/** Side of the square in a cell, px, by level: more is larger, not only darker. */
const SIDES = [3, 8, 10.5, 13, 15.5, 18];
const SHADES = [0.3, 0.45, 0.58, 0.72, 0.86, 1];
const MOST = SIDES.length - 1;
const EVERY_HOURS = 3;

const Square = ({ level, x = 0 }: { level: number; x?: number }) => {
  const side = SIDES[level] ?? CELL_PX;
  const inset = (CELL_PX - side) / 2;
  return (
    <rect
      x={x + inset}
      y={inset}
      width={side}
      height={side}
      className="fill-chart-1"
      opacity={SHADES[level]}
    />
  );
};

/** Seven days by twenty-four hours: when there is much and when there is little. */
export function WeekHeatmap({ title, days, hours, rows, controls }: WeekHeatmapProps) {
  const { t } = useTranslation('charts');
  const format = useFormat();
  const max = largest(rows);
  const valueText = (value: number | null | undefined) =>
    value === null || value === undefined ? '–' : format.number(value);
  const cells = rows.flat();
  const nameOf = (i: number) =>
    t('dayHour', { day: days[Math.floor(i / HOURS)] ?? '', hour: hours[i % HOURS] ?? '' });
  const cursor = useChartCursor({
    label: title,
    count: cells.length,
    start: lastKnown(cells),
    textOf: i => t('point', { at: nameOf(i), values: valueText(cells[i]) }),
    row: HOURS,
  });
  return (
    <ChartFrame
      title={title}
      rowTitle={t('hour')}
      rows={hours}
      columns={days.map((day, d) => ({ label: day, cells: hours.map((_, h) => valueText(rows[d]?.[h])) }))}
      controls={controls}
    >
      <Scale max={max} />
      <Readout text={cursor.text} hint={t('hint')} />
      <div
        {...cursor.aria}
        onPointerLeave={() => cursor.setIndex(null)}
        className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 text-12 text-ink-2"
      >
        {days.map((day, d) => (
          <DayRow
            key={day}
            day={day}
            values={rows[d] ?? []}
            max={max}
            cursor={cursor.index === null ? null : cursor.index - d * HOURS}
            read={h => cursor.setIndex(d * HOURS + h)}
          />
        ))}
        <div aria-hidden="true" className="@container col-start-2 pt-1">
          <ul className="grid grid-cols-8 @max-xs:grid-cols-4">
            {hours
              .filter((_, h) => h % EVERY_HOURS === 0)
              .map(hour => (
                <li key={hour} className="whitespace-nowrap @max-xs:even:hidden">
                  {hour}
                </li>
              ))}
          </ul>
        </div>
      </div>
    </ChartFrame>
  );
}

interface DayRowProps {
  day: string;
  values: readonly (number | null)[];
  max: number;
  /** The hour that is read; of another day where it is none of this one. */
  cursor: number | null;
  read: (hour: number) => void;
}
/** A picture for each day, beside its label: however narrow the cells are, the two stay on one line. */
const DayRow = ({ day, values, max, cursor, read }: DayRowProps) => (
  <>
    <span aria-hidden="true" className="whitespace-nowrap">
      {day}
    </span>
    <svg viewBox={`0 0 ${HOURS * CELL_PX} ${CELL_PX}`} className="block w-full" aria-hidden="true">
      {values.map((value, h) => (
        <g key={h} onPointerEnter={() => read(h)}>
          <rect
            x={h * CELL_PX + 1}
            y={1}
            width={CELL_PX - 2}
            height={CELL_PX - 2}
            className={clsx('fill-transparent', cursor === h && 'stroke-ink')}
          />
          {value !== null && <Square level={levelOf(value, max, MOST)} x={h * CELL_PX} />}
        </g>
      ))}
    </svg>
  </>
);

function Scale({ max }: { max: number }) {
  const format = useFormat();
  return (
    <p aria-hidden="true" className="flex items-center gap-1 text-13 text-ink-2">
      {format.number(0)}
      <svg
        viewBox={`0 0 ${SIDES.length * CELL_PX} ${CELL_PX}`}
        className="h-5 shrink-0"
        width={SIDES.length * CELL_PX}
      >
        {SIDES.map((_, level) => (
          <Square key={level} level={level} x={level * CELL_PX} />
        ))}
      </svg>
      {format.number(max)}
    </p>
  );
}
