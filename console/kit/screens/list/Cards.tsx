import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { Resource, Row } from '../../resource/defineResource.ts';
import { rememberOpened } from '../record/lastOpened.ts';
import { WaitingMark } from '../record/WaitingMark.tsx';
import { SelectionCheckbox } from './SelectionCheckbox.tsx';
import type { RowSelection } from './useSelection.ts';

interface CardsProps<R extends Row> {
  resource: Resource<R>;
  rows: readonly R[];
  linkTo: (row: R) => string;
  menu: (row: R) => ReactNode;
  /** Set when rows are selectable for bulk actions. */
  rowSelection?: RowSelection | undefined;
}

/** Rows as cards; those out of sight are not laid out, so that a page of a hundred scrolls as one of ten. */
export function Cards<R extends Row>({ resource, rows, linkTo, menu, rowSelection }: CardsProps<R>) {
  const { t } = useTranslation('screens');
  const Content = resource.card!;
  return (
    <>
      {rowSelection && (
        <p className="mb-1 flex items-center text-ink-2">
          <SelectionCheckbox
            label={t('list.choosePage')}
            share={rowSelection.share}
            onToggle={() => rowSelection.toggle(rows.map(row => row.id))}
          />
          <span aria-hidden>{t('list.choosePage')}</span>
        </p>
      )}
      <ul className="grid grid-cols-1 gap-4 min-[480px]:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4">
        {rows.map(row => (
          <li
            key={row.id}
            className="relative border border-line bg-surface [contain-intrinsic-size:auto_280px] [content-visibility:auto]"
          >
            <Link
              href={linkTo(row)}
              data-row-link
              data-id={row.id}
              onClick={() => rememberOpened(resource.name, row.id)}
              className="block focus-visible:-outline-offset-2"
            >
              <Content row={row} />
            </Link>
            <div className="px-4 pb-2 empty:hidden">
              <WaitingMark resource={resource} id={row.id} />
            </div>
            {rowSelection ? (
              /** Below the picture: what stands in its corner is part of what people choose by. */
              <div className="flex items-center justify-between border-t border-line px-1 py-[3px]">
                <SelectionCheckbox
                  label={t('list.choose', { name: resource.label(row) })}
                  share={rowSelection.has(row.id) ? 'all' : 'none'}
                  onToggle={() => rowSelection.toggle([row.id])}
                />
                {menu(row)}
              </div>
            ) : (
              <div className="absolute right-1 bottom-1">{menu(row)}</div>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
