import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { lazyWithRetry } from '../../kit/lazyPage.ts';
import { Boundary } from '../boundary/Boundary.tsx';
import { kindOf } from '../boundary/classify.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Mark } from '../../kit/ui/display/Mark.tsx';
import { useToast } from '../../kit/ui/toasts/useToasts.ts';
import type { Queue } from './queue.ts';
import { SignOutPrompt } from './SignOutPrompt.tsx';
import { useQueue } from './useQueue.ts';

const PendingSheet = lazyWithRetry(async () => ({
  default: (await import('./PendingSheet.tsx')).PendingSheet,
}));

/** Shown in the top bar while writes are waiting or have failed. */
export default function PendingButton() {
  const queue = useQueue();
  return (
    queue && (
      <>
        <PendingIndicator queue={queue} />
        <SignOutPrompt />
      </>
    )
  );
}

function PendingIndicator({ queue }: { queue: Queue }) {
  const { t } = useTranslation('pending');
  const queries = useQueryClient();
  const toast = useToast();
  const { entries, failed, unlisted, settledCount } = useStore(queue.pending);
  const [isOpen, setOpen] = useState(false);
  const failures = failed.length + unlisted;
  const hasFailed = failures > 0;
  const count = hasFailed ? failures : entries.length;
  const name = t(hasFailed ? 'failedCount' : 'count', { count });
  const mark = hasFailed
    ? ({ shape: 'rejected', tone: 'danger' } as const)
    : ({ shape: 'never', tone: 'neutral' } as const);
  /** Refetches every view after queued writes were sent. */
  useEffect(() => {
    if (settledCount > 0) void queries.invalidateQueries();
  }, [settledCount, queries]);

  /** Its code may not be on this device yet, and the page below it goes on. */
  const closeUnread = () => {
    setOpen(false);
    toast({ tone: 'warn', title: t('notLoaded') });
  };

  if (count === 0 && !isOpen) return null;
  return (
    <>
      <Button
        variant="quiet"
        aria-haspopup="dialog"
        aria-label={name}
        title={name}
        className="max-sm:px-2"
        onClick={() => setOpen(true)}
      >
        <span className="max-sm:hidden">
          <Mark {...mark} label={name} />
        </span>
        <span className="sm:hidden">
          <Mark {...mark} label={String(count)} />
        </span>
      </Button>
      {isOpen && (
        <Boundary
          name="pending"
          handles={error => kindOf(error) === 'network'}
          fallback={() => null}
          onCaught={closeUnread}
        >
          <Suspense>
            <PendingSheet queue={queue} close={() => setOpen(false)} />
          </Suspense>
        </Boundary>
      )}
    </>
  );
}
