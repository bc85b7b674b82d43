import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { reportRuns, UNFINISHED, type ReportRun } from '../../shared/contract/reports/run.ts';
import { read } from '../../shared/net/queries.ts';
import { useAuth } from '../app/session/auth.tsx';
import { useFormat } from '../kit/text/useFormat.ts';
import { useText } from '../kit/text/useText.ts';
import { ErrorPanel, Skeleton } from '../kit/ui/display/placeholders.tsx';
import { Dialog } from '../kit/ui/overlays/Dialog.tsx';
import { RunButton, RunProgress } from './ReportFiles.tsx';
import { daysOf } from './texts.ts';
import type { ReportActions } from './useReportActions.ts';

const SOON_MS = 2_000;
const SKELETON_ROWS = 5;

interface RunDialogProps {
  id: string;
  actions: ReportActions;
  close: () => void;
}
/** One making of a report, where the link of an e-mail leads, too: its file, and what is to know of it. */
export function RunDialog({ id, actions, close }: RunDialogProps) {
  const text = useText('reports');
  const { client } = useAuth();
  const answer = useQuery({
    ...read(client, reportRuns.read, { params: { id } }),
    refetchInterval: ({ state }) => (state.data && UNFINISHED.includes(state.data.state) ? SOON_MS : false),
  });
  return (
    <Dialog title={answer.data?.name ?? text('runs.name')} close={close}>
      {answer.isPending && <Skeleton rows={SKELETON_ROWS} />}
      {answer.isLoadingError && <ErrorPanel error={answer.error} retry={() => void answer.refetch()} />}
      {answer.data && (
        <>
          <RunFacts run={answer.data} />
          <div className="mt-4 flex justify-end">
            <RunButton run={answer.data} actions={actions} />
          </div>
        </>
      )}
    </Dialog>
  );
}

function RunFacts({ run }: { run: ReportRun }) {
  const text = useText('reports');
  const files = useText('reportFiles');
  const format = useFormat();
  const inZone = useFormat(run.tz);
  const { totals, as_of, expected_screens, expected_since, late_plays, late_since, expires_at } = run;
  const facts: [label: string, value: ReactNode][] = [
    [text('runs.state'), <RunProgress key="state" run={run} />],
    [text('runs.kind'), `${text(`values.${run.preset}`)} · ${text(`values.${run.format}`)}`],
    [text('facts.period'), `${daysOf(run, inZone, files)} (${run.tz})`],
    [text('facts.requester'), run.cause === 'schedule' ? text('runs.schedule') : run.requester],
  ];
  if (as_of !== null) facts.push([text('facts.asOf'), format.exact(as_of)]);
  if (totals !== null)
    facts.push([
      text('facts.totals'),
      text('facts.totalsText', {
        plays: text('facts.plays', { count: totals.plays, shown: format.number(totals.plays) }),
        length: format.duration(totals.duration_ms),
        screens: text('facts.screens', { count: totals.screens, shown: format.number(totals.screens) }),
      }),
    ]);
  if (expected_screens !== null)
    facts.push([
      text('facts.expected'),
      expected_screens === 0
        ? text('facts.nothingExpected')
        : text('facts.screensAway', {
            ...{ count: expected_screens, shown: format.number(expected_screens) },
            since: expected_since === null ? '–' : format.dateTime(expected_since),
          }),
    ]);
  if (late_plays !== null && late_since !== null)
    facts.push([
      text('facts.late'),
      text(late_plays === 0 ? 'facts.noLate' : 'facts.latePlays', {
        ...{ count: late_plays, shown: format.number(late_plays) },
        since: format.dateTime(late_since),
      }),
    ]);
  if (run.bytes !== null) facts.push([text('facts.bytes'), format.bytes(run.bytes)]);
  if (expires_at !== null) facts.push([text('facts.expires'), format.dateTime(expires_at)]);
  if (run.sha256 !== null)
    facts.push([
      text('facts.sha256'),
      <span key="sha" className="font-mono text-12 break-all select-all">
        {run.sha256}
      </span>,
    ]);
  return (
    <dl className="grid grid-cols-[minmax(0,9rem)_minmax(0,1fr)] gap-x-4 gap-y-2">
      {facts.map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-13 text-ink-2">{label}</dt>
          <dd className="min-w-0 break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
