import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { read } from '../../shared/net/queries.ts';
import { useAuth } from '../auth.tsx';
import type { Resource, Row } from '../resources/define.ts';
import { Button, buttonClass } from '../ui/Button.tsx';
import { PageTitle } from '../ui/PageTitle.tsx';
import { Empty, ErrorPanel, Skeleton } from '../ui/states.tsx';
import { useFormat } from '../useFormat.ts';
import { useMay } from '../useSave.ts';
import { useText } from '../useText.ts';
import { DataTable } from './DataTable.tsx';
import { takeOpened } from './lastOpened.ts';
import { changed, isNarrowed, listQueryOf } from './listState.ts';
import { CursorPager, Pager } from './Pager.tsx';
import { RecordSheet } from './RecordSheet.tsx';
import { Toolbar } from './Toolbar.tsx';
import { ActionMenu, useActions } from './useActions.tsx';
import { useListState } from './useListState.ts';
import { useRowKeys } from './useRowKeys.ts';

/** Both kinds of answer: a page knows the total, a log where it goes on. */
interface Page<R> {
  items: R[];
  total?: number;
  next_cursor?: string | null;
}

const SKELETON_ROWS = 8;

export default function ListScreen<R extends Row>({ resource }: { resource: Resource<R> }) {
  const { t } = useTranslation();
  const text = useText(resource.name);
  const format = useFormat();
  const { client } = useAuth();
  const root = useRef<HTMLDivElement>(null);
  const { state, params, change } = useListState(resource.filters);
  const { itemsOf, dialog } = useActions(resource);
  const query = listQueryOf(state, resource.paging, resource.defaultSort);
  const answer = useQuery({
    ...read(client, resource.endpoints.list, { query }),
    placeholderData: keepPreviousData,
    refetchInterval: resource.refreshMs,
  });
  const page = answer.data as Page<R> | undefined;
  const rows = page?.items ?? [];
  useRowKeys(root);
  useEffect(() => {
    if (rows.length === 0) return;
    const id = takeOpened(resource.name);
    if (id !== undefined) root.current?.querySelector<HTMLElement>(`[data-id="${id}"]`)?.focus();
  }, [rows.length, resource.name]);

  const linkTo = (row: R) =>
    resource.opens === 'sheet' ? `${resource.path}?${changed(params, { id: row.id }).toString()}` : `${resource.path}/${row.id}`;
  const label = (row: R) => t('list.actionsOf', { name: row.name ?? '' });
  const menu = (row: R) => <ActionMenu items={itemsOf(row)} label={label(row)} />;

  return (
    <div ref={root}>
      <header className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-3">
        <PageTitle>{text('title')}</PageTitle>
        {page?.total !== undefined && <span className="text-ink-2">{text('count', { count: page.total, shown: format.number(page.total) })}</span>}
        <span className="flex-1" />
        {resource.head && <resource.head />}
        <Primary resource={resource} />
      </header>
      {resource.summary && <resource.summary />}
      <Toolbar resource={resource} state={state} change={change} />
      {answer.isPending && <Skeleton rows={SKELETON_ROWS} />}
      {answer.isError && <ErrorPanel error={answer.error} retry={() => void answer.refetch()} busy={answer.isFetching} />}
      {page && rows.length === 0 && <Nothing resource={resource} state={state} clear={change} />}
      {rows.length > 0 && (
        <div aria-busy={answer.isPlaceholderData} className={answer.isPlaceholderData ? 'opacity-70' : ''}>
          {resource.card ? (
            <ul className="grid grid-cols-1 gap-4 min-[480px]:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4">
              {rows.map(row => (
                <Card key={row.id} resource={resource} row={row} href={linkTo(row)} menu={menu(row)} />
              ))}
            </ul>
          ) : (
            <DataTable
              resource={resource}
              rows={rows}
              sort={state.sort || (resource.defaultSort ?? '')}
              onSort={sort => change({ sort: sort === resource.defaultSort ? '' : sort })}
              linkTo={resource.opens === 'nothing' ? undefined : linkTo}
              menu={menu}
              selected={params.get('id') ?? undefined}
            />
          )}
        </div>
      )}
      {page?.total !== undefined && rows.length > 0 && (
        <Pager page={state.page} total={page.total} onPage={next => change({ page: String(next) }, 'push')} />
      )}
      {page?.next_cursor !== undefined && (
        <CursorPager first={state.cursor === ''} next={page.next_cursor} onCursor={cursor => change({ cursor }, 'push')} />
      )}
      {resource.opens === 'sheet' && params.get('id') !== null && (
        <RecordSheet resource={resource} id={params.get('id')!} close={() => change({ id: '' }, 'push')} />
      )}
      {resource.foot && <resource.foot />}
      {dialog}
    </div>
  );
}

/** The page's one button, drawn for who may press it. */
function Primary<R extends Row>({ resource }: { resource: Resource<R> }) {
  const text = useText(resource.name);
  const may = useMay();
  const { params, change } = useListState(resource.filters);
  const { primary } = resource;
  if (!primary || !may(resource.area, primary.level)) return null;
  const label = text(`actions.${primary.name}`);
  if ('link' in primary.act)
    return (
      <Link href={primary.act.link} data-primary className={buttonClass()}>
        {label}
      </Link>
    );
  // Open by address, so that a link or a QR code leads straight to it.
  return (
    <>
      <Button data-primary onClick={() => change({ [primary.name]: '1' }, 'push')}>
        {label}
      </Button>
      {params.get(primary.name) !== null && <primary.act.dialog close={() => change({ [primary.name]: '' }, 'replace')} />}
    </>
  );
}

interface NothingProps<R extends Row> {
  resource: Resource<R>;
  state: Parameters<typeof isNarrowed>[0];
  clear(changes: Readonly<Record<string, string>>): void;
}

/** Three ways to have nothing: no match, nothing deleted, nothing yet. */
function Nothing<R extends Row>({ resource, state, clear }: NothingProps<R>): ReactNode {
  const { t } = useTranslation();
  const text = useText(resource.name);
  if (isNarrowed(state))
    return (
      <Empty
        title={t('list.noMatch')}
        text={t('list.noMatchText')}
        action={
          <Button look="outline" onClick={() => clear(Object.fromEntries(['q', ...Object.keys(state.values)].map(key => [key, ''])))}>
            {t('list.clear')}
          </Button>
        }
      />
    );
  if (state.deleted) return <Empty title={t('list.noneDeleted')} text={t('list.noneDeletedText')} />;
  return <Empty title={text('empty.title')} text={text('empty.text')} action={<EmptyAction resource={resource} />} />;
}

function EmptyAction<R extends Row>({ resource }: { resource: Resource<R> }) {
  const text = useText(resource.name);
  const may = useMay();
  const { change } = useListState(resource.filters);
  const { primary } = resource;
  if (!primary || !may(resource.area, primary.level)) return null;
  const label = text(`actions.${primary.name}`);
  return 'link' in primary.act ? (
    <Link href={primary.act.link} className={buttonClass()}>
      {label}
    </Link>
  ) : (
    <Button onClick={() => change({ [primary.name]: '1' }, 'push')}>{label}</Button>
  );
}

interface CardProps<R extends Row> {
  resource: Resource<R>;
  row: R;
  href: string;
  menu: ReactNode;
}

function Card<R extends Row>({ resource, row, href, menu }: CardProps<R>) {
  const Content = resource.card!;
  return (
    <li className="relative border border-line bg-surface">
      <Link href={href} data-row-link data-id={row.id} className="block focus-visible:outline-offset-0">
        <Content row={row} />
      </Link>
      <div className="absolute right-1 bottom-1">{menu}</div>
    </li>
  );
}
