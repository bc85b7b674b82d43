import { useState } from 'react';
import { runSystemJob, type PeriodicTask, type TaskState } from '../../../shared/contract/trust/system.ts';
import { useFormat, useNow } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Mark } from '../../kit/ui/display/Mark.tsx';
import { ErrorPanel } from '../../kit/ui/display/placeholders.tsx';
import { useCanAccess, useSave } from '../../kit/useSave.ts';
import { SystemTable } from './SystemTable.tsx';

/** What the server does by itself: when it last did, what came of it, when it does again, and a run by hand. */
export function PeriodicTasks({ tasks }: { tasks: readonly TaskState[] }) {
  const text = useText('system');
  const format = useFormat();
  const now = useNow();
  const canRun = useCanAccess()('system', 'W');
  const save = useSave();
  const [failure, setFailure] = useState<unknown>(null);
  const [starting, setStarting] = useState<PeriodicTask | null>(null);
  const run = async (name: PeriodicTask) => {
    setFailure(null);
    setStarting(name);
    await save(client => client.call(runSystemJob, { params: { name } })).catch(setFailure);
    setStarting(null);
  };
  return (
    <SystemTable
      title={text('task.title')}
      heads={['name', 'last', 'result', 'next', ...(canRun ? ['run'] : [])].map(key => text(`task.${key}`))}
      note={failure === null ? null : <ErrorPanel error={failure} />}
      rows={tasks.map(task => ({
        key: task.name,
        cells: [
          <span key="name">
            <span className="block font-semibold">{text(`tasks.${task.name}.name`)}</span>
            <span className="block text-13 text-ink-2">{text(`tasks.${task.name}.text`)}</span>
          </span>,
          task.last === null ? text('task.never') : format.ago(task.last.at, now),
          <Result key="result" task={task} />,
          format.time(task.next_at),
          ...(canRun
            ? [
                <Button
                  key="run"
                  variant="outline"
                  busy={task.is_running || starting === task.name}
                  aria-label={text('task.runNamed', { name: text(`tasks.${task.name}.name`) })}
                  onClick={() => void run(task.name)}
                >
                  {text('task.runNow')}
                </Button>,
              ]
            : []),
        ],
      }))}
    />
  );
}

function Result({ task: { is_running, last } }: { task: TaskState }) {
  const text = useText('system');
  const format = useFormat();
  if (is_running) return <Mark shape="live" tone="info" label={text('task.running')} />;
  if (last === null) return <>–</>;
  if (last.failure !== null)
    return <Mark shape="rejected" tone="danger" label={text('task.failed', { code: last.failure })} />;
  return <Mark shape="live" tone="ok" label={text('task.took', { time: format.seconds(last.took_ms) })} />;
}
