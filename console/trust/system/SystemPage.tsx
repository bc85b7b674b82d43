import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  clientErrorGroups,
  systemDiagnostics,
  systemJobs,
  systemStatus,
} from '../../../shared/contract/trust/system.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { downloadFile } from '../../kit/export/files.ts';
import { useFormat } from '../../kit/text/useFormat.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { PageTitle } from '../../kit/ui/display/PageTitle.tsx';
import { ErrorPanel, Skeleton } from '../../kit/ui/display/placeholders.tsx';
import { ErrorGroups } from './ErrorGroups.tsx';
import { Facts } from './Facts.tsx';
import { PeriodicTasks } from './PeriodicTasks.tsx';
import { Queues } from './Queues.tsx';
import { StatusTiles } from './StatusTiles.tsx';
import { Warnings } from './Warnings.tsx';

const REFRESH_MS = 30_000;
/** While something runs that was started here. */
const RUNNING_REFRESH_MS = 2_000;
const SKELETON_ROWS = 6;
const DEFAULT_DAYS = 7;

/** What the platform runs on, what waits, what it does by itself and what fails in browsers. */
export default function SystemPage() {
  const { t } = useTranslation(['system', 'navigation']);
  const format = useFormat();
  const { client } = useAuth();
  const [days, setDays] = useState(DEFAULT_DAYS);
  const status = useQuery({ ...read(client, systemStatus, {}), refetchInterval: REFRESH_MS });
  const jobs = useQuery({
    ...read(client, systemJobs, {}),
    refetchInterval: ({ state }) =>
      state.data?.periodic.some(task => task.is_running) ? RUNNING_REFRESH_MS : REFRESH_MS,
  });
  const errors = useQuery(read(client, clientErrorGroups, { query: { days } }));
  const failed = [status, jobs, errors].find(answer => answer.isError);
  return (
    <>
      <div className="mb-5 flex min-h-12 flex-wrap items-center gap-x-6 gap-y-2">
        <PageTitle>{t('navigation:system')}</PageTitle>
        {status.data && (
          <span className="text-13 text-ink-2">{t('asOf', { time: format.time(status.data.as_of) })}</span>
        )}
        <span className="flex-1" />
        <Diagnostics />
      </div>
      {failed && (
        <ErrorPanel error={failed.error} retry={() => void failed.refetch()} busy={failed.isFetching} />
      )}
      {status.isPending && <Skeleton rows={SKELETON_ROWS} />}
      {status.data && (
        <>
          <Warnings names={status.data.warnings} />
          <StatusTiles status={status.data} />
          <Facts status={status.data} />
        </>
      )}
      {jobs.data && (
        <>
          <PeriodicTasks tasks={jobs.data.periodic} />
          <Queues queues={jobs.data.queues} />
        </>
      )}
      {errors.data && <ErrorGroups found={errors.data} days={days} setDays={setDays} />}
    </>
  );
}

/** One file for whoever helps. */
function Diagnostics() {
  const { t } = useTranslation('system');
  const { client } = useAuth();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const download = async () => {
    setBusy(true);
    setFailure(null);
    try {
      const found = await client.call(systemDiagnostics, {});
      const day = found.status.as_of.slice(0, 'YYYY-MM-DD'.length);
      const text = JSON.stringify(found, null, 2);
      downloadFile(new Blob([text], { type: 'application/json' }), `wayside-diagnostics-${day}.json`);
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      {failure !== null && <ErrorPanel error={failure} />}
      <Button
        variant="outline"
        busy={busy}
        icon={<Download size={18} aria-hidden />}
        onClick={() => void download()}
      >
        {t('diagnostics')}
      </Button>
    </>
  );
}
