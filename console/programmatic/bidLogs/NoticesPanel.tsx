import { useState } from 'react';
import type { Auction } from '../../../shared/contract/programmatic/auction.ts';
import { retryNotice, type Notice } from '../../../shared/contract/programmatic/notice.ts';
import { StateMark } from '../../kit/fields/StateMark.tsx';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { ErrorPanel, Skeleton } from '../../kit/ui/display/placeholders.tsx';
import { useToast } from '../../kit/ui/toasts/useToasts.ts';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { useCanAccess, useSave } from '../../kit/useSave.ts';
import { PanelPart } from './PanelPart.tsx';
import { NOTICE_BADGES } from './states.ts';
import { useAuction } from './useAuction.ts';

const ROWS = 3;
const WAITING: readonly Notice['state'][] = ['failed', 'retrying'];

/** What partners were told, how often it was tried, and another try by hand. */
export function NoticesPanel({ row }: { row: Auction }) {
  const text = useText('auctions');
  const answer = useAuction(row);
  if (answer.isLoadingError)
    return <ErrorPanel error={answer.error} retry={() => void answer.refetch()} busy={answer.isFetching} />;
  if (!answer.data) return <Skeleton rows={ROWS} />;
  const { notices } = answer.data;
  return (
    <PanelPart name="notices">
      {notices.length === 0 && <p className="text-ink-2">{text('noNotices')}</p>}
      <ul className="divide-y divide-line border-y border-line empty:border-0">
        {notices.map(notice => (
          <NoticeLine key={notice.id} notice={notice} />
        ))}
      </ul>
    </PanelPart>
  );
}

function NoticeLine({ notice }: { notice: Notice }) {
  const text = useText('auctions');
  const format = useFormat();
  const save = useSave();
  const toast = useToast();
  const mayRetry = useCanAccess()('settings', 'W') && WAITING.includes(notice.state);
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const retry = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await save(client => client.call(retryNotice, { params: { id: notice.id }, body: {} }));
      toast({ tone: 'ok', title: text('retried') });
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  const last = notice.attempts.at(-1);
  const lastText =
    last === undefined
      ? null
      : last.http_status === null
        ? text('noAnswer', { fault: text(`faults.${last.fault ?? 'unreachable'}`) })
        : text('status', { status: String(last.http_status) });
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-1 py-3">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-semibold">
          {text(`notices.${notice.kind}`)} · {notice.partner_name ?? text('unknownPartner')}
        </p>
        <StateMark badge={NOTICE_BADGES[notice.state]} value={notice.state} resource="auctions" />
        <p className="font-mono text-13 break-all text-ink-2">{notice.url}</p>
        <p className="text-13 text-ink-2">
          {[text('tries', { n: format.number(notice.tries) }), lastText]
            .filter(one => one !== null)
            .join(' · ')}
        </p>
        {failure !== null && <ErrorPanel error={failure} />}
      </div>
      {mayRetry && (
        <Button variant="outline" busy={busy} onClick={() => void retry()}>
          {text('retry')}
        </Button>
      )}
    </li>
  );
}
