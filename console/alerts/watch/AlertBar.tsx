import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { PATHS } from '../../app/paths.ts';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useAlertWatch } from './useAlertWatch.ts';

/** Over every page while an alert takes over screens. The live region exists before its text, so that it is announced. */
export default function AlertBar() {
  const { t } = useTranslation('navigation');
  const format = useFormat();
  const { urgent } = useAlertWatch();
  const [first, ...others] = urgent;
  return (
    <div role="status" className="print:hidden">
      {first && (
        <p className="flex min-h-12 flex-wrap items-center gap-x-3 bg-(--emergency) px-4 py-1 text-(--on-emergency) sm:px-7">
          <span className="font-semibold">{t('alertWatch.onScreens')}</span>
          <Link href={`${PATHS.alerts}/${first.id}`} className="min-w-0 flex-1 truncate underline">
            {first.name}
          </Link>
          {first.expires_at !== null && (
            <span className="font-mono">
              {t('alertWatch.until', { time: format.time(first.expires_at) })}
            </span>
          )}
          {others.length > 0 && (
            <Link href={`${PATHS.alerts}?status=active`} className="underline">
              {t('alertWatch.more', { count: others.length })}
            </Link>
          )}
        </p>
      )}
    </div>
  );
}
