import { useQuery } from '@tanstack/react-query';
import { reportDefinitions, type ReportDefinition } from '../../shared/contract/reports/definition.ts';
import type { Preset } from '../../shared/contract/reports/report.ts';
import { read } from '../../shared/net/queries.ts';
import { useAuth } from '../app/session/auth.tsx';
import { useFormat } from '../kit/text/useFormat.ts';
import { useText } from '../kit/text/useText.ts';
import { Button } from '../kit/ui/controls/Button.tsx';
import { ErrorPanel, Skeleton } from '../kit/ui/display/placeholders.tsx';
import { Menu, MenuItem } from '../kit/ui/overlays/Menu.tsx';
import { TableHead } from './Head.tsx';
import { scheduleText } from './texts.ts';
import type { ReportActions } from './useReportActions.ts';

const LIMIT = 100;
const SKELETON_ROWS = 2;

interface KeptReportsProps {
  presets: readonly Preset[];
  actions: ReportActions;
  edit: (row: ReportDefinition) => void;
}
/** Reports that are kept: made again by one press, or by their schedule. */
export function KeptReports({ presets, actions, edit }: KeptReportsProps) {
  const text = useText('reports');
  const { client } = useAuth();
  const query = { limit: LIMIT, preset: presets.join(',') };
  const answer = useQuery(read(client, reportDefinitions.list, { query }));
  const rows = answer.data?.items ?? [];
  const heads = [
    { key: 'name', label: text('kept.name') },
    { key: 'kind', label: text('kept.kind'), className: 'hidden md:table-cell' },
    { key: 'schedule', label: text('kept.schedule'), className: 'hidden sm:table-cell' },
    { key: 'next', label: text('kept.next'), className: 'hidden lg:table-cell' },
    { key: 'actions', label: text('runs.actions'), alignEnd: true as const },
  ];
  return (
    <section aria-labelledby="kept-reports" className="mb-8">
      <h2 id="kept-reports" className="mb-2 text-16">
        {text('kept.title')}
      </h2>
      {answer.isPending && <Skeleton rows={SKELETON_ROWS} />}
      {answer.isLoadingError && <ErrorPanel error={answer.error} retry={() => void answer.refetch()} />}
      {answer.data && rows.length === 0 && (
        <p className="border-t-2 border-ink bg-surface px-3 py-4 text-ink-2">{text('kept.empty')}</p>
      )}
      {rows.length > 0 && (
        <div className="border-t-2 border-ink bg-surface">
          <table className="w-full border-collapse">
            <caption className="sr-only">{text('kept.title')}</caption>
            <TableHead cells={heads} />
            <tbody>
              {rows.map(row => (
                <KeptRow key={row.id} row={row} actions={actions} edit={edit} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

function KeptRow({ row, actions, edit }: Omit<KeptReportsProps, 'presets'> & { row: ReportDefinition }) {
  const text = useText('reports');
  const format = useFormat();
  const isPaused = row.status === 'paused';
  const schedule = scheduleText(row, text);
  return (
    <tr className="border-b border-line">
      <td className="px-3 py-2">
        <span className="font-semibold break-words">{row.name}</span>
        <span className="block text-13 text-ink-2 sm:hidden">{schedule}</span>
      </td>
      <td className="hidden px-3 py-2 md:table-cell">
        {text(`values.${row.preset}`)}
        <span className="block text-13 text-ink-2">
          {text(`values.${row.period}`)} · {text(`values.${row.format}`)}
        </span>
      </td>
      <td className="hidden px-3 py-2 sm:table-cell">
        {schedule}
        {isPaused && <span className="block text-13 text-ink-2">{text('values.paused')}</span>}
      </td>
      <td className="hidden px-3 py-2 whitespace-nowrap lg:table-cell">
        {row.next_at === null ? '–' : format.dateTime(row.next_at)}
      </td>
      <td className="px-3 py-1">
        <span className="flex items-center justify-end gap-1">
          <Button
            variant="outline"
            className="whitespace-nowrap"
            busy={actions.busy === row.id}
            onClick={() => void actions.make(row)}
          >
            {text('actions.makeNow')}
          </Button>
          <Menu label={text('actions.more', { name: row.name })}>
            <MenuItem onSelect={() => edit(row)}>{text('actions.edit')}</MenuItem>
            {row.schedule !== 'never' && (
              <MenuItem onSelect={() => void actions.act(row, isPaused ? 'resume' : 'pause')}>
                {text(isPaused ? 'actions.resume' : 'actions.pause')}
              </MenuItem>
            )}
            <MenuItem onSelect={() => void actions.remove(row)}>{text('actions.delete')}</MenuItem>
          </Menu>
        </span>
      </td>
    </tr>
  );
}
