import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import {
  HEALTH_WINDOWS,
  listAdapters,
  type HealthWindow,
} from '../../../shared/contract/programmatic/adapter.ts';
import { read } from '../../../shared/net/queries.ts';
import { PATHS } from '../../app/paths.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { Segmented } from '../../kit/ui/controls/Segmented.tsx';
import { Notice } from '../../kit/ui/display/Notice.tsx';
import { PageTitle } from '../../kit/ui/display/PageTitle.tsx';
import { ErrorPanel, Skeleton } from '../../kit/ui/display/placeholders.tsx';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { AdapterSection } from './AdapterSection.tsx';

const REFRESH_MS = 10_000;
const SKELETON_ROWS = 8;

/** How every partner's connection does now, and over a window of one's choice. */
export default function AdapterHealthPage() {
  const text = useText('adapters');
  const navigation = useText('navigation');
  const format = useFormat();
  const { client } = useAuth();
  const [window, setWindow] = useState<HealthWindow>('5m');
  const answer = useQuery({ ...read(client, listAdapters, {}), refetchInterval: REFRESH_MS });
  const { data } = answer;
  return (
    <>
      <div className="mb-5 flex min-h-12 flex-wrap items-center gap-x-6 gap-y-2">
        <PageTitle>{navigation('adapters')}</PageTitle>
        {data && (
          <span className="text-13 text-ink-2">{text('asOf', { time: format.time(data.as_of) })}</span>
        )}
        <span className="flex-1" />
        <Segmented
          label={text('window')}
          value={window}
          options={HEALTH_WINDOWS.map(value => ({ value, label: text(`windows.${value}`) }))}
          onChange={setWindow}
        />
      </div>
      {answer.isError && (
        <ErrorPanel error={answer.error} retry={() => void answer.refetch()} busy={answer.isFetching} />
      )}
      {answer.isPending && <Skeleton rows={SKELETON_ROWS} />}
      {data?.items.length === 0 && (
        <Notice tone="neutral" title={text('empty.title')}>
          {text('empty.text')}{' '}
          <Link href={PATHS.partners} className="underline">
            {text('empty.link')}
          </Link>
        </Notice>
      )}
      {data?.items.map(adapter => (
        <AdapterSection key={adapter.partner_id} adapter={adapter} window={window} />
      ))}
    </>
  );
}
