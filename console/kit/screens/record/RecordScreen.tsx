import { useQuery } from '@tanstack/react-query';
import { ChevronLeft } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useParams } from 'wouter';
import { isNoResponse } from '../../../../shared/net/apiError.ts';
import { read } from '../../../../shared/net/queries.ts';
import { useAuth } from '../../../app/session/auth.tsx';
import type { Resource, Row } from '../../resource/defineResource.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Notice } from '../../ui/display/Notice.tsx';
import { PageTitle } from '../../ui/display/PageTitle.tsx';
import { ErrorPanel, Skeleton } from '../../ui/display/placeholders.tsx';
import { useText } from '../../text/useText.ts';
import { useListedRow } from './useListedRow.ts';
import { useBasePath } from './useBasePath.ts';
import { DataAge, LiveData, useIsLive } from '../../live.tsx';
import { RecordBody } from './RecordBody.tsx';
import { ActionMenu, useActions } from './useActions.tsx';
import { WaitingMark } from './WaitingMark.tsx';

const SKELETON_ROWS = 6;

/** The page of one row: what stands out and its first action as buttons, the others in a menu. */
export default function RecordScreen<R extends Row>({ resource }: { resource: Resource<R> }) {
  const { t } = useTranslation(['screens', 'common']);
  const text = useText(resource.name);
  const base = useBasePath(resource);
  const { id } = useParams<{ id: string }>();
  const [, navigate] = useLocation();
  const { client } = useAuth();
  const answer = useQuery({
    ...read(client, resource.endpoints.read!, { params: { id } }),
    refetchInterval: resource.refreshMs,
  });
  const listed = useListedRow(resource, id);
  const row = (answer.data as R | undefined) ?? listed.row;
  /** Of what is on the page, which may be the list's. */
  const updatedAt = answer.dataUpdatedAt || listed.updatedAt;
  const isLive = useIsLive(updatedAt, resource.refreshMs);
  const { itemsOf, dialog } = useActions(resource, () => navigate(base));
  const items = row ? itemsOf(row) : [];
  const main = items.find(({ name }) => resource.acts?.[name]?.weight === 'primary');
  const [first, ...rest] = items.filter(item => item !== main);
  const deleted = (row?.deleted_at ?? null) !== null;
  return (
    <>
      <Link href={base} className="-mt-2 inline-flex min-h-11 items-center gap-1 text-ink-2 hover:text-ink">
        <ChevronLeft size={18} aria-hidden />
        {text('title')}
      </Link>
      <header className="mb-6 flex flex-wrap items-center gap-3">
        <PageTitle className="min-w-0 break-words">{row ? resource.label(row) : text('one')}</PageTitle>
        <WaitingMark resource={resource} id={id} />
        <DataAge isLive={isLive} updatedAt={updatedAt} />
        <span className="flex-1" />
        {first && (
          <Button variant={first.danger ? 'danger' : main ? 'outline' : 'primary'} onClick={first.run}>
            {first.label}
          </Button>
        )}
        {main && <Button onClick={main.run}>{main.label}</Button>}
        {row && <ActionMenu items={rest} label={t('list.actionsOf', { name: resource.label(row) })} />}
      </header>
      {deleted && (
        <div className="mb-6">
          <Notice tone="warn" title={t('list.isDeleted')} />
        </div>
      )}
      {answer.isPending && !row && <Skeleton rows={SKELETON_ROWS} />}
      {answer.isError && !(row && isNoResponse(answer.error)) && (
        <ErrorPanel error={answer.error} retry={() => void answer.refetch()} busy={answer.isFetching} />
      )}
      {row && (
        <LiveData isLive={isLive}>
          <RecordBody resource={resource} row={row} wide />
        </LiveData>
      )}
      {dialog}
    </>
  );
}
