import { useTranslation } from 'react-i18next';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useAlertWatch } from './useAlertWatch.ts';

/** Beside the entry of the menu: alerts that wait for this user. */
export default function WaitingCount() {
  const { t } = useTranslation('navigation');
  const format = useFormat();
  const count = useAlertWatch().waiting?.length ?? 0;
  if (count === 0) return null;
  return (
    <span className="ml-auto rounded-sm bg-lamp px-1.5 font-mono text-12 font-semibold text-on-lamp">
      {format.number(count)} <span className="sr-only">{t('alertWatch.waiting')}</span>
    </span>
  );
}
