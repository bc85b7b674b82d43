import clsx from 'clsx';
import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/controls/Button.tsx';

export interface Column {
  label: string;
  /** One text for each row. */
  cells: readonly string[];
}
interface ChartFrameProps {
  title: string;
  /** What the first column names. */
  rowTitle: string;
  rows: readonly string[];
  columns: readonly Column[];
  /** Beside the title: what chooses the range. */
  controls?: ReactNode;
  children: ReactNode;
}

/** A chart under its title; the same figures as a table at a press, and always on paper. */
export function ChartFrame({ title, controls, children, ...table }: ChartFrameProps) {
  const { t } = useTranslation('charts');
  const [asTable, setAsTable] = useState(false);
  const id = useId();
  return (
    <figure aria-labelledby={id} className="border-t-2 border-ink bg-surface">
      <figcaption className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2 pr-2 pl-5">
        <h2 id={id} className="min-w-40 flex-1 text-16">
          {title}
        </h2>
        {controls}
        <Button variant="quiet" onClick={() => setAsTable(!asTable)} className="text-primary print:hidden">
          {asTable ? t('asChart') : t('asTable')}
        </Button>
      </figcaption>
      {!asTable && <div className="px-5 pb-4 print:hidden">{children}</div>}
      <div
        className={clsx('overflow-x-auto', !asTable && 'hidden print:block')}
        tabIndex={0}
        role="group"
        aria-labelledby={id}
      >
        <FigureTable caption={title} {...table} />
      </div>
    </figure>
  );
}

interface FigureTableProps {
  caption: string;
  rowTitle: string;
  rows: readonly string[];
  columns: readonly Column[];
}

const FigureTable = ({ caption, rowTitle, rows, columns }: FigureTableProps) => (
  <table className="w-full border-collapse">
    <caption className="sr-only">{caption}</caption>
    <thead>
      <tr className="border-y border-line text-12 text-ink-2">
        <th scope="col" className="px-5 py-2 text-left font-semibold">
          {rowTitle}
        </th>
        {columns.map(({ label }) => (
          <th key={label} scope="col" className="px-3 py-2 text-right font-semibold last:pr-5">
            {label}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map((row, i) => (
        <tr key={row} className="border-b border-line">
          <th scope="row" className="px-5 py-1.5 text-left font-normal whitespace-nowrap">
            {row}
          </th>
          {columns.map(({ label, cells }) => (
            <td key={label} className="px-3 py-1.5 text-right font-mono last:pr-5">
              {cells[i]}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);
