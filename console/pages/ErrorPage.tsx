import { useTranslation } from 'react-i18next';
import { Button, buttonClass } from '../ui/Button.tsx';
import { PageTitle } from '../ui/PageTitle.tsx';

/** A mail to those who run this server; the address is theirs to fill in. */
const report = (error: Error) =>
  `mailto:?subject=${encodeURIComponent(`Wayside: ${error.name}`)}&body=${encodeURIComponent(
    [error.message, location.href, navigator.userAgent, error.stack ?? ''].join('\n\n'),
  )}`;

export function ErrorPage({ error, retry }: { error: Error; retry: () => void }) {
  const { t } = useTranslation(['screens', 'common']);
  return (
    <div role="alert" className="flex max-w-[640px] flex-col items-start gap-3 py-10">
      <PageTitle>{t('crash.title')}</PageTitle>
      <p className="text-16 text-ink-2">{t('crash.text')}</p>
      <p className="w-full overflow-x-auto border-l-4 border-danger bg-surface px-4 py-3 font-mono text-13">
        {error.message}
      </p>
      <div className="flex flex-wrap gap-2 pt-2">
        <Button onClick={retry}>{t('crash.retry')}</Button>
        <a href="/admin" className={buttonClass('outline')}>
          {t('crash.dashboard')}
        </a>
        <Button look="outline" onClick={() => location.reload()}>
          {t('crash.reload')}
        </Button>
        <a href={report(error)} className={buttonClass('quiet')}>
          {t('crash.report')}
        </a>
      </div>
    </div>
  );
}
