import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { instant, systemClock } from '../../../shared/clock.ts';
import { ApiError } from '../../../shared/net/apiError.ts';
import { mailDraft, supportAddress } from '../errors/mailReport.ts';
import { Button, buttonClass } from '../../kit/ui/controls/Button.tsx';
import { PageTitle } from '../../kit/ui/display/PageTitle.tsx';

export type ErrorLevel = 'admin' | 'page' | 'application';

interface ErrorPageProps {
  level: ErrorLevel;
  error: Error;
  retry: () => void;
}

/** The full-page error screen. In the first bundle: it must stand when nothing else can be loaded. */
export function ErrorPage({ level, error, retry }: ErrorPageProps) {
  const { t } = useTranslation();
  const requestId = error instanceof ApiError ? error.requestId : null;
  const [draft] = useState(() =>
    mailDraft({
      to: supportAddress(document),
      message: error.message,
      page: location.href,
      time: instant(systemClock.now()),
      requestId,
      userAgent: navigator.userAgent,
    }),
  );
  return (
    <div role="alert" className="mx-auto flex max-w-[640px] flex-col items-start gap-3 px-4 py-10">
      <PageTitle>{t(`crash.${level}.title`)}</PageTitle>
      <p className="text-16 text-ink-2">{t(`crash.${level}.text`)}</p>
      <p className="w-full overflow-x-auto border-l-4 border-danger bg-surface px-4 py-3 font-mono text-13">
        {error.message}
      </p>
      {requestId !== null && (
        <p className="font-mono text-13 text-ink-3 select-all">{t('requestId', { id: requestId })}</p>
      )}
      <div className="flex flex-wrap gap-2 pt-2">
        <Button onClick={retry}>{t('crash.retry')}</Button>
        <a href="/admin" className={buttonClass('outline')}>
          {t('crash.dashboard')}
        </a>
        <Button variant="outline" onClick={() => location.reload()}>
          {t('crash.reload')}
        </Button>
        <a href={draft} className={buttonClass('quiet')}>
          {t('crash.report')}
        </a>
      </div>
    </div>
  );
}
