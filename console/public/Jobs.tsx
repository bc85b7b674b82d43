/** A page of its own: a list that asks for no account. */
import { keepPreviousData, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'wouter';
import { EMPLOYMENTS } from '../../shared/contract/content/contentKinds.ts';
import { publicJobs } from '../../shared/contract/content/publicJobs.ts';
import { createQueryClient, read } from '../../shared/net/queries.ts';
import { useAuth } from '../app/session/auth.tsx';
import { Button } from '../kit/ui/controls/Button.tsx';
import { PageTitle } from '../kit/ui/display/PageTitle.tsx';
import { EmptyState, ErrorPanel, Skeleton } from '../kit/ui/display/placeholders.tsx';
import { useFormat } from '../kit/text/useFormat.ts';
import { useDebouncedField } from '../kit/useDebounced.ts';
import { Job } from './Job.tsx';
import { PublicFrame } from './PublicFrame.tsx';

const PAGE = 25;
const MOST = 100;
const SKELETON_ROWS = 4;

export default function Jobs() {
  const [queries] = useState(() => createQueryClient());
  return (
    <QueryClientProvider client={queries}>
      <PublicFrame>
        <JobList />
      </PublicFrame>
    </QueryClientProvider>
  );
}

function JobList() {
  const { t } = useTranslation('publicJobs');
  const format = useFormat();
  const { client } = useAuth();
  const [params, setParams] = useSearchParams();
  const [limit, setLimit] = useState(PAGE);
  const q = params.get('q') ?? '';
  const employment = EMPLOYMENTS.find(one => one === params.get('employment'));
  const change = (name: string, value: string) =>
    setParams(
      now => {
        const next = new URLSearchParams(now);
        if (value === '') next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  const [typed, setTyped] = useDebouncedField(q, value => change('q', value));
  const answer = useQuery({
    ...read(client, publicJobs, { query: { q, employment, limit } }),
    placeholderData: keepPreviousData,
  });
  const { items = [], total = 0 } = answer.data ?? {};
  const isNarrowed = q !== '' || employment !== undefined;
  return (
    <div className="flex max-w-[760px] flex-col gap-6">
      <div className="flex flex-col gap-2">
        <PageTitle>{t('title')}</PageTitle>
        <p className="text-16 text-ink-2">{t('what')}</p>
      </div>
      <search className="flex flex-wrap gap-3">
        <input
          type="search"
          aria-label={t('search')}
          placeholder={t('search')}
          className="control min-w-48 flex-1"
          value={typed}
          onChange={event => setTyped(event.target.value)}
        />
        <select
          aria-label={t('employment')}
          className="control w-auto"
          value={employment ?? ''}
          onChange={event => change('employment', event.target.value)}
        >
          <option value="">{t('any')}</option>
          {EMPLOYMENTS.map(one => (
            <option key={one} value={one}>
              {t(`values.${one}`)}
            </option>
          ))}
        </select>
      </search>
      {answer.isPending && <Skeleton rows={SKELETON_ROWS} />}
      {answer.isError && (
        <ErrorPanel error={answer.error} retry={() => void answer.refetch()} busy={answer.isFetching} />
      )}
      {answer.data && (
        <p role="status" className="text-ink-2">
          {t('count', { count: total, shown: format.number(total) })}
        </p>
      )}
      {answer.data && total === 0 && (
        <EmptyState
          title={t(isNarrowed ? 'none.title' : 'empty.title')}
          text={t(isNarrowed ? 'none.text' : 'empty.text')}
        />
      )}
      <ul className="border-t border-line empty:hidden">
        {items.map(job => (
          <li key={job.id} className="border-b border-line">
            <Job
              job={job}
              isOpen={params.get('id') === job.id}
              toggle={() => change('id', params.get('id') === job.id ? '' : job.id)}
            />
          </li>
        ))}
      </ul>
      {items.length < Math.min(total, MOST) && (
        <Button variant="outline" className="self-start" onClick={() => setLimit(Math.min(limit + PAGE, MOST))}>
          {t('more')}
        </Button>
      )}
    </div>
  );
}
