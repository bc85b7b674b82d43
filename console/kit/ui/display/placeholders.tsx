/** Placeholders for rows: empty state, error panel and skeleton. */
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { sleep, systemClock } from '../../../../shared/clock.ts';
import { ApiError, isNoResponse } from '../../../../shared/net/apiError.ts';
import { useErrorText } from '../../text/errorText.ts';
import { useNetworkStatus, useOnReconnect } from '../../useNetworkStatus.ts';
import { Button } from '../controls/Button.tsx';

interface EmptyStateProps {
  title: string;
  text: string;
  action?: ReactNode;
}

export const EmptyState = ({ title, text, action }: EmptyStateProps) => (
  <div className="flex flex-col items-start gap-2 border-t-2 border-ink bg-surface px-6 py-12">
    <h2 className="text-20">{title}</h2>
    <p className="max-w-[60ch] text-16 text-ink-2">{text}</p>
    {action !== undefined && <div className="mt-3 flex flex-wrap gap-2">{action}</div>}
  </div>
);

export function RequestId({ error }: { error: unknown }) {
  const { t } = useTranslation(['screens', 'common']);
  if (!(error instanceof ApiError) || error.requestId === null) return null;
  return (
    <p className="font-mono text-13 text-ink-3 select-all">
      {t('common:requestId', { id: error.requestId })}
    </p>
  );
}

/** An error shown in place; the rest of the page keeps working. Without a link what can be read again waits for it. */
export function ErrorPanel({
  error,
  retry,
  busy = false,
}: {
  error: unknown;
  retry?: () => void;
  busy?: boolean;
}) {
  const { t } = useTranslation(['screens', 'common']);
  const errorText = useErrorText();
  const isOffline = useNetworkStatus() === 'offline';
  const isWaiting = isOffline && retry !== undefined && isNoResponse(error);
  useOnReconnect(!isOffline, () => isNoResponse(error) && retry?.());
  return (
    <div
      role="alert"
      className="lane flex flex-col items-start gap-2 border-y border-line bg-surface px-6 py-6 [--lane:var(--danger)]"
    >
      <h2 className="text-16">{t(isWaiting ? 'away.title' : 'problem')}</h2>
      <p className="max-w-[60ch] text-ink-2">{isWaiting ? t('away.text') : errorText(error)}</p>
      <RequestId error={error} />
      {retry && (
        <Button variant="outline" onClick={retry} busy={busy} className="mt-1">
          {t('common:retry')}
        </Button>
      )}
    </div>
  );
}

const SKELETON_DELAY_MS = 150;

/** Visible only after 150 ms, so that a quick response does not flicker; reserves the height of the rows. */
export function Skeleton({ rows, className = 'h-12' }: { rows: number; className?: string }) {
  const { t } = useTranslation(['screens', 'common']);
  const [isVisible, setVisible] = useState(false);
  useEffect(() => {
    let isUnmounted = false;
    void sleep(systemClock, SKELETON_DELAY_MS).then(() => isUnmounted || setVisible(true));
    return () => void (isUnmounted = true);
  }, []);
  return (
    <div role="status" aria-label={t('common:loading.title')} className={isVisible ? '' : 'invisible'}>
      {Array.from({ length: rows }, (_, i) => (
        <div key={i} className={`flex items-center border-b border-line bg-surface px-5 ${className}`}>
          <div className="h-3 w-1/3 animate-[breathe_1.6s_ease-in-out_infinite] bg-neutral-tint" />
        </div>
      ))}
    </div>
  );
}
