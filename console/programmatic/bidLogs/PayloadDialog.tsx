import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { exportTestCase, readBidPayload, type Bid } from '../../../shared/contract/programmatic/bid.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { downloadFile } from '../../kit/export/files.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Dialog } from '../../kit/ui/overlays/Dialog.tsx';
import { ErrorPanel, Skeleton } from '../../kit/ui/display/placeholders.tsx';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';

const ROWS = 6;

/** What was sent and answered, and the same as a file the tester and Prebid Server take. */
export function PayloadDialog({ bid, close }: { bid: Bid; close: () => void }) {
  const text = useText('auctions');
  const format = useFormat();
  const { client } = useAuth();
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const answer = useQuery(read(client, readBidPayload, { params: { id: bid.id } }));
  const save = async () => {
    setBusy(true);
    setFailure(null);
    try {
      const file = await client.call(exportTestCase, { params: { id: bid.id } });
      downloadFile(await file.blob(), `case-${bid.id}.json`);
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  const error = failure ?? (answer.isLoadingError ? answer.error : null);
  return (
    <Dialog wide title={text('payload.title', { partner: bid.partner_name ?? '' })} close={close}>
      {error !== null && <ErrorPanel error={error} />}
      {answer.isPending && <Skeleton rows={ROWS} />}
      {answer.data && (
        <div className="flex flex-col gap-4">
          <p className="text-13 text-ink-2">
            {text('payload.kept', { until: format.dateTime(answer.data.kept_until) })}
          </p>
          <Json label={text('payload.request')} value={answer.data.request} />
          {answer.data.response === null ? (
            <p>{text('payload.nothing')}</p>
          ) : (
            <Json label={text('payload.response')} value={answer.data.response} />
          )}
          <div>
            <Button variant="outline" busy={busy} onClick={() => void save()}>
              {text('payload.case')}
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  );
}

const Json = ({ label, value }: { label: string; value: string }) => (
  <section>
    <h3 className="mb-1 font-semibold">{label}</h3>
    <pre
      tabIndex={0}
      aria-label={label}
      className="max-h-80 overflow-auto border border-line bg-surface p-3 font-mono text-13 select-all"
    >
      {pretty(value)}
    </pre>
  </section>
);

/** Kept payloads are JSON; one that was cut is shown as it is. */
function pretty(value: string): string {
  try {
    return JSON.stringify(JSON.parse(value), null, 2);
  } catch {
    return value;
  }
}
