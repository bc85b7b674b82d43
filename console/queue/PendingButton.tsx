import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { fresh } from '../fresh.ts';
import { Button } from '../ui/Button.tsx';
import { Mark } from '../ui/Mark.tsx';
import { leaving, settleLeaving } from './leaving.ts';
import type { Queue } from './queue.ts';
import { useQueue } from './useQueue.ts';

const PendingSheet = fresh(async () => ({ default: (await import('./PendingSheet.tsx')).PendingSheet }));

const SignOutDialog = fresh(() => import('./SignOutDialog.tsx'));

/** In the top bar as long as something waits or was not taken. */
export default function PendingButton() {
  const queue = useQueue();
  return (
    queue && (
      <>
        <Shown queue={queue} />
        <Leaving />
      </>
    )
  );
}

function Leaving() {
  const { count } = useStore(leaving);
  // A session that ends by itself meanwhile asks nobody.
  useEffect(() => () => settleLeaving(false), []);
  return count === null ? null : (
    <Suspense>
      <SignOutDialog count={count} />
    </Suspense>
  );
}

function Shown({ queue }: { queue: Queue }) {
  const { t } = useTranslation('pending');
  const queries = useQueryClient();
  const { entries, failed } = useStore(queue.pending);
  const [isOpen, setOpen] = useState(false);
  const waiting = entries.length;
  /** What was sent by itself shows in every open view. */
  useEffect(
    () =>
      queue.pending.subscribe((now, before) => {
        if (now.entries.length < before.entries.length) void queries.invalidateQueries();
      }),
    [queue, queries],
  );

  if (waiting + failed.length === 0 && !isOpen) return null;
  return (
    <>
      <Button look="quiet" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {failed.length > 0 ? (
          <Mark shape="rejected" tone="danger" word={t('failedCount', { count: failed.length })} />
        ) : (
          <Mark shape="never" tone="neutral" word={t('count', { count: waiting })} />
        )}
      </Button>
      {isOpen && (
        <Suspense>
          <PendingSheet queue={queue} close={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
