import { useTranslation } from 'react-i18next';
import { Spinner } from './Spinner.tsx';

/** Full-page loading, before the first screen. */
export function Loading() {
  const { t } = useTranslation();
  return (
    <div role="status" className="flex min-h-dvh flex-col items-center justify-center gap-3 text-ink-2">
      <Spinner className="size-8 text-primary" />
      <p className="text-16 font-semibold text-ink">{t('loading.title')}</p>
      <p>{t('loading.text')}</p>
    </div>
  );
}
