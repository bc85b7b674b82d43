import clsx from 'clsx';
import { LazyPart } from '../../LazyPart.tsx';
import { useCurrentUser } from '../../../app/session/useCurrentUser.ts';
import { useSearchParams } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { columnName, Value } from '../../fields/Value.tsx';
import {
  FACTS_PANEL,
  FORM_PANEL,
  type Fact,
  type Resource,
  type Row,
  type Tab,
} from '../../resource/defineResource.ts';
import { Skeleton } from '../../ui/display/placeholders.tsx';
import { useText } from '../../text/useText.ts';
import { Tabs } from '../../ui/display/Tabs.tsx';
import { withChanges } from '../list/listState.ts';
import { EditForm } from '../form/lazyEditForm.ts';

interface RecordProps<R extends Row> {
  resource: Resource<R>;
  row: R;
}

/** `wide`: panels next to the facts; otherwise stacked or in tabs, as in a sheet. */
export function RecordBody<R extends Row>({ resource, row, wide }: RecordProps<R> & { wide: boolean }) {
  const panels = (place: 'main' | 'side') =>
    (resource.panels ?? [])
      .filter(panel => panel.place === place)
      .map(({ name }) => <PanelOf key={name} name={name} resource={resource} row={row} />);
  if (resource.tabs && !wide) return <RecordTabs resource={resource} row={row} tabs={resource.tabs} />;
  return (
    <div
      className={clsx(
        wide && 'grid grid-cols-[minmax(0,1fr)] gap-x-8 lg:grid-cols-[minmax(0,2fr)_minmax(280px,1fr)]',
      )}
    >
      <div>
        {panels('main')}
        {resource.form && <PanelOf name={FORM_PANEL} resource={resource} row={row} />}
      </div>
      <div className={clsx(!wide && 'mt-8')}>
        <PanelOf name={FACTS_PANEL} resource={resource} row={row} />
        {panels('side')}
      </div>
    </div>
  );
}

function RecordTabs<R extends Row>({
  resource,
  row,
  tabs: all,
}: RecordProps<R> & { tabs: readonly Tab<R>[] }) {
  const text = useText(resource.name);
  const [params] = useSearchParams();
  const actor = useCurrentUser();
  const tabs = all.filter(({ isVisible }) => isVisible?.(row, actor) ?? true);
  const selected = tabs.find(({ name }) => name === params.get('tab'))?.name ?? tabs[0]?.name ?? '';
  /** Past the question about unsaved work: the form of another tab stays as it is. */
  const select = (tab: string) =>
    navigate(`${location.pathname}?${withChanges(params, { tab }).toString()}`, { replace: true });
  return (
    <Tabs
      label={text('tabs.label')}
      selected={selected}
      onSelect={select}
      tabs={tabs.map(({ name, panels }) => ({
        name,
        label: text(`tabs.${name}`),
        content: panels.map(panel => <PanelOf key={panel} name={panel} resource={resource} row={row} />),
      }))}
    />
  );
}

function PanelOf<R extends Row>({ name, resource, row }: RecordProps<R> & { name: string }) {
  const text = useText(resource.name);
  if (name === FACTS_PANEL)
    return resource.facts && <Facts resource={resource} row={row} facts={resource.facts} />;
  if (name === FORM_PANEL)
    return (
      resource.form &&
      resource.form.isShown?.(row) !== false && (
        <section className="mt-2">
          <h2 className="mb-4 text-16">{text('settings')}</h2>
          <LazyPart fallback={<Skeleton rows={resource.form.fields.length} className="h-20" />}>
            <EditForm key={row.id} resource={resource} row={row} />
          </LazyPart>
        </section>
      )
    );
  const Panel = resource.panels?.find(panel => panel.name === name)?.panel;
  return (
    Panel && (
      <section aria-label={text(`panels.${name}`)} className="mb-6">
        <LazyPart>
          <Panel row={row} />
        </LazyPart>
      </section>
    )
  );
}

function Facts<R extends Row>({
  resource,
  row,
  facts,
}: {
  resource: Resource<R>;
  row: R;
  facts: readonly Fact<R>[];
}) {
  const text = useText(resource.name);
  return (
    <dl className="mb-6 border-t-2 border-ink">
      {facts.map(fact => (
        <div
          key={columnName(fact)}
          className="flex min-h-11 items-center justify-between gap-4 border-b border-line py-1.5"
        >
          <dt className="max-w-3/5 shrink-0 text-ink-2">{text(`fields.${columnName(fact)}`)}</dt>
          <dd className="min-w-0 text-right font-semibold">
            <Value resource={resource} column={fact} row={row} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
