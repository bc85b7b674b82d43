import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { PATHS } from '../../app/paths.ts';

/** Why nothing of the weather is offered, and where that changes. */
export function WeatherIsOff({ className }: { className?: string }) {
  const { t } = useTranslation('inputs');
  return (
    <p className={className}>
      {t('conditions.noWeather')} <Link href={PATHS.weather}>{t('conditions.setWeather')}</Link>
    </p>
  );
}
