import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { every, type Clock } from '../../../shared/clock.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { PageTitle } from '../../kit/ui/display/PageTitle.tsx';
import { RequestId } from '../../kit/ui/display/placeholders.tsx';
import { isDue, PERCENT, progress, type Retry } from './retry.ts';

const TICK_MS = 100;

interface RetryPanelProps {
  error: Error;
  retry: Retry;
  clock: Clock;
  cancel: () => void;
  retryNow: () => void;
  reloadPage: () => void;
}

/** Shows the wait until the next retry as a progress bar, with buttons to retry now, cancel or reload. */
export function RetryPanel({ error, retry, clock, cancel, retryNow, reloadPage }: RetryPanelProps) {
  const { t } = useTranslation(['navigation', 'common']);
  const isCounting = retry.at === 'counting';
  return (
    <div className="lane flex flex-col items-start gap-3 border-y border-line bg-surface px-6 py-8 [--lane:var(--warn)]">
      <PageTitle>{t('failure.title')}</PageTitle>
      <p role="alert" className="max-w-[60ch] text-16 text-ink-2">
        {t('failure.network')}
      </p>
      <RequestId error={error} />
      {isCounting && <Wait retry={retry} clock={clock} onDue={retryNow} />}
      <div className="mt-2 flex flex-wrap gap-2">
        <Button onClick={retryNow}>{t('failure.now')}</Button>
        {isCounting && (
          <Button variant="outline" onClick={cancel}>
            {t('common:cancel')}
          </Button>
        )}
        <Button variant="outline" onClick={reloadPage}>
          {t('failure.refresh')}
        </Button>
      </div>
    </div>
  );
}

function Wait({ retry, clock, onDue: due }: { retry: Retry; clock: Clock; onDue: () => void }) {
  const { t } = useTranslation('navigation');
  const [now, setNow] = useState(() => clock.mono());
  const tick = useEffectEvent(() => {
    setNow(clock.mono());
    if (isDue(retry, clock.mono())) due();
  });
  useEffect(() => every(clock, TICK_MS, () => tick()), [clock]);
  const percent = Math.round(progress(retry, now));
  return (
    <div
      role="progressbar"
      aria-label={t('failure.waiting')}
      aria-valuemin={0}
      aria-valuemax={PERCENT}
      aria-valuenow={percent}
      className="h-1 w-full max-w-[60ch] bg-neutral-tint"
    >
      <div className="h-full bg-lamp" style={{ width: `${percent}%` }} />
    </div>
  );
}
