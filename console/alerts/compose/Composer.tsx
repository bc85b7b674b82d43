import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { alerts, type Alert } from '../../../shared/contract/alerts/alert.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth, useSignedIn } from '../../app/session/auth.tsx';
import { LazyPart } from '../../kit/LazyPart.tsx';
import { lazyWithRetry } from '../../kit/lazyPage.ts';
import { FormPanel } from '../../kit/screens/form/FormPanel.tsx';
import { useCreate } from '../../kit/screens/form/useCreate.ts';
import { useText } from '../../kit/text/useText.ts';
import { PageTitle } from '../../kit/ui/display/PageTitle.tsx';
import { ErrorPanel, Skeleton } from '../../kit/ui/display/placeholders.tsx';
import { OfflineNotice } from '../emergency/OfflineNotice.tsx';
import { Beside } from './Beside.tsx';
import { form, resource } from './form.tsx';
import { blankAlertOf, bodyOf, copyOf, type TypedValues } from './values.ts';

const TemplatePicker = lazyWithRetry(async () => ({
  default: (await import('./TemplatePicker.tsx')).TemplatePicker,
}));

/** From an event to a draft; it is published from its own page, where the number of screens is seen once more. */
export function NewAlert() {
  const text = useText('alerts');
  const [, navigate] = useLocation();
  const { user, tenants } = useSignedIn();
  const organisation = tenants.find(({ id }) => id === user.tenant_id)?.name ?? '';
  const start = useMemo(() => blankAlertOf(organisation), [organisation]);
  const [values, setValues] = useState<TypedValues>(start);
  /** Of a template or of the alert that is copied; it counts as typed, so that it is kept and asked about. */
  const [fill, setFill] = useState<TypedValues>();
  const copied = useCopied(setFill);
  const { submit, base } = useCreate<Alert>({ ...resource, createForm: { ...form, body: bodyOf } });
  return (
    <>
      <PageTitle className="mb-2">{text('new')}</PageTitle>
      <p className="mb-5 max-w-[70ch] text-ink-2">{text('newText')}</p>
      <OfflineNotice />
      {copied.isError && <ErrorPanel error={copied.error} retry={() => void copied.refetch()} />}
      <LazyPart fallback={<Skeleton rows={2} />}>
        <TemplatePicker values={values} fill={setFill} />
      </LazyPart>
      <Beside values={values}>
        <FormPanel
          resource="alerts"
          form={form}
          initial={start}
          submitLabel={text('actions.create')}
          isNew
          draft="alerts/new"
          submit={submit}
          cancel={() => navigate(base)}
          onValues={setValues}
          {...(fill && { fill })}
        />
      </Beside>
    </>
  );
}
/** `?copy=<id>`: the form begins with what that alert said, for whom and how grave it was. */
function useCopied(fill: (values: TypedValues) => void) {
  const { client } = useAuth();
  const id = new URLSearchParams(useSearch()).get('copy');
  const answer = useQuery({
    ...read(client, alerts.read, { params: { id: id ?? '' } }),
    enabled: id !== null,
    staleTime: Infinity,
  });
  const row = answer.data;
  useEffect(() => {
    if (row) fill(copyOf(row));
  }, [row, fill]);
  return answer;
}
