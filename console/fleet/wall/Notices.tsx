import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { notices, type Notice, type NoticeLine } from '../../../shared/contract/fleet/notice.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { ErrorPanel, Skeleton } from '../../kit/ui/display/placeholders.tsx';
import { useFormat, useNow } from '../../kit/text/useFormat.ts';

const SHOWN = 10;
const REFRESH_MS = 60_000;

/** What people were told of incidents, newest first. */
export default function Notices() {
  const { t } = useTranslation('notices');
  const { client } = useAuth();
  const answer = useQuery({
    ...read(client, notices.list, { query: { limit: SHOWN } }),
    refetchInterval: REFRESH_MS,
  });
  return (
    <section aria-labelledby="notices" className="mt-8">
      <h2 id="notices" className="mb-2 text-20">
        {t('title')}
      </h2>
      {answer.isPending && <Skeleton rows={1} />}
      {answer.isError && (
        <ErrorPanel error={answer.error} retry={() => void answer.refetch()} busy={answer.isFetching} />
      )}
      {answer.data?.items.length === 0 && <p className="text-ink-2">{t('empty')}</p>}
      <ul className="border-t-2 border-ink bg-surface empty:hidden">
        {answer.data?.items.map(row => (
          <NoticeRow key={row.id} row={row} />
        ))}
      </ul>
    </section>
  );
}

function NoticeRow({ row: { created_at, kind, lines, emails } }: { row: Notice }) {
  const { t } = useTranslation('notices');
  const format = useFormat();
  const now = useNow();
  return (
    <li className="border-b border-line px-5 py-2">
      <p className="flex flex-wrap gap-x-4 text-13 text-ink-2">
        <time dateTime={created_at} title={format.exact(created_at)}>
          {format.ago(created_at, now)}
        </time>
        {kind === 'summary' && <span>{t('email.summary')}</span>}
        <span>{t('emails', { count: emails, shown: format.number(emails) })}</span>
      </p>
      {lines.map(line => (
        <Line key={`${line.incident_id} ${line.event}`} line={line} />
      ))}
    </li>
  );
}

function Line({ line: { event, kind, names, screens, since } }: { line: NoticeLine }) {
  const { t } = useTranslation('notices');
  const format = useFormat();
  const others = screens - names.length;
  const who =
    others > 0 ? t('email.more', { names: names.join(', '), n: format.number(others) }) : names.join(', ');
  return (
    <p className="break-words">
      {t(`email.${event}`, { kind: t(`kinds.${kind}`), who, since: format.dateTime(since) })}
    </p>
  );
}
