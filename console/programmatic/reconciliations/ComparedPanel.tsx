/** Day by day and key by key: ours, theirs, and what the difference comes from; as a file, too. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  LINE_STATES,
  reconciliations,
  type ReconciledLine,
  type Reconciliation,
} from '../../../shared/contract/reports/reconciliation.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { downloadFile, tableFile } from '../../kit/export/files.ts';
import { StateMark } from '../../kit/fields/StateMark.tsx';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { ErrorPanel, Skeleton } from '../../kit/ui/display/placeholders.tsx';
import { LINE_BADGES } from './states.ts';

const NS = 'reconciliations';
const SKELETON_ROWS = 8;
const SHOWN = 200;
const E4 = 10_000;
const MICROS = 1_000_000;
const CELL = 'px-3 py-2 align-top';
const HEADS = ['day', 'key', 'ours', 'theirs', 'revenue', 'their_revenue', 'state'] as const;

export function ComparedPanel({ row }: { row: Reconciliation }) {
  const { client } = useAuth();
  const answer = useQuery(read(client, reconciliations.read, { params: { id: row.id } }));
  if (answer.isLoadingError)
    return <ErrorPanel error={answer.error} retry={() => void answer.refetch()} busy={answer.isFetching} />;
  if (!answer.data) return <Skeleton rows={SKELETON_ROWS} />;
  return <Compared lines={answer.data.compared} row={row} />;
}

function Compared({ lines, row }: { lines: readonly ReconciledLine[]; row: Reconciliation }) {
  const text = useText(NS);
  const format = useFormat();
  const [state, setState] = useState('');
  const wanted = lines.filter(line => state === '' || line.state === state);
  const reasonsOf = ({ reasons }: ReconciledLine) =>
    format.list(
      reasons.map(({ reason, count_e4 }) =>
        count_e4 === 0
          ? text(`reasons.${reason}`)
          : text('reasonOf', { reason: text(`reasons.${reason}`), n: format.number(count_e4 / E4) }),
      ),
    );
  const save = async () => {
    const heads = [...HEADS, 'currency', 'their_currency', 'reasons'] as const;
    const table = {
      heads: heads.map(head => text(`heads.${head}`)),
      rows: wanted.map(line => [
        ...[line.day, line.key, line.ours.count_e4 / E4, line.theirs.count_e4 / E4],
        ...[line.ours.micros / MICROS, line.theirs.micros / MICROS, text(`values.${line.state}`)],
        ...[line.ours.currency, line.theirs.currency, reasonsOf(line)],
      ]),
    };
    downloadFile(await tableFile('csv', table), `reconciliation-${row.first_day}-${row.last_day}.csv`);
  };
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <label className="flex flex-col gap-1.5">
          <span className="font-semibold">{text('heads.state')}</span>
          <select
            value={state}
            onChange={event => setState(event.target.value)}
            className="min-h-12 rounded border border-control bg-surface px-3"
          >
            <option value="">{text('allLines', { n: format.number(lines.length) })}</option>
            {LINE_STATES.map(one => (
              <option key={one} value={one}>
                {text(`values.${one}`)}
              </option>
            ))}
          </select>
        </label>
        <Button variant="outline" onClick={() => void save()}>
          {text('download')}
        </Button>
      </div>
      <div
        role="group"
        aria-label={text('panels.compared')}
        tabIndex={0}
        className="overflow-x-auto border-t-2 border-ink bg-surface"
      >
        <table className="w-full text-13">
          <thead>
            <tr className="border-b border-line text-12 text-ink-2">
              {HEADS.map(head => (
                <th key={head} scope="col" className={`${CELL} text-left`}>
                  {text(`heads.${head}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {wanted.slice(0, SHOWN).map(line => (
              <Line key={`${line.day} ${line.key ?? ''}`} line={line} reasons={reasonsOf(line)} />
            ))}
          </tbody>
        </table>
      </div>
      {wanted.length > SHOWN && (
        <p className="text-13 text-ink-2">{text('more', { n: format.number(wanted.length - SHOWN) })}</p>
      )}
    </div>
  );
}

function Line({
  line: { day, key, ours, theirs, state },
  reasons,
}: {
  line: ReconciledLine;
  reasons: string;
}) {
  const text = useText(NS);
  const format = useFormat();
  const amount = ({ micros, currency }: ReconciledLine['ours']) =>
    micros === 0 && currency === null ? '–' : `${format.number(micros / MICROS)} ${currency ?? ''}`;
  return (
    <tr className="border-b border-line">
      <td className={`${CELL} font-mono whitespace-nowrap`}>{day}</td>
      <td className={`${CELL} break-all`}>{key ?? text('noKey')}</td>
      <td className={`${CELL} text-right font-mono`}>{format.number(ours.count_e4 / E4)}</td>
      <td className={`${CELL} text-right font-mono`}>{format.number(theirs.count_e4 / E4)}</td>
      <td className={`${CELL} text-right font-mono whitespace-nowrap`}>{amount(ours)}</td>
      <td className={`${CELL} text-right font-mono whitespace-nowrap`}>{amount(theirs)}</td>
      <td className={CELL}>
        <StateMark badge={LINE_BADGES[state]} value={state} resource={NS} />
        {reasons !== '' && <span className="block text-ink-2">{reasons}</span>}
      </td>
    </tr>
  );
}
