import { useTranslation } from 'react-i18next';
import { Notice } from '../../kit/ui/display/Notice.tsx';
import { useNetworkStatus } from './useLink.ts';

/** Says what still works. Its region stands before it has words, so that they are read out when they come. */
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
