import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useParams } from 'wouter';
import { alerts, type Alert } from '../../../shared/contract/alerts/alert.ts';
import { read } from '../../../shared/net/queries.ts';
import { PATHS } from '../../app/paths.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { EditForm } from '../../kit/screens/form/lazyEditForm.ts';
import { useText } from '../../kit/text/useText.ts';
import { Notice } from '../../kit/ui/display/Notice.tsx';
import { PageTitle } from '../../kit/ui/display/PageTitle.tsx';
import { ErrorPanel, Skeleton } from '../../kit/ui/display/placeholders.tsx';
import { OfflineNotice } from '../emergency/OfflineNotice.tsx';
import { Beside } from './Beside.tsx';
import { form, resource } from './form.tsx';
import { changesOf, valuesOf, type TypedValues } from './values.ts';

/** A draft that is changed. */
export function EditAlert() {
  const text = useText('alerts');
  const { client } = useAuth();
  const { id = '' } = useParams<{ id: string }>();
  const answer = useQuery(read(client, alerts.read, { params: { id } }));
  const row = answer.data;
  return (
    <>
      <PageTitle className="mb-5">{row ? text('editOf', { name: row.name }) : text('one')}</PageTitle>
      <OfflineNotice />
      {answer.isPending && <Skeleton rows={6} />}
      {answer.isError && <ErrorPanel error={answer.error} retry={() => void answer.refetch()} />}
      {row && row.state !== 'draft' && (
        <div className="mb-5">
          <Notice tone="info" title={text('onlyDrafts')} />
        </div>
      )}
      {row && <ChangeForm key={row.id} row={row} />}
    </>
  );
}
function ChangeForm({ row }: { row: Alert }) {
  const [, navigate] = useLocation();
  const [values, setValues] = useState<TypedValues>(() => valuesOf(row));
  return (
    <Beside values={values} texts={row.texts}>
      <EditForm<Alert>
        resource={{
          ...resource,
          form: {
            ...form,
            from: valuesOf,
            body: (changed, base) => changesOf(changed, base),
            isEditable: ({ state }) => state === 'draft',
          },
        }}
        row={row}
        onValues={setValues}
        onSaved={() => navigate(`${PATHS.alerts}/${row.id}`)}
      />
    </Beside>
  );
}
