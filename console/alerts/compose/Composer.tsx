import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useLocation, useParams, useSearch } from 'wouter';
import { alert, alerts, type Alert } from '../../../shared/contract/alerts/alert.ts';
import { read } from '../../../shared/net/queries.ts';
import { PATHS } from '../../app/paths.ts';
import { useAuth, useSignedIn } from '../../app/session/auth.tsx';
import { defineResource } from '../../kit/resource/defineResource.ts';
import { EditForm } from '../../kit/screens/form/lazyEditForm.ts';
import { LazyPart } from '../../kit/LazyPart.tsx';
import { lazyWithRetry } from '../../kit/lazyPage.ts';
import { FormPanel } from '../../kit/screens/form/FormPanel.tsx';
import { useCreate } from '../../kit/screens/form/useCreate.ts';
import { useText } from '../../kit/text/useText.ts';
import { Notice } from '../../kit/ui/display/Notice.tsx';
import { PageTitle } from '../../kit/ui/display/PageTitle.tsx';
import { ErrorPanel, Skeleton } from '../../kit/ui/display/placeholders.tsx';
import { PriorityMark } from '../emergency/cells.tsx';
import { OfflineNotice } from '../emergency/OfflineNotice.tsx';
import { takesTwo } from '../emergency/states.ts';
import type { Fit } from '../../../shared/alerts/draw.ts';
import { DEFAULT_TTL_S, isUrgent } from '../../../shared/contract/alerts/cap.ts';
import { useFormat } from '../../kit/text/useFormat.ts';
import { ALERT_FIELDS, ALERT_STEPS } from './fields.ts';
import { TypedContext } from './typed.ts';
import {
  alertForm,
  blankAlertOf,
  blanksIn,
  bodyOf,
  changesOf,
  copyOf,
  priorityIn,
  targetIn,
  templateIn,
  textsIn,
  valuesOf,
  type TypedValues,
} from './values.ts';

const S_MS = 1_000;
const TemplatePicker = lazyWithRetry(async () => ({
  default: (await import('./TemplatePicker.tsx')).TemplatePicker,
}));
const AlertPreview = lazyWithRetry(async () => ({
  default: (await import('../preview/AlertPreview.tsx')).AlertPreview,
}));
const ReachBox = lazyWithRetry(async () => ({ default: (await import('./ReachBox.tsx')).ReachBox }));

/** What the forms need of it; its list has a definition of its own. */
const resource = defineResource({
  name: 'alerts',
  entity: alerts,
  row: alert,
  pages: ['alerts'],
  opensIn: 'page',
  label: row => row.name,
  columns: [],
});
const ReachLine = lazyWithRetry(async () => ({ default: (await import('./ReachLine.tsx')).ReachLine }));
const PlacePanel = () => (
  <LazyPart>
    <ReachLine />
  </LazyPart>
);
const steps = ALERT_STEPS.map(step => (step.name === 'place' ? { ...step, panel: PlacePanel } : step));
const form = { schema: alertForm, fields: ALERT_FIELDS, steps };

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

interface BesideProps {
  values: TypedValues;
  /** Of the row, with languages that the form does not show. */
  texts?: Alert['texts'];
  children: React.ReactNode;
}
/** The form, and beside it what it would do: on a screen, by its weight, and to how many. */
function Beside({ values, texts, children }: BesideProps) {
  const text = useText('alerts');
  const format = useFormat();
  const [fit, setFit] = useState<Fit>('all');
  const priority = priorityIn(values);
  const status = values['status'] as Alert['status'];
  const screenTexts = textsIn(values, texts);
  const template = templateIn(values);
  const blanks = blanksIn(screenTexts);
  const response_types = values['response_types'] as Alert['response_types'] | undefined;
  const ttl_s = (values['ttl_s'] as number | null) ?? DEFAULT_TTL_S(priority);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-8 xl:grid-cols-[minmax(0,640px)_minmax(0,1fr)]">
      <div>
        <TypedContext value={values}>{children}</TypedContext>
      </div>
      <aside
        aria-label={text('preview.title')}
        className="flex flex-col gap-5 xl:sticky xl:top-4 xl:self-start"
      >
        <LazyPart fallback={<Skeleton rows={6} />}>
          <AlertPreview
            alert={{
              ...{ texts: screenTexts, template, priority, status, expires_at: null },
              response_types: response_types ?? [],
            }}
            onFit={setFit}
          />
        </LazyPart>
        <div aria-live="polite" className="flex flex-col gap-3">
          {fit !== 'all' && <Notice tone={fit === 'cut' ? 'danger' : 'warn'} title={text(`fit.${fit}`)} />}
          {blanks.length > 0 && (
            <Notice tone="warn" title={text('blanks.title')}>
              {text('blanks.text', { blanks: format.list(blanks) })}
            </Notice>
          )}
          {template === 'ticker' && <Notice tone="info" title={text('tickerText')} />}
        </div>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1" aria-live="polite">
          <PriorityMark priority={priority} />
          <span className="text-13 text-ink-2">
            {text(values['priority'] === null ? 'weight.follows' : 'weight.chosen')}
          </span>
          <span className="text-13 text-ink-2">
            {text('lasts', { length: format.duration(ttl_s * S_MS) })}
          </span>
        </p>
        {takesTwo({ priority, status }) && <Notice tone="warn" title={text('twoPeople')} />}
        <LazyPart fallback={<Skeleton rows={2} />}>
          <ReachBox
            {...{ target: targetIn(values), status, forced: values['forced'] === true }}
            isUrgent={isUrgent({ priority })}
          />
        </LazyPart>
      </aside>
    </div>
  );
}
