import type { systemJobs } from '../../../shared/contract/trust/system.ts';
import type { Answer } from '../../../shared/contract/wire/endpoint.ts';
import { useFormat, useNow } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { SystemTable } from './SystemTable.tsx';

/** What waits to be worked off one by one, and what of it was given up. */
export function Queues({ queues }: { queues: Answer<typeof systemJobs>['queues'] }) {
  const text = useText('system');
  const format = useFormat();
  const now = useNow();
  return (
    <SystemTable
      title={text('queues.title')}
      heads={['name', 'waiting', 'oldest', 'failed'].map(key => text(`queues.${key}`))}
      rows={queues.map(({ name, waiting, oldest_at, failed, failure }) => ({
        key: name,
        cells: [
          text(`queues.names.${name}`),
          format.number(waiting),
          oldest_at === null ? '–' : format.ago(oldest_at, now),
          failure === null
            ? format.number(failed)
            : text('queues.failure', { shown: format.number(failed), code: failure }),
        ],
      }))}
    />
  );
}
