import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Mark } from '../ui/Mark.tsx';

function subscribe(changed: () => void) {
  addEventListener('online', changed);
  addEventListener('offline', changed);
  return () => {
    removeEventListener('online', changed);
    removeEventListener('offline', changed);
  };
}

export function NetworkPill() {
  const { t } = useTranslation('navigation');
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <span role="status" className="hidden px-3 min-[420px]:block">
      {online ? (
        <Mark shape="live" tone="ok" word={t('network.online')} />
      ) : (
        <Mark shape="offline" tone="danger" word={t('network.offline')} />
      )}
    </span>
  );
}
