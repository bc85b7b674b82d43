import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { instant } from '../../../shared/clock.ts';
import { useFormat, useNow } from '../../kit/text/useFormat.ts';

/** Shown while the server is unreachable: the age of the oldest data on the page. `asOf`: ms since 1970. */
export default function OfflineDataBar({ asOf }: { asOf: number }) {
  const { t } = useTranslation('screens');
  const format = useFormat();
  const now = useNow();
  const activeQueries = useQueryClient().getQueryCache().findAll({ type: 'active' });
  const ages = activeQueries.map(({ state }) => state.dataUpdatedAt).filter(at => at > 0);
  const oldest = Math.min(asOf, ...ages);
  return (
    <div className="lane sticky bottom-0 z-20 flex flex-wrap gap-x-4 border-t border-line bg-surface py-3 pr-4 pl-5 [--lane:var(--info)] print:hidden">
      <p role="status" className="font-semibold">
        {t('known.title')}
      </p>
      <p>{t('known.age', { age: format.ago(instant(oldest), now) })}</p>
      <p className="text-ink-2">{t('known.writes')}</p>
    </div>
  );
}
