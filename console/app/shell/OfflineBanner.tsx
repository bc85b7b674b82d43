import { notifyManager, useQueryClient, type QueryCache } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useAge } from '../../kit/live.tsx';
import { Notice } from '../../kit/ui/display/Notice.tsx';
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

/** When the oldest of what is on the page was answered; 0: nothing is. What the shell reads for itself is not on the page. */
const oldestOnPage = (cache: QueryCache) =>
  cache
    .findAll({ type: 'active', predicate: ({ meta }) => meta?.['isBackground'] !== true })
    .map(({ state }) => state.dataUpdatedAt)
    .filter(at => at > 0)
    .reduce((oldest, at) => (oldest === 0 ? at : Math.min(oldest, at)), 0);

function Offline() {
  const { t } = useTranslation('navigation');
  const { asOf } = useSignedIn();
  const cache = useQueryClient().getQueryCache();
  const oldest = useSyncExternalStore(
    useCallback((notify: () => void) => cache.subscribe(notifyManager.batchCalls(notify)), [cache]),
    () => oldestOnPage(cache),
  );
  const age = useAge([oldest === 0 ? (asOf ?? 0) : oldest]);
  return (
    <Notice tone="warn" title={t('network.away')}>
      <p>
        {age !== null && t('network.age', { age })} {t('network.stillWorks')}
      </p>
    </Notice>
  );
}
