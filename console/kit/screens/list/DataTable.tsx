import clsx from 'clsx';
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { useStore } from 'zustand';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { nameOf, Value } from '../../fields/Value.tsx';
import type { Column, Resource, Row } from '../../resource/define.ts';
import { Spinner } from '../../ui/display/Spinner.tsx';
import { LANES } from '../../ui/display/Mark.tsx';
import { useText } from '../../text/useText.ts';
import { ChooseBox } from './ChooseBox.tsx';
import { rememberOpened } from '../record/lastOpened.ts';
import { nextSort } from './listState.ts';
import { pendingStore } from '../record/pending.ts';
import type { Choosing } from './useSelection.ts';

const FROM = {
  always: '',
  sm: 'hidden sm:table-cell',
  md: 'hidden md:table-cell',
  lg: 'hidden lg:table-cell',
  xl: 'hidden xl:table-cell',
} as const;

interface DataTableProps<R extends Row> {
  resource: Resource<R>;
  rows: readonly R[];
  columns: readonly Column<R>[];
  sort: string;
  onSort: (sort: string) => void;
  /** Address of a record; undefined where rows do not open. */
  linkTo?: (row: R) => string;
  menu: (row: R) => ReactNode;
  selected?: string;
  /** Where rows can be chosen for what is done to many. */
  choosing?: Choosing | undefined;
}

export function DataTable<R extends Row>({
  resource,
  rows,
  columns,
  sort,
  onSort,
  linkTo,
  menu,
  selected,
  choosing,
}: DataTableProps<R>) {
  const { t } = useTranslation(['screens', 'common']);
  const text = useText(resource.name);
  const pending = useStore(pendingStore, state => state.ids);
  const laneOf = (row: R) => `lane ${LANES[resource.lane?.(row) ?? 'neutral']}`;
  return (
    <div
      role="group"
      aria-label={text('title')}
      // Without a link in its rows, the keyboard needs the box itself to push it sideways.
      tabIndex={linkTo ? undefined : 0}
      className="relative overflow-x-auto border-t-2 border-ink bg-surface"
    >
      <table className="w-full border-collapse">
        <thead>
          <tr className="border-b border-line text-12 text-ink-2">
            {choosing && (
              <th className="w-14 pl-1">
                <ChooseBox
                  label={t('list.choosePage')}
                  share={choosing.share}
                  onToggle={() => choosing.toggle(rows.map(row => row.id))}
                />
              </th>
            )}
            {columns.map(column => (
              <Head
                key={nameOf(column)}
                column={column}
                sortable={resource.sortable.includes(column.key)}
                sort={sort}
                onSort={onSort}
                label={text(`fields.${nameOf(column)}`)}
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
                // The whole tint would leave the green of a state below 4.5:1.
                row.id === selected && 'bg-neutral-tint/50',
              )}
            >
              {choosing && (
                <td className={`w-14 p-0 pl-1 ${laneOf(row)}`}>
                  <ChooseBox
                    label={t('list.choose', { name: resource.label(row) })}
                    share={choosing.has(row.id) ? 'all' : 'none'}
                    onToggle={() => choosing.toggle([row.id])}
                  />
                </td>
              )}
              {columns.map((column, i) => (
                <td
                  key={nameOf(column)}
                  className={clsx(
                    'h-12 max-w-[28ch] px-3',
                    FROM[column.from ?? 'always'],
                    column.end && 'text-right',
                    i === 0 && 'font-semibold',
                    i === 0 && !choosing && `pl-5 ${laneOf(row)}`,
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
                      <Value resource={resource} of={column} row={row} />
                    </Link>
                  ) : (
                    <Value resource={resource} of={column} row={row} />
                  )}
                </td>
              ))}
              <td className="w-12 p-0">{pending.has(row.id) ? <OnItsWay /> : menu(row)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Its write has not been answered yet. */
function OnItsWay() {
  const { t } = useTranslation('screens');
  return (
    <span role="status" className="grid size-12 place-items-center">
      <Spinner />
      <span className="sr-only">{t('list.pending')}</span>
    </span>
  );
}

/** A press anywhere on the row is a press on its link, except on what has a purpose of its own. */
function openRow(event: MouseEvent<HTMLTableRowElement>) {
  const target = event.target as Element;
  // A menu is drawn elsewhere in the document, but its events still arrive here.
  if (!event.currentTarget.contains(target) || target.closest('a, button, input, label') !== null) return;
  event.currentTarget.querySelector<HTMLElement>('[data-row-link]')?.click();
}

interface HeadProps<R> {
  column: Column<R>;
  sortable: boolean;
  sort: string;
  onSort: (sort: string) => void;
  label: string;
}

function Head<R>({ column, sortable, sort, onSort, label }: HeadProps<R>) {
  const { key, end, from } = column;
  const at = sort === key ? 'ascending' : sort === `-${key}` ? 'descending' : 'none';
  return (
    <th
      scope="col"
      aria-sort={sortable ? at : undefined}
      className={clsx(
        'px-3 font-semibold whitespace-nowrap first:pl-5',
        end ? 'text-right' : 'text-left',
        FROM[from ?? 'always'],
      )}
    >
      {sortable ? (
        <button
          type="button"
          onClick={() => onSort(nextSort(sort, key))}
          className={clsx(
            'inline-flex min-h-12 items-center gap-1 hover:text-ink',
            at !== 'none' && 'text-ink',
          )}
        >
          {label}
          {at === 'ascending' && <ArrowUp size={14} aria-hidden />}
          {at === 'descending' && <ArrowDown size={14} aria-hidden />}
        </button>
      ) : (
        <span className="inline-flex min-h-12 items-center">{label}</span>
      )}
    </th>
  );
}
