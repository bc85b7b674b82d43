import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { read } from '../../../shared/net/queries.ts';
import { incidents as calls } from '../../../shared/contract/fleet/incident.ts';
import { useAuth } from '../../app/session/auth.tsx';
import incidents from './incidents.resource.tsx';
import { DataTable } from '../../kit/screens/list/DataTable.tsx';
import { ActionMenu, useActions } from '../../kit/screens/record/useActions.tsx';
import { ErrorPanel, Skeleton } from '../../kit/ui/display/placeholders.tsx';
import { useText } from '../../kit/text/useText.ts';

const SHOWN = 20;

/** What wants somebody. `open`: how many the wall counts; read again when that changes. */
export function Incidents({ open }: { open: number }) {
  const { t } = useTranslation('screens');
  const text = useText('incidents');
  const { client } = useAuth();
  const query: object = { status: 'open,acked' };
  const answer = useQuery(read(client, calls.list, { query: { limit: SHOWN, ...query } }));
  const { refetch } = answer;
  useEffect(() => void refetch(), [open, refetch]);
  const { itemsOf, dialog } = useActions(incidents);
  const rows = answer.data?.items ?? [];
  return (
    <section aria-labelledby="incidents" className="mb-8">
      <h2 id="incidents" className="mb-2 text-20">
        {text('title')}
      </h2>
      {answer.isPending && <Skeleton rows={1} />}
      {answer.isError && (
        <ErrorPanel error={answer.error} retry={() => void refetch()} busy={answer.isFetching} />
      )}
      {answer.data && rows.length === 0 && <p className="text-ink-2">{text('empty.text')}</p>}
      {rows.length > 0 && (
        <DataTable
          resource={incidents}
          rows={rows}
          columns={incidents.columns}
          sort=""
          onSort={() => undefined}
          menu={row => (
            <ActionMenu items={itemsOf(row)} label={t('list.actionsOf', { name: incidents.label(row) })} />
          )}
        />
      )}
      {dialog}
    </section>
  );
}
