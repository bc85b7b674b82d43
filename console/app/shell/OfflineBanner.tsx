import { useTranslation } from 'react-i18next';
import { Notice } from '../../kit/ui/display/Notice.tsx';
import { useNetworkStatus } from './useNetworkStatus.ts';

/** Says what still works offline. The live region exists before its text, so that screen readers announce it. */
export default function OfflineBanner() {
  const { t } = useTranslation('navigation');
  const isOffline = useNetworkStatus() === 'offline';
  return (
    <div role="status" className="print:hidden">
      {isOffline && (
        <Notice tone="warn" title={t('network.away')}>
          <p>{t('network.stillWorks')}</p>
        </Notice>
      )}
    </div>
  );
}
