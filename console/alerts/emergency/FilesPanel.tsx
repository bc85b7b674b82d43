import { useQuery } from '@tanstack/react-query';
import { FileDown } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { alerts, type Alert } from '../../../shared/contract/alerts/alert.ts';
import { alertCap, alertOriginal } from '../../../shared/contract/alerts/alertCalls.ts';
import { read } from '../../../shared/net/queries.ts';
import { PATHS } from '../../app/paths.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { downloadFile } from '../../kit/export/files.ts';
import { StateMark } from '../../kit/fields/StateMark.tsx';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { ErrorPanel } from '../../kit/ui/display/placeholders.tsx';
import { ALERT_BADGES } from './states.ts';

const ICON = <FileDown size={18} aria-hidden />;
/** Filters by the id of another row are no part of the type of a list's query. */
const versionsOf = ({ root_id }: Alert) => ({ root_id, sort: 'created_at' }) as { sort: string };
/** The alert as a document for others, and the versions of it that came before and after. */
export function FilesPanel({ row }: { row: Alert }) {
  const text = useText('alerts');
  const format = useFormat();
  const { client } = useAuth();
  const [failure, setFailure] = useState<unknown>(null);
  const versions = useQuery(read(client, alerts.list, { query: versionsOf(row) }));
  const save = (file: typeof alertCap | typeof alertOriginal, ending: string) =>
    void client
      .call(file, { params: { id: row.id } })
      .then(async answer => downloadFile(await answer.blob(), `alert-${row.id}.${ending}`))
      .then(() => setFailure(null), setFailure);
  const items = versions.data?.items ?? [];
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" icon={ICON} onClick={() => save(alertCap, 'cap.xml')}>
          {text('files.cap')}
        </Button>
        {row.raw_sha256 !== null && (
          /** To be looked at, whatever is in it: never opened as a page. */
          <Button variant="outline" icon={ICON} onClick={() => save(alertOriginal, 'original.txt')}>
            {text('files.original')}
          </Button>
        )}
      </div>
      {failure !== null && <ErrorPanel error={failure} />}
      {items.length > 1 && (
        <>
          <h2 className="mt-6 mb-2 text-16">{text('files.versions')}</h2>
          <ul className="border-t border-line">
            {items.map(one => (
              <li
                key={one.id}
                className="flex min-h-11 flex-wrap items-center gap-x-3 border-b border-line py-1"
              >
                {one.id === row.id ? (
                  <strong className="flex-1">
                    {text('files.version', { n: format.number(one.alert_version) })}
                  </strong>
                ) : (
                  <Link href={`${PATHS.alerts}/${one.id}`} className="flex-1 underline">
                    {text('files.version', { n: format.number(one.alert_version) })}
                  </Link>
                )}
                <StateMark badge={ALERT_BADGES[one.state]} value={one.state} resource="alerts" />
                <span className="w-full text-13 text-ink-2">
                  {format.dateTime(one.published_at ?? one.created_at)}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
