import clsx from 'clsx';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useRef, type MouseEvent, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { columnName, Value } from '../../fields/Value.tsx';
import type { Column, Resource, Row } from '../../resource/defineResource.ts';
import { Spinner } from '../../ui/display/Spinner.tsx';
import { LANES } from '../../ui/display/Mark.tsx';
import { useIsLiveRow } from '../../live.tsx';
import { useText } from '../../text/useText.ts';
import { SelectionCheckbox } from './SelectionCheckbox.tsx';
import { rememberOpened } from '../record/lastOpened.ts';
import { nextSort } from './listState.ts';
import { pendingStore } from '../record/pendingRows.ts';
import { WaitingMark } from '../record/WaitingMark.tsx';
import { useIsWide } from '../../useIsWide.ts';
import type { RowSelection } from './useSelection.ts';

const BREAKPOINT_CLASSES = {
  always: '',
  sm: 'hidden sm:table-cell',
  md: 'hidden md:table-cell',
  lg: 'hidden lg:table-cell',
  xl: 'hidden xl:table-cell',
  '2xl': 'hidden 2xl:table-cell',
} as const;

/** On a phone the name takes what the other columns leave, in two lines: none of them is cut off at the edge. */
const NARROW_NAME =
  'max-sm:w-full max-sm:max-w-0 max-sm:min-w-22 max-sm:[&_.truncate]:line-clamp-2 max-sm:[&_.truncate]:whitespace-normal max-sm:[&_.truncate]:wrap-anywhere max-sm:[&_.whitespace-nowrap]:whitespace-normal';

interface DataTableProps<R extends Row> {
  resource: Resource<R>;
  rows: readonly R[];
  columns: readonly Column<R>[];
  sort: string;
  onSort: (sort: string) => void;
  /** URL of a record; undefined if rows do not open. */
  linkTo?: (row: R) => string;
  menu: (row: R) => ReactNode;
  openId?: string;
  /** Set when rows are selectable for bulk actions. */
  rowSelection?: RowSelection | undefined;
}

export function DataTable<R extends Row>({
  resource,
  rows,
  columns,
  sort,
  onSort,
  linkTo,
  menu,
  openId,
  rowSelection,
}: DataTableProps<R>) {
  const { t } = useTranslation(['screens', 'common']);
  const text = useText(resource.name);
  const isLive = useIsLiveRow();
  const pending = useStore(pendingStore, state => state.ids);
  const box = useRef<HTMLDivElement>(null);
  const isWide = useIsWide(box);
  const stripeClass = (row: R) => `lane ${LANES[resource.stripe?.(row, isLive) ?? 'neutral']}`;
  return (
    <div
      role="group"
      aria-label={text('title')}
      // Without links in the rows, the box itself must be focusable for keyboard scrolling.
      tabIndex={linkTo ? undefined : 0}
      ref={box}
      className={clsx('relative border-t-2 border-ink bg-surface', isWide && 'overflow-x-auto')}
    >
      <table className="w-full border-collapse">
        <thead className={clsx(!isWide && 'sticky top-14 z-5 bg-surface')}>
          <tr className="text-12 text-ink-2 shadow-[inset_0_-1px_0_var(--line)]">
            {rowSelection && (
              <th className="w-14 pl-1">
                <SelectionCheckbox
                  label={t('list.choosePage')}
                  share={rowSelection.share}
                  onToggle={() => rowSelection.toggle(rows.map(row => row.id))}
                />
              </th>
            )}
            {columns.map(column => (
              <ColumnHead
                key={columnName(column)}
                column={column}
                sortable={resource.sortable.includes(column.key)}
                sort={sort}
                onSort={onSort}
                label={text(`fields.${columnName(column)}`)}
              />
            ))}
            <th className="w-12">
              <span className="sr-only">{t('list.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <tr
              key={row.id}
              onClick={openRow}
              aria-busy={pending.has(row.id) || undefined}
              className={clsx(
                'border-b border-line hover:bg-neutral-tint/50',
                linkTo && 'cursor-pointer',
                // A full tint would lower the contrast of the green state below 4.5:1.
                row.id === openId && 'bg-neutral-tint/50',
              )}
            >
              {rowSelection && (
                <td className={`w-14 p-0 pl-1 ${stripeClass(row)}`}>
                  <SelectionCheckbox
                    label={t('list.choose', { name: resource.label(row) })}
                    share={rowSelection.has(row.id) ? 'all' : 'none'}
                    onToggle={() => rowSelection.toggle([row.id])}
                  />
                </td>
              )}
              {columns.map((column, i) => (
                <td
                  key={columnName(column)}
                  className={clsx(
                    'h-[42px] max-w-[28ch] px-3 pointer-coarse:h-12',
                    BREAKPOINT_CLASSES[column.from ?? 'always'],
                    column.alignEnd && 'text-right',
                    i === 0 && `font-semibold ${NARROW_NAME}`,
                    i === 0 && !rowSelection && `pl-5 ${stripeClass(row)}`,
                  )}
                >
                  {i === 0 && linkTo ? (
                    <Link
                      href={linkTo(row)}
                      data-row-link
                      data-id={row.id}
                      onClick={() => rememberOpened(resource.name, row.id)}
                      className="block hover:underline focus-visible:outline-offset-0"
                    >
                      <Value resource={resource} column={column} row={row} />
                    </Link>
                  ) : (
                    <Value resource={resource} column={column} row={row} />
                  )}
                  {i === 0 && <WaitingMark resource={resource} id={row.id} />}
                </td>
              ))}
              <td className="w-12 p-0 *:-my-[3px] pointer-coarse:*:my-0">
                {pending.has(row.id) ? <PendingWrite /> : menu(row)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Shown while a write of the row is in flight. */
function PendingWrite() {
  const { t } = useTranslation('screens');
  return (
    <span role="status" className="grid size-12 place-items-center">
      <Spinner />
      <span className="sr-only">{t('list.pending')}</span>
    </span>
  );
}

/** A click anywhere on the row clicks its link, except on other interactive elements. */
function openRow(event: MouseEvent<HTMLTableRowElement>) {
  const target = event.target as Element;
  // Menus are rendered in a portal, but their React events bubble to the row.
  if (!event.currentTarget.contains(target) || target.closest('a, button, input, label') !== null) return;
  event.currentTarget.querySelector<HTMLElement>('[data-row-link]')?.click();
}

interface ColumnHeadProps<R> {
  column: Column<R>;
  sortable: boolean;
  sort: string;
  onSort: (sort: string) => void;
  label: string;
}

function ColumnHead<R>({ column, sortable, sort, onSort, label }: ColumnHeadProps<R>) {
  const { key, alignEnd, from } = column;
  const direction = sort === key ? 'ascending' : sort === `-${key}` ? 'descending' : 'none';
  return (
    <th
      scope="col"
      aria-sort={sortable ? direction : undefined}
      className={clsx(
        'px-3 font-semibold whitespace-nowrap first:pl-5',
        alignEnd ? 'text-right' : 'text-left',
        BREAKPOINT_CLASSES[from ?? 'always'],
      )}
    >
      {sortable ? (
        <button
          type="button"
          onClick={() => onSort(nextSort(sort, key))}
          className={clsx(
            '-my-[3px] inline-flex min-h-12 items-center gap-1 hover:text-ink',
            direction !== 'none' && 'text-ink',
          )}
        >
          {label}
          {direction === 'ascending' && <ArrowUp size={14} aria-hidden />}
          {direction === 'descending' && <ArrowDown size={14} aria-hidden />}
        </button>
      ) : (
        <span className="inline-flex min-h-10 items-center">{label}</span>
      )}
    </th>
  );
}
