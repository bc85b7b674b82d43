import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNetworkStatus } from '../../kit/useNetworkStatus.ts';
import { Notice } from '../../kit/ui/display/Notice.tsx';

/** Where nobody is signed in no call says whether the server is there: this watches it, and says when it goes and comes back. */
export default function ServerState() {
  const { t } = useTranslation('entrance');
  const isAway = useNetworkStatus() === 'offline';
  const [wasAway, setWasAway] = useState(false);
  if (isAway && !wasAway) setWasAway(true);
  return (
    <div role="status" className="mb-5 empty:hidden">
      {isAway && (
        <Notice tone="warn" title={t('server.away')}>
          <p>{t('server.awayText')}</p>
        </Notice>
      )}
      {!isAway && wasAway && (
        <Notice tone="ok" title={t('server.back')}>
          <p>{t('server.backText')}</p>
        </Notice>
      )}
    </div>
  );
}
