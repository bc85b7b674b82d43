import { keepPreviousData, useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { Suspense, useEffect, useRef, type ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { read } from '../../../../shared/net/queries.ts';
import { useAuth } from '../../../app/session/auth.tsx';
import { lazyWithRetry } from '../../lazyPage.ts';
import type { Resource, Row } from '../../resource/defineResource.ts';
import { PageTitle } from '../../ui/display/PageTitle.tsx';
import { ErrorPanel, Skeleton } from '../../ui/display/placeholders.tsx';
import { DataAge, LiveData, useIsLive } from '../../live.tsx';
import { useFormat } from '../../text/useFormat.ts';
import { useText } from '../../text/useText.ts';
import { DataTable } from './DataTable.tsx';
import { takeOpened } from '../record/lastOpened.ts';
import { EmptyList, PrimaryButton, SecondaryButton } from './ListParts.tsx';
import { Cards } from './Cards.tsx';
import { visibleColumns } from './columns.ts';
import { ExportMenu } from './ExportMenu.tsx';
import { mapQueryOf, withChanges, filterKeys, listQueryOf, filterQueryOf, PAGE_SIZES } from './listState.ts';
import { CursorPager, Pager } from './Pager.tsx';
import type { BulkBar as Bar } from './BulkBar.tsx';
import type { RecordSheet as Sheet } from '../record/RecordSheet.tsx';
import { Toolbar } from '../toolbar/Toolbar.tsx';
import { ActionMenu, useActions } from '../record/useActions.tsx';
import { useBasePath } from '../record/useBasePath.ts';
import { useListState } from './useListState.ts';
import { useRowKeys } from './useRowKeys.ts';
import { useSelection } from './useSelection.ts';

/** Loaded when a record is opened. */
const RecordSheet = lazyWithRetry(async () => ({
  default: (await import('../record/RecordSheet.tsx')).RecordSheet,
})) as typeof Sheet;

const BulkBar = lazyWithRetry<ComponentProps<typeof Bar>>(async () => ({
  default: (await import('./BulkBar.tsx')).BulkBar,
}));

/** Both response kinds: a page has a total, a log has a next cursor. */
interface Page<R> {
  items: R[];
  total?: number;
  next_cursor?: string | null;
}

const SKELETON_ROWS = 8;

export default function ListScreen<R extends Row>({ resource }: { resource: Resource<R> }) {
  const { t } = useTranslation(['screens', 'common']);
  const text = useText(resource.name);
  const format = useFormat();
  const { client } = useAuth();
  const root = useRef<HTMLDivElement>(null);
  const rowsRoot = useRef<HTMLDivElement>(null);
  const base = useBasePath(resource);
  const { state, params, change } = useListState(filterKeys(resource), resource.startFilter);
  const { itemsOf, dialog } = useActions(resource);
  const query = listQueryOf(state, resource);
  const columns = visibleColumns(resource.columns, state.cols);
  const answer = useQuery({
    ...read(client, resource.endpoints.list, { query }),
    placeholderData: keepPreviousData,
    refetchInterval: resource.refreshMs,
  });
  const isLive = useIsLive(answer.dataUpdatedAt, resource.refreshMs);
  const page = answer.data as Page<R> | undefined;
  const rows = page?.items ?? [];
  const isMap = resource.map !== undefined && state.isMap && rows.length > 0;
  const listSelection = useSelection(resource, state, rows);
  useRowKeys(root, resource.form !== undefined);
  useEffect(() => {
    if (rows.length === 0) return;
    const id = takeOpened(resource.name);
    if (id !== undefined) root.current?.querySelector<HTMLElement>(`[data-id="${id}"]`)?.focus();
  }, [rows.length, resource.name]);

  const linkTo = (row: R) =>
    resource.opensIn === 'sheet'
      ? `${base}?${withChanges(params, { id: row.id }).toString()}`
      : `${base}/${row.id}`;
  const label = (row: R) => t('list.actionsOf', { name: resource.label(row) });
  const menu = (row: R) => <ActionMenu items={itemsOf(row)} label={label(row)} />;

  return (
    <div ref={root}>
      <header className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-3">
        <PageTitle>{text(resource.preset ? `presets.${resource.preset.name}` : 'title')}</PageTitle>
        {page?.total !== undefined && (
          <span className="text-ink-2">
            {text('count', { count: page.total, shown: format.number(page.total) })}
          </span>
        )}
        <DataAge isLive={isLive} updatedAt={answer.dataUpdatedAt} />
        <span className="flex-1" />
        {resource.endpoints.export && rows.length > 0 && (
          <ExportMenu resource={resource} columns={columns} query={filterQueryOf(state, resource)} />
        )}
        <SecondaryButton resource={resource} />
        <PrimaryButton resource={resource} />
      </header>
      {resource.summary && <resource.summary />}
      <Toolbar resource={resource} state={state} change={change} />
      {answer.isPending && <Skeleton rows={SKELETON_ROWS} />}
      {answer.isError && (
        <ErrorPanel error={answer.error} retry={() => void answer.refetch()} busy={answer.isFetching} />
      )}
      {page && rows.length === 0 && <EmptyList resource={resource} state={state} clear={change} />}
      {listSelection && page?.total !== undefined && listSelection.selectionOf(page.total).count > 0 && (
        <Suspense>
          <BulkBar name={resource.name} listSelection={listSelection} total={page.total} />
        </Suspense>
      )}
      {isMap && resource.map && (
        <Suspense fallback={<Skeleton rows={SKELETON_ROWS} />}>
          <resource.map
            query={mapQueryOf(state)}
            openId={params.get('id') ?? undefined}
            open={id => change({ id }, 'push')}
            linkTo={id => linkTo({ id } as R)}
          />
        </Suspense>
      )}
      {rows.length > 0 && !isMap && (
        <LiveData isLive={isLive}>
          <div
            ref={rowsRoot}
            aria-busy={answer.isPlaceholderData}
            className={clsx('scroll-mt-20', answer.isPlaceholderData && 'opacity-70')}
          >
            {resource.card && !state.isRows ? (
              <Cards
                resource={resource}
                rows={rows}
                linkTo={linkTo}
                menu={menu}
                rowSelection={listSelection?.rowSelection}
              />
            ) : (
              <DataTable
                resource={resource}
                rows={rows}
                columns={columns}
                sort={state.sort || resource.defaultSort}
                onSort={sort => change({ sort: sort === resource.defaultSort ? '' : sort })}
                linkTo={resource.opensIn === 'nothing' ? undefined : linkTo}
                menu={menu}
                openId={params.get('id') ?? undefined}
                rowSelection={listSelection?.rowSelection}
              />
            )}
          </div>
        </LiveData>
      )}
      {page?.total !== undefined && rows.length > 0 && !isMap && (
        <Pager
          page={state.page}
          pageSize={state.pageSize}
          total={page.total}
          onPage={next => change({ page: String(next) }, 'push')}
          onPageSize={size => change({ per: size === PAGE_SIZES[0] ? '' : String(size) })}
        />
      )}
      {page?.next_cursor !== undefined && (
        <CursorPager
          first={state.cursor === ''}
          next={page.next_cursor}
          rowsRoot={rowsRoot}
          onCursor={cursor => change({ cursor }, 'push')}
        />
      )}
      {resource.opensIn === 'sheet' && params.get('id') !== null && (resource.endpoints.read ?? page) && (
        <Suspense>
          <RecordSheet
            resource={resource}
            id={params.get('id')!}
            listed={rows.find(row => row.id === params.get('id'))}
            close={() => change({ id: '', tab: '' }, 'push')}
          />
        </Suspense>
      )}
      {resource.footer && <resource.footer />}
      {dialog}
    </div>
  );
}
