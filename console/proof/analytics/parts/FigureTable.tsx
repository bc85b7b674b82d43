import clsx from 'clsx';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'wouter';
import type { ExportValue } from '../../../kit/fields/kinds.tsx';
import { Button } from '../../../kit/ui/controls/Button.tsx';
import { useFormat } from '../../../kit/text/useFormat.ts';
import { nextSort, withChanges } from '../../../kit/screens/list/listState.ts';

export interface FigureColumn<R> {
  key: string;
  label: string;
  /** What is sorted by and exported. */
  value: (row: R) => ExportValue;
  cell: (row: R) => ReactNode;
  isNumber?: boolean;
  /** Narrower windows leave it out; the file and the paper do not. */
  from?: 'sm' | 'md' | 'lg';
}
interface FigureTableProps<R> {
  label: string;
  columns: readonly FigureColumn<R>[];
  rows: readonly R[];
  rowKey: (row: R) => string;
  /** Below the rows: what is left out. */
  note?: string;
}
const HIDDEN = {
  sm: 'hidden sm:table-cell',
  md: 'hidden md:table-cell',
  lg: 'hidden lg:table-cell',
} as const;

const compare = (a: ExportValue, b: ExportValue): number =>
  a === b ? 0 : a === null ? 1 : b === null ? -1 : a < b ? -1 : 1;

/** By the column that the address names, else as the rows came. */
export function sortRows<R>(
  rows: readonly R[],
  columns: readonly FigureColumn<R>[],
  sort: string,
): readonly R[] {
  const column = columns.find(({ key }) => key === sort.replace(/^-/, ''));
  if (!column) return rows;
  const sign = sort.startsWith('-') ? -1 : 1;
  return [...rows].sort((a, b) => sign * compare(column.value(a), column.value(b)));
}

/** A map has thousands of cells: each row that is drawn costs. */
const ROWS_PER_STEP = 100;

/** How many rows are drawn: a step more at a time, and all of them on paper. */
function useDrawnRows() {
  const [drawn, setDrawn] = useState(ROWS_PER_STEP);
  useEffect(() => {
    const drawAll = () => flushSync(() => setDrawn(Infinity));
    addEventListener('beforeprint', drawAll);
    return () => removeEventListener('beforeprint', drawAll);
  }, []);
  return { drawn, drawMore: () => setDrawn(drawn + ROWS_PER_STEP) };
}

/** Figures by row, sorted by a press on a head; the same columns make the file. */
export function FigureTable<R>({ label, columns, rows, rowKey, note }: FigureTableProps<R>) {
  const { t } = useTranslation('analytics');
  const format = useFormat();
  const { drawn, drawMore } = useDrawnRows();
  const [params, setParams] = useSearchParams();
  const sort = params.get('sort') ?? '';
  const onSort = (key: string) =>
    setParams(now => withChanges(now, { sort: nextSort(sort, key) }), { replace: true });
  return (
    <div
      role="group"
      aria-label={label}
      tabIndex={0}
      className="overflow-x-auto border-t-2 border-ink bg-surface"
    >
      <table className="w-full border-collapse">
        <caption className="sr-only">{label}</caption>
        <thead>
          <tr className="text-12 text-ink-2 shadow-[inset_0_-1px_0_var(--line)]">
            {columns.map(column => {
              const isSorted = sort.replace(/^-/, '') === column.key;
              const isDown = sort.startsWith('-');
              return (
                <th
                  key={column.key}
                  scope="col"
                  aria-sort={isSorted ? (isDown ? 'descending' : 'ascending') : undefined}
                  className={clsx(
                    'px-1 font-semibold',
                    column.isNumber ? 'text-right' : 'text-left',
                    column.from && HIDDEN[column.from],
                  )}
                >
                  <button
                    type="button"
                    onClick={() => onSort(column.key)}
                    className={clsx(
                      'inline-flex min-h-12 items-center gap-1 px-2 font-semibold hover:text-ink',
                      column.isNumber && 'justify-end',
                    )}
                  >
                    {column.label}
                    {isSorted &&
                      (isDown ? <ArrowDown size={14} aria-hidden /> : <ArrowUp size={14} aria-hidden />)}
                  </button>
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {sortRows(rows, columns, sort)
            .slice(0, drawn)
            .map(row => (
              <tr key={rowKey(row)} className="border-b border-line hover:bg-neutral-tint/50">
                {columns.map((column, i) => (
                  <td
                    key={column.key}
                    className={clsx(
                      'h-[42px] px-3 pointer-coarse:h-12',
                      i === 0 && 'max-w-[28ch] font-semibold',
                      column.isNumber && 'text-right font-mono whitespace-nowrap',
                      column.from && HIDDEN[column.from],
                    )}
                  >
                    {column.cell(row)}
                  </td>
                ))}
              </tr>
            ))}
          {rows.length === 0 && note === undefined && (
            <tr>
              <td colSpan={columns.length} className="px-3 py-6 text-ink-2">
                {t('noRows')}
              </td>
            </tr>
          )}
        </tbody>
      </table>
      {rows.length > drawn && (
        <div className="flex flex-wrap items-center gap-3 px-3 py-2 print:hidden">
          <span className="text-13 text-ink-2">
            {t('drawn', { drawn: format.number(drawn), total: format.number(rows.length) })}
          </span>
          <Button variant="outline" onClick={drawMore}>
            {t('drawMore')}
          </Button>
        </div>
      )}
      {note !== undefined && <p className="px-3 py-2 text-13 text-ink-2">{note}</p>}
    </div>
  );
}
