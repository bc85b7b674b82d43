import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { endAllSessions, listSessions, type Session } from '../../../shared/contract/identity/user.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import type { Row } from '../../kit/resource/defineResource.ts';
import sessions from './sessions.resource.tsx';
import { DataTable } from '../../kit/screens/list/DataTable.tsx';
import { ActionMenu, useActions } from '../../kit/screens/record/useActions.tsx';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Confirm } from '../../kit/ui/overlays/Dialog.tsx';
import { ErrorPanel, Skeleton } from '../../kit/ui/display/placeholders.tsx';
import { confirmSignOut } from '../../app/queue/confirmSignOut.ts';
import { useSignOut } from '../../app/session/useSignOut.ts';
import { useText } from '../../kit/text/useText.ts';

const SKELETON_ROWS = 2;

/** Where one is signed in, and how that ends: one of them, or all. */
export function Sessions() {
  const { t } = useTranslation('screens');
  const text = useText('sessions');
  const { client } = useAuth();
  const answer = useQuery(read(client, listSessions, {}));
  const { itemsOf, dialog } = useActions(sessions);
  const [isConfirming, setConfirming] = useState(false);
  const rows: readonly (Session & Row)[] = answer.data?.items ?? [];
  const menu = (row: Session & Row) => (
    <ActionMenu items={itemsOf(row)} label={t('list.actionsOf', { name: sessions.label(row) })} />
  );
  return (
    <section aria-labelledby="sessions" className="mt-12">
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <h2 id="sessions" className="text-20">
          {text('title')}
        </h2>
        <span className="flex-1" />
        <Button variant="outline" onClick={() => setConfirming(true)}>
          {text('everywhere.action')}
        </Button>
      </div>
      {answer.isPending && <Skeleton rows={SKELETON_ROWS} />}
      {answer.isError && (
        <ErrorPanel error={answer.error} retry={() => void answer.refetch()} busy={answer.isFetching} />
      )}
      {answer.data && (
        <DataTable
          resource={sessions}
          rows={rows}
          columns={sessions.columns}
          sort=""
          onSort={() => undefined}
          menu={menu}
        />
      )}
      {isConfirming && <SignOutEverywhere close={() => setConfirming(false)} />}
      {dialog}
    </section>
  );
}

function SignOutEverywhere({ close }: { close: () => void }) {
  const text = useText('sessions');
  const session = useAuth();
  const signOut = useSignOut();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const act = async () => {
    if (!(await confirmSignOut(await session.userId()))) return;
    setBusy(true);
    await session.client.call(endAllSessions, {}).then(signOut, (error: unknown) => {
      setFailure(error);
      setBusy(false);
    });
  };
  return (
    <Confirm
      title={text('everywhere.title')}
      text={text('everywhere.text')}
      close={close}
      action={
        <>
          {failure !== null && <ErrorPanel error={failure} />}
          <Button variant="danger" busy={busy} onClick={() => void act()}>
            {text('everywhere.action')}
          </Button>
        </>
      }
    />
  );
}
