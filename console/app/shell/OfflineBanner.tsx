import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { instant } from '../../../shared/clock.ts';
import { Notice } from '../../kit/ui/display/Notice.tsx';
import { useFormat, useNow } from '../../kit/text/useFormat.ts';
import { useSignedIn } from '../session/auth.tsx';
import { useNetworkStatus } from '../../kit/useNetworkStatus.ts';

/** Says how old the page is and what still works offline. The live region exists before its text, so that screen readers announce it. */
export default function OfflineBanner() {
  const isOffline = useNetworkStatus() === 'offline';
  return (
    <div role="status" className="print:hidden">
      {isOffline && <Offline />}
    </div>
  );
}

function Offline() {
  const { t } = useTranslation('navigation');
  const format = useFormat();
  const now = useNow();
  const { asOf } = useSignedIn();
  const activeQueries = useQueryClient().getQueryCache().findAll({ type: 'active' });
  const times = [asOf ?? 0, ...activeQueries.map(({ state }) => state.dataUpdatedAt)].filter(at => at > 0);
  const age = times.length > 0 ? format.ago(instant(Math.min(...times)), now) : null;
  return (
    <Notice tone="warn" title={t('network.away')}>
      <p>
        {age !== null && t('network.age', { age })} {t('network.stillWorks')}
      </p>
    </Notice>
  );
}
