import { useState } from 'react';
import {
  runSystemJob,
  type PeriodicName,
  type PeriodicState,
} from '../../../shared/contract/trust/system.ts';
import { useFormat, useNow } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Mark } from '../../kit/ui/display/Mark.tsx';
import { ErrorPanel } from '../../kit/ui/display/placeholders.tsx';
import { useCanAccess, useSave } from '../../kit/useSave.ts';
import { SystemTable } from './SystemTable.tsx';

/** What the server does by itself: when it last did, what came of it, when it does again, and a run by hand. */
export function PeriodicWork({ works }: { works: readonly PeriodicState[] }) {
  const text = useText('system');
  const format = useFormat();
  const now = useNow();
  const canRun = useCanAccess()('system', 'W');
  const save = useSave();
  const [failure, setFailure] = useState<unknown>(null);
  const [starting, setStarting] = useState<PeriodicName | null>(null);
  const run = async (name: PeriodicName) => {
    setFailure(null);
    setStarting(name);
    await save(client => client.call(runSystemJob, { params: { name } })).catch(setFailure);
    setStarting(null);
  };
  return (
    <SystemTable
      title={text('work.title')}
      heads={['name', 'last', 'result', 'next', ...(canRun ? ['run'] : [])].map(key => text(`work.${key}`))}
      note={failure === null ? null : <ErrorPanel error={failure} />}
      rows={works.map(work => ({
        key: work.name,
        cells: [
          <span key="name">
            <span className="block font-semibold">{text(`works.${work.name}.name`)}</span>
            <span className="block text-13 text-ink-2">{text(`works.${work.name}.text`)}</span>
          </span>,
          work.last === null ? text('work.never') : format.ago(work.last.at, now),
          <Result key="result" work={work} />,
          format.time(work.next_at),
          ...(canRun
            ? [
                <Button
                  key="run"
                  variant="outline"
                  busy={work.is_running || starting === work.name}
                  aria-label={text('work.runNamed', { name: text(`works.${work.name}.name`) })}
                  onClick={() => void run(work.name)}
                >
                  {text('work.runNow')}
                </Button>,
              ]
            : []),
        ],
      }))}
    />
  );
}

function Result({ work: { is_running, last } }: { work: PeriodicState }) {
  const text = useText('system');
  const format = useFormat();
  if (is_running) return <Mark shape="live" tone="info" label={text('work.running')} />;
  if (last === null) return <>–</>;
  if (last.failure !== null)
    return <Mark shape="rejected" tone="danger" label={text('work.failed', { code: last.failure })} />;
  return <Mark shape="live" tone="ok" label={text('work.took', { time: format.seconds(last.took_ms) })} />;
}
