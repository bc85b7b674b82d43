import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { EditForm } from '../../kit/screens/form/lazyEditForm.ts';
import { useText } from '../../kit/text/useText.ts';
import { Notice } from '../../kit/ui/display/Notice.tsx';
import { PageTitle } from '../../kit/ui/display/PageTitle.tsx';
import { ErrorPanel, Skeleton } from '../../kit/ui/display/placeholders.tsx';
import { useCanAccess } from '../../kit/useSave.ts';
import {
  hasValues,
  shownValues,
  type ConfigAnswer,
  type ConfigPageOptions,
  type Values,
} from './configPage.ts';
import { EffectiveValues } from './EffectiveValues.tsx';
import { PublishBar } from './PublishBar.tsx';
import { scopeKey, ScopePicker, useScope } from './ScopePicker.tsx';

const SKELETON_ROWS = 6;

/** A page of the configuration of players: for all screens, a group or one of them; a draft until it is published. */
export function ConfigPage({ page }: { page: ConfigPageOptions }) {
  const { t } = useTranslation('screens');
  const text = useText('playerConfig');
  const canAccess = useCanAccess();
  const { kind, query, choose } = useScope();
  return (
    <>
      <PageTitle>{text(`pages.${page.name}.title`)}</PageTitle>
      <p className="mt-1 mb-6 max-w-[640px] text-ink-2">{text(`pages.${page.name}.text`)}</p>
      {!canAccess(page.area, 'W') && (
        <div className="mb-6 max-w-[640px]">
          <Notice tone="info">{t('readOnly')}</Notice>
        </div>
      )}
      <ScopePicker kind={kind} query={query} choose={choose} />
      {query === null ? (
        <p className="text-ink-2">{text(`scope.${kind}Missing`)}</p>
      ) : (
        <Scope key={scopeKey(query)} page={page} query={query} />
      )}
    </>
  );
}

interface ScopeProps {
  page: ConfigPageOptions;
  query: Readonly<Record<string, string>>;
}
function Scope({ page, query }: ScopeProps) {
  const { client } = useAuth();
  const answer = useQuery(read(client, page.calls.read, { query }));
  if (answer.isPending) return <Skeleton rows={SKELETON_ROWS} />;
  if (answer.isLoadingError)
    return <ErrorPanel error={answer.error} retry={() => void answer.refetch()} busy={answer.isFetching} />;
  return <Loaded page={page} query={query} data={answer.data as ConfigAnswer} />;
}

function Loaded({ page, query, data }: ScopeProps & { data: ConfigAnswer }) {
  const text = useText('playerConfig');
  const { name, area, calls, isWhole, preview: Preview } = page;
  const current = shownValues(data, isWhole);
  const [typed, setTyped] = useState<Values | null>(null);
  /** An empty field says what it inherits; those that are set together begin with that. */
  const fields = page.fields.map(field => {
    const value = isWhole ? undefined : data.inherited[field.name]?.value;
    const { input } = field;
    return input.as === 'number' && typeof value === 'number'
      ? { ...field, input: { ...input, placeholder: String(value) } }
      : field;
  });
  const form = {
    schema: calls.patch.body!,
    fields,
    from: (row: object) => ({ ...shownValues(row as ConfigAnswer, isWhole) }),
    body: (changed: object, row: object) => {
      const { draft } = row as ConfigAnswer;
      return isWhole && !hasValues(draft)
        ? { ...shownValues(row as ConfigAnswer, true), ...changed }
        : changed;
    },
  };
  return (
    <div className="grid gap-x-12 gap-y-8 xl:grid-cols-[minmax(0,640px)_minmax(0,1fr)]">
      <div className="flex flex-col gap-6">
        <PublishBar page={page} query={query} data={data} />
        {Preview && <Preview values={{ ...current, ...typed }} />}
        <EditForm
          resource={{
            name: 'playerConfig',
            area,
            form,
            endpoints: { patch: calls.patch },
            label: () => text(`pages.${name}.title`),
          }}
          row={{ ...data, id: `${name}/${scopeKey(query)}` }}
          query={query}
          onValues={setTyped}
        />
      </div>
      <EffectiveValues page={page} data={data} />
    </div>
  );
}
