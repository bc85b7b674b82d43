import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'wouter';
import { invitations as contract, type Invitation } from '../../../shared/contract/identity/invitation.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import type { Row } from '../../kit/resource/defineResource.ts';
import { CreateDialog } from '../../kit/screens/form/CreateScreen.tsx';
import { DataTable } from '../../kit/screens/list/DataTable.tsx';
import { PAGE_SIZES } from '../../kit/screens/list/listState.ts';
import { Pager } from '../../kit/screens/list/Pager.tsx';
import { ActionMenu, useActions } from '../../kit/screens/record/useActions.tsx';
import { useText } from '../../kit/text/useText.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { ErrorPanel, Skeleton } from '../../kit/ui/display/placeholders.tsx';
import { useCanAccess } from '../../kit/useSave.ts';
import invitations from './invitations.resource.tsx';

const SKELETON_ROWS = 2;

/** Below the users: who was invited and has not come yet, newest first. */
export function Invitations() {
  const { t } = useTranslation('screens');
  const text = useText('invitations');
  const { client } = useAuth();
  const canAccess = useCanAccess();
  const [page, setPage] = useState(1);
  const [pageSize, setPageSize] = useState<number>(PAGE_SIZES[0]);
  const query = { limit: pageSize, offset: (page - 1) * pageSize };
  const answer = useQuery({
    ...read(client, contract.list, { query }),
    placeholderData: keepPreviousData,
  });
  const { itemsOf, dialog } = useActions(invitations);
  // In the address, which the form leaves once it is sent.
  const [params, setParams] = useSearchParams();
  const rows: readonly (Invitation & Row)[] = answer.data?.items ?? [];
  const menu = (row: Invitation & Row) => (
    <ActionMenu items={itemsOf(row)} label={t('list.actionsOf', { name: invitations.label(row) })} />
  );
  return (
    <section aria-labelledby="invitations" className="mt-12">
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <h2 id="invitations" className="text-20">
          {text('title')}
        </h2>
        <span className="flex-1" />
        {canAccess('users', 'W') && (
          <Button variant="outline" onClick={() => setParams({ invite: '1' })}>
            {text('actions.new')}
          </Button>
        )}
      </div>
      {answer.isPending && <Skeleton rows={SKELETON_ROWS} />}
      {answer.isError && (
        <ErrorPanel error={answer.error} retry={() => void answer.refetch()} busy={answer.isFetching} />
      )}
      {answer.data && rows.length === 0 && <p className="text-ink-2">{text('empty.text')}</p>}
      {rows.length > 0 && (
        <DataTable
          resource={invitations}
          rows={rows}
          columns={invitations.columns}
          sort=""
          onSort={() => undefined}
          menu={menu}
        />
      )}
      {answer.data && answer.data.total > PAGE_SIZES[0] && (
        <Pager
          {...{ page, pageSize, total: answer.data.total, onPage: setPage }}
          label={text('pages')}
          onPageSize={size => {
            setPageSize(size);
            setPage(1);
          }}
        />
      )}
      {params.get('invite') !== null && (
        <CreateDialog resource={invitations} close={() => setParams({}, { replace: true })} />
      )}
      {dialog}
    </section>
  );
}
