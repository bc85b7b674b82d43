import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { reportRuns, UNFINISHED, type ReportRun } from '../../shared/contract/reports/run.ts';
import type { Preset } from '../../shared/contract/reports/report.ts';
import { read } from '../../shared/net/queries.ts';
import { useAuth } from '../app/session/auth.tsx';
import { StateMark } from '../kit/fields/StateMark.tsx';
import { useFormat } from '../kit/text/useFormat.ts';
import { useText } from '../kit/text/useText.ts';
import { Button } from '../kit/ui/controls/Button.tsx';
import { EmptyState, ErrorPanel, Skeleton } from '../kit/ui/display/placeholders.tsx';
import { Progress } from '../kit/ui/display/Progress.tsx';
import { TableHead } from './Head.tsx';
import { daysOf, RUN_BADGES } from './texts.ts';
import type { ReportActions } from './useReportActions.ts';

const FIRST = 25;
const MOST = 100;
const SKELETON_ROWS = 5;
/** While one is being made, and otherwise: a schedule makes some, too. */
const SOON_MS = 2_000;
const LATER_MS = 30_000;
const isUnfinished = ({ state }: ReportRun) => UNFINISHED.includes(state);

interface ReportFilesProps {
  presets: readonly Preset[];
  actions: ReportActions;
  open: (id: string) => void;
  /** What an empty list offers. */
  first: ReactNode;
}
/** What was made, newest first, with its file until it expires. */
export function ReportFiles({ presets, actions, open, first }: ReportFilesProps) {
  const text = useText('reports');
  const { client } = useAuth();
  const [limit, setLimit] = useState(FIRST);
  const query = { limit, preset: presets.join(',') };
  const answer = useQuery({
    ...read(client, reportRuns.list, { query }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.items.some(isUnfinished) ? SOON_MS : LATER_MS),
  });
  const rows = answer.data?.items ?? [];
  const wide = 'hidden lg:table-cell';
  const heads = [
    { key: 'name', label: text('runs.name') },
    { key: 'state', label: text('runs.state'), className: 'hidden sm:table-cell' },
    { key: 'rows', label: text('runs.rows'), alignEnd: true as const, className: 'hidden md:table-cell' },
    { key: 'size', label: text('runs.size'), alignEnd: true as const, className: wide },
    { key: 'by', label: text('runs.by'), className: wide },
    { key: 'made', label: text('runs.made'), className: 'hidden md:table-cell' },
    { key: 'actions', label: text('runs.actions'), alignEnd: true as const },
  ];
  return (
    <section aria-labelledby="report-files">
      <h2 id="report-files" className="mb-2 text-16">
        {text('runs.title')}
      </h2>
      {answer.isPending && <Skeleton rows={SKELETON_ROWS} />}
      {answer.isLoadingError && <ErrorPanel error={answer.error} retry={() => void answer.refetch()} />}
      {answer.data && rows.length === 0 && (
        <EmptyState title={text('runs.emptyTitle')} text={text('runs.empty')} action={first} />
      )}
      {rows.length > 0 && (
        <div className="border-t-2 border-ink bg-surface">
          <table className="w-full border-collapse">
            <caption className="sr-only">{text('runs.title')}</caption>
            <TableHead cells={heads} />
            <tbody>
              {rows.map(run => (
                <RunRow key={run.id} run={run} actions={actions} open={open} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {answer.data && answer.data.total > rows.length && limit < MOST && (
        <Button variant="outline" className="mt-3" onClick={() => setLimit(MOST)}>
          {text('actions.older')}
        </Button>
      )}
    </section>
  );
}

function RunRow({ run, actions, open }: Omit<ReportFilesProps, 'first' | 'presets'> & { run: ReportRun }) {
  const text = useText('reports');
  const files = useText('reportFiles');
  const format = useFormat();
  const inZone = useFormat(run.tz);
  const state = <RunProgress run={run} />;
  return (
    <tr className="border-b border-line">
      <td className="px-3 py-2">
        <button
          type="button"
          onClick={() => open(run.id)}
          className="min-h-8 text-left font-semibold break-words text-primary hover:underline"
        >
          {run.name}
        </button>
        <span className="block text-13 text-ink-2">
          {text(`values.${run.preset}`)} · {daysOf(run, inZone, files)}
        </span>
        <span className="block sm:hidden">{state}</span>
      </td>
      <td className="hidden px-3 py-2 sm:table-cell">{state}</td>
      <td className="hidden px-3 py-2 text-right font-mono md:table-cell">
        {run.row_count === null ? '' : format.number(run.row_count)}
      </td>
      <td className="hidden px-3 py-2 text-right font-mono whitespace-nowrap lg:table-cell">
        {run.bytes === null ? '' : format.bytes(run.bytes)}
      </td>
      <td className="hidden px-3 py-2 lg:table-cell">
        {run.cause === 'schedule' ? text('runs.schedule') : run.requester}
      </td>
      <td className="hidden px-3 py-2 whitespace-nowrap md:table-cell">{format.dateTime(run.created_at)}</td>
      <td className="px-3 py-1 text-right">
        <RunButton run={run} actions={actions} />
      </td>
    </tr>
  );
}

/** Its state, how far it is, and why it failed. */
export function RunProgress({ run }: { run: ReportRun }) {
  const text = useText('reports');
  const format = useFormat();
  const { state, rows_done, row_count } = run;
  return (
    <>
      <StateMark badge={RUN_BADGES[state]} value={state} resource="reports" />
      {state === 'running' && (
        <span className="block max-w-48">
          <Progress
            label={text('runs.progressOf', { name: run.name })}
            {...(row_count !== null && row_count > 0 && { share: rows_done / row_count })}
          />
          {row_count !== null && (
            <span className="text-12 text-ink-2">
              {text('runs.progress', { done: format.number(rows_done), total: format.number(row_count) })}
            </span>
          )}
        </span>
      )}
      {run.failure !== null && (
        <span className="block max-w-[40ch] text-13 text-ink-2">{text(`failures.${run.failure}`)}</span>
      )}
    </>
  );
}

export function RunButton({ run, actions }: { run: ReportRun; actions: ReportActions }) {
  const text = useText('reports');
  const busy = actions.busy === run.id;
  if (isUnfinished(run))
    return (
      <Button variant="outline" busy={busy} onClick={() => void actions.cancel(run)}>
        {text('actions.cancel')}
      </Button>
    );
  if (run.state !== 'ready') return null;
  return (
    <Button
      variant="outline"
      className="whitespace-nowrap"
      busy={busy}
      icon={<Download size={16} aria-hidden />}
      onClick={() => void actions.download(run)}
    >
      {text('actions.download')}
    </Button>
  );
}
