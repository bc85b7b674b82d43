import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { policeKeyUsage, type PoliceKey } from '../../../shared/contract/alerts/policeKey.ts';
import type { Answer } from '../../../shared/contract/wire/endpoint.ts';
import { read } from '../../../shared/net/queries.ts';
import { PATHS } from '../../app/paths.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { Mark } from '../../kit/ui/display/Mark.tsx';
import { ErrorPanel, Skeleton } from '../../kit/ui/display/placeholders.tsx';

/** What the key was used for and what it was refused, newest first. */
export function UsagePanel({ row }: { row: PoliceKey }) {
  const text = useText('policeKeys');
  const { client } = useAuth();
  const answer = useQuery(read(client, policeKeyUsage, { params: { id: row.id } }));
  return (
    <>
      <h2 className="mb-2 text-16">{text('panels.usage')}</h2>
      {answer.isPending && <Skeleton rows={3} />}
      {answer.isError && <ErrorPanel error={answer.error} retry={() => void answer.refetch()} />}
      {answer.data?.items.length === 0 && <p className="text-ink-2">{text('usage.none')}</p>}
      <ul>
        {answer.data?.items.map(use => (
          <Use key={use.seq} use={use} />
        ))}
      </ul>
    </>
  );
}

function Use({ use }: { use: Answer<typeof policeKeyUsage>['items'][number] }) {
  const text = useText('policeKeys');
  const errorText = useText('common');
  const format = useFormat();
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 border-t border-line py-2">
      {use.error === null ? (
        <Mark
          shape="live"
          tone="ok"
          label={text(use.action.endsWith('new-address') ? 'usage.new_address' : 'usage.used')}
        />
      ) : (
        <span>
          <Mark shape="rejected" tone="danger" label={text('usage.refused', { code: use.error })} />
          <span className="block text-13 text-ink-2">
            {use.reason === null
              ? errorText(`errors.${use.error}`, { defaultValue: '' })
              : text(`usage.reasons.${use.reason}`, { defaultValue: use.reason })}
          </span>
          {use.times !== null && use.times > 1 && (
            <span className="block text-13 text-ink-2">
              {text('usage.times', { n: format.number(use.times) })}
            </span>
          )}
        </span>
      )}
      <time dateTime={use.at} className="font-mono text-13">
        {format.dateTime(use.at)}
      </time>
      <span className="col-span-2 flex flex-wrap gap-x-4 text-13 text-ink-2">
        {use.call !== null && <span className="font-mono break-all">{use.call}</span>}
        {use.identifier !== null && (
          <span className="break-all">{text('usage.identifier', { id: use.identifier })}</span>
        )}
        {use.ip !== null && <span className="font-mono">{use.ip}</span>}
        {use.status !== null && <span className="font-mono">{use.status}</span>}
        {use.alert_id !== null && (
          <Link href={`${PATHS.alerts}/${use.alert_id}`} className="underline">
            {text('usage.alert')}
          </Link>
        )}
      </span>
    </li>
  );
}
