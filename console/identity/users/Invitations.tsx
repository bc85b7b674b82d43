import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'wouter';
import { invitations as contract, type Invitation } from '../../../shared/contract/identity/invitation.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import type { Row } from '../../kit/resource/defineResource.ts';
import { CreateDialog } from '../../kit/screens/form/CreateScreen.tsx';
import { DataTable } from '../../kit/screens/list/DataTable.tsx';
import { ActionMenu, useActions } from '../../kit/screens/record/useActions.tsx';
import { useText } from '../../kit/text/useText.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { ErrorPanel, Skeleton } from '../../kit/ui/display/placeholders.tsx';
import { useCanAccess } from '../../kit/useSave.ts';
import invitations from './invitations.resource.tsx';

const SKELETON_ROWS = 2;
const NEWEST = { limit: 50, offset: 0 };

/** Below the users: who was invited and has not come yet, newest first. */
export function Invitations() {
  const { t } = useTranslation('screens');
  const text = useText('invitations');
  const { client } = useAuth();
  const canAccess = useCanAccess();
  const answer = useQuery(read(client, contract.list, { query: NEWEST }));
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
      {params.get('invite') !== null && (
        <CreateDialog resource={invitations} close={() => setParams({}, { replace: true })} />
      )}
      {dialog}
    </section>
  );
}
