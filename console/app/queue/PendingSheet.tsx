import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { instant } from '../../../shared/clock.ts';
import type { Entry, FailedEntry } from '../../../shared/queue/entry.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Sheet } from '../../kit/ui/overlays/Dialog.tsx';
import { Mark } from '../../kit/ui/display/Mark.tsx';
import { EmptyState } from '../../kit/ui/display/placeholders.tsx';
import { useToast } from '../../kit/ui/toasts/useToasts.ts';
import { useFormat } from '../../kit/text/useFormat.ts';
import { ConflictPanel } from './ConflictPanel.tsx';
import type { Queue } from './queue.ts';

/** Lists waiting and failed writes with their reasons and possible actions. */
export function PendingSheet({ queue, close }: { queue: Queue; close: () => void }) {
  const { t } = useTranslation('pending');
  const toast = useToast();
  const { entries, failed, unlisted } = useStore(queue.pending);
  const cancel = async (entry: Entry) => {
    const text = entry.metadata.description;
    const withdrawn = await queue.cancel(entry);
    if (withdrawn.length === 0) return toast({ tone: 'warn', title: t('onItsWay'), text });
    const run = () => void queue.restore(withdrawn);
    toast({ title: t('cancelled'), text, action: { label: t('undo'), altText: t('undoInstead'), run } });
  };
  return (
    <Sheet title={t('title')} close={close}>
      {entries.length + failed.length + unlisted === 0 && (
        <EmptyState title={t('none')} text={t('noneText')} />
      )}
      {entries.length > 0 && (
        <section aria-label={t('waiting')}>
          <h3 className="text-16 font-semibold">{t('waiting')}</h3>
          <p className="pt-1 text-ink-2">{t('waitingText')}</p>
          <ul>
            {entries.map(entry => (
              <WaitingEntry
                key={entry.seq}
                entry={entry}
                cancel={() => cancel(entry)}
                retry={() => queue.retryParked(entry)}
              />
            ))}
          </ul>
        </section>
      )}
      {failed.length + unlisted > 0 && (
        <section aria-label={t('failed')} className="pt-6">
          <h3 className="text-16 font-semibold">{t('failed')}</h3>
          {unlisted > 0 && (
            <div className={ROW_CLASS}>
              <p className={SUMMARY_CLASS}>{t('unlisted', { count: unlisted })}</p>
              <Button variant="quiet" onClick={() => void queue.discardUnlisted()}>
                {t('discard')}
              </Button>
            </div>
          )}
          <ul>
            {[...failed].reverse().map(entry => (
              <FailedEntry key={entry.no} entry={entry} queue={queue} />
            ))}
          </ul>
        </section>
      )}
    </Sheet>
  );
}

/** The buttons wrap below the text where there is no room. */
const SUMMARY_CLASS = 'min-w-0 flex-1 basis-60';
const ROW_CLASS = 'flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line py-3';

interface WaitingEntryProps {
  entry: Entry;
  cancel: () => Promise<void>;
  retry: () => Promise<void>;
}
function WaitingEntry({ entry, cancel, retry }: WaitingEntryProps) {
  const { t } = useTranslation('pending');
  const { dateTime } = useFormat();
  const isParked = entry.state === 'parked';
  return (
    <li className={ROW_CLASS}>
      <div className={SUMMARY_CLASS}>
        <p className="font-semibold break-words">{entry.metadata.description}</p>
        <p className="text-13 text-ink-2">{dateTime(instant(entry.timestamp))}</p>
        <Mark
          shape={isParked ? 'degraded' : 'never'}
          tone={isParked ? 'warn' : 'neutral'}
          label={
            entry.reason
              ? t(`reasons.${entry.reason}`)
              : entry.retryCount > 0
                ? t('tried', { count: entry.retryCount })
                : t('waits')
          }
        />
      </div>
      {entry.reason === 'too_old' && (
        <Button variant="outline" onClick={() => void retry()}>
          {t('retry')}
        </Button>
      )}
      <Button variant="outline" onClick={() => void cancel()}>
        {t('cancel')}
      </Button>
    </li>
  );
}

function FailedEntry({ entry, queue }: { entry: FailedEntry; queue: Queue }) {
  const { t } = useTranslation('pending');
  const { dateTime } = useFormat();
  const [isOpen, setOpen] = useState(false);
  const { status, message } = entry.said;
  return (
    <li className="border-b border-line py-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className={SUMMARY_CLASS}>
          <p className="font-semibold break-words">{entry.metadata.description}</p>
          <p className="text-13 text-ink-2">{dateTime(instant(entry.failedAt))}</p>
          <Mark shape="rejected" tone="danger" label={t(`reasons.${entry.reason}`)} />
          {message !== undefined && entry.reason !== 'conflict' && (
            <p className="text-13 break-words text-ink-2">{t('said', { status: status ?? 0, message })}</p>
          )}
        </div>
        {entry.reason === 'conflict' ? (
          <Button variant="outline" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {t('compare')}
          </Button>
        ) : (
          <Button variant="outline" onClick={() => void queue.retry(entry)}>
            {t('retry')}
          </Button>
        )}
        <Button variant="quiet" onClick={() => void queue.discard(entry)}>
          {t('discard')}
        </Button>
      </div>
      {isOpen && (
        <Suspense>
          <ConflictPanel entry={entry} queue={queue} />
        </Suspense>
      )}
    </li>
  );
}
