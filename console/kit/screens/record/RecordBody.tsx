import clsx from 'clsx';
import { Suspense } from 'react';
import { columnName, Value } from '../../fields/Value.tsx';
import type { Fact, Resource, Row } from '../../resource/defineResource.ts';
import { Skeleton } from '../../ui/display/placeholders.tsx';
import { useText } from '../../text/useText.ts';
import { EditForm } from '../form/lazyEditForm.ts';

/** `wide`: panels next to the facts; otherwise stacked, as in a sheet. */
export function RecordBody<R extends Row>({
  resource,
  row,
  wide,
}: {
  resource: Resource<R>;
  row: R;
  wide: boolean;
}) {
  const text = useText(resource.name);
  const panels = (place: 'main' | 'side') =>
    (resource.panels ?? [])
      .filter(panel => panel.place === place)
      .map(({ name, panel: Panel }) => (
        <section key={name} aria-label={text(`panels.${name}`)} className="mb-6">
          <Panel row={row} />
        </section>
      ));
  return (
    <div
      className={clsx(
        wide && 'grid grid-cols-[minmax(0,1fr)] gap-x-8 lg:grid-cols-[minmax(0,2fr)_minmax(280px,1fr)]',
      )}
    >
      <div>
        {panels('main')}
        {resource.form && (
          <section className={clsx(!wide && 'mt-2')}>
            <h2 className="mb-4 text-16">{text('settings')}</h2>
            <Suspense fallback={<Skeleton rows={resource.form.fields.length} className="h-20" />}>
              <EditForm key={row.id} resource={resource} row={row} />
            </Suspense>
          </section>
        )}
      </div>
      <div className={clsx(!wide && 'mt-8')}>
        {resource.facts && <Facts resource={resource} row={row} facts={resource.facts} />}
        {panels('side')}
      </div>
    </div>
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
