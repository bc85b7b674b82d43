import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  AT_WORK,
  migrationLines,
  migrationReport,
  type MigrationJob,
  type MigrationLine,
} from '../../../shared/contract/trust/migration.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { downloadFile } from '../../kit/export/files.ts';
import { useProblemText } from '../../kit/text/problemText.ts';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Notice } from '../../kit/ui/display/Notice.tsx';
import { ErrorPanel, Skeleton } from '../../kit/ui/display/placeholders.tsx';
import { Progress } from '../../kit/ui/display/Progress.tsx';
import { useToast } from '../../kit/ui/toasts/useToasts.ts';
import { isTabular } from '../../../shared/contract/trust/migrationKinds.ts';
import { LayoutLines } from './LayoutLines.tsx';
import { useLineText } from './lineText.ts';

const SKELETON_ROWS = 3;

/** How far the work is, what the check has found, and the lines that were refused or left. */
export function LinesPanel({ row }: { row: MigrationJob }) {
  const text = useText('migrations');
  const format = useFormat();
  if (AT_WORK.includes(row.state))
    return (
      <div className="flex flex-col gap-2" role="status">
        <p>{text(`work.${row.state}`, { done: format.number(row.done), lines: format.number(row.lines) })}</p>
        <Progress label={text(`values.${row.state}`)} share={row.lines === 0 ? 1 : row.done / row.lines} />
      </div>
    );
  const isLayout = !isTabular(row.kind);
  if (row.state === 'uploaded' || row.state === 'mapped')
    return <p className="text-ink-2">{text(isLayout ? 'next.layout' : `next.${row.state}`)}</p>;
  return (
    <div className="flex flex-col gap-4">
      <Notice tone={row.err > 0 ? 'warn' : 'ok'}>
        {text(isLayout ? 'layouts.counts' : 'counts', {
          ok: format.number(row.ok + row.warn),
          err: format.number(row.err),
        })}
      </Notice>
      {isLayout ? (
        <LayoutLines key={row.version} row={row} />
      ) : (
        <LinesWith key={row.version} row={row} state={row.state === 'rolled_back' ? 'kept' : 'err'} />
      )}
      <Report row={row} />
    </div>
  );
}

function LinesWith({ row, state }: { row: MigrationJob; state: MigrationLine['state'] }) {
  const text = useText('migrations');
  const { client } = useAuth();
  const answer = useQuery(read(client, migrationLines, { params: { id: row.id }, query: { state } }));
  if (answer.isLoadingError)
    return <ErrorPanel error={answer.error} retry={() => void answer.refetch()} busy={answer.isFetching} />;
  if (!answer.data) return <Skeleton rows={SKELETON_ROWS} />;
  const { lines, next } = answer.data;
  if (lines.length === 0) return null;
  return (
    <>
      <h3 className="text-16">{text(`lines.${state === 'kept' ? 'kept' : 'err'}`)}</h3>
      <div className="max-h-80 overflow-y-auto" tabIndex={0} role="region" aria-label={text('lines.table')}>
        <table className="w-full text-left">
          <thead>
            <tr className="border-b border-line text-ink-2">
              {(['line', 'row', 'problem'] as const).map(head => (
                <th key={head} className="py-2 pr-4 font-semibold">
                  {text(`lines.${head}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map(line => (
              <LineRow key={line.line} line={line} />
            ))}
          </tbody>
        </table>
      </div>
      {next !== null && <p className="text-ink-2">{text('lines.more')}</p>}
    </>
  );
}

function LineRow({ line: { line, name, problems, state } }: { line: MigrationLine }) {
  const text = useText('migrations');
  const lineText = useLineText();
  return (
    <tr className="border-b border-line align-top">
      <td className="py-1.5 pr-4 font-mono">{line}</td>
      <td className="py-1.5 pr-4">{name ?? '–'}</td>
      <td className="py-1.5">
        {state === 'kept' && problems.length === 0
          ? text('lines.changed')
          : problems.map(one => <p key={one.field}>{lineText(one)}</p>)}
      </td>
    </tr>
  );
}

function Report({ row }: { row: MigrationJob }) {
  const text = useText('migrations');
  const { client } = useAuth();
  const problemText = useProblemText();
  const toast = useToast();
  const [isBusy, setBusy] = useState(false);
  async function download() {
    setBusy(true);
    try {
      const answer = await client.call(migrationReport, { params: { id: row.id } });
      downloadFile(await answer.blob(), `${row.file_name.replace(/\.\w+$/, '')}-report.csv`);
    } catch (error) {
      toast({ tone: 'danger', title: problemText(error) });
    } finally {
      setBusy(false);
    }
  }
  return (
    <div>
      <Button variant="outline" busy={isBusy} onClick={() => void download()}>
        {text('report')}
      </Button>
    </div>
  );
}
