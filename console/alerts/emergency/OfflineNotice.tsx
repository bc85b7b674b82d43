import { Notice } from '../../kit/ui/display/Notice.tsx';
import { useText } from '../../kit/text/useText.ts';
import { useNetworkStatus } from '../../kit/useNetworkStatus.ts';

/** An alert or a key that is sent an hour late does harm: nothing of them waits for a link (X10). */
export function OfflineNotice() {
  const text = useText('alerts');
  if (useNetworkStatus() !== 'offline') return null;
  return (
    <div className="mb-5">
      <Notice tone="danger" title={text('offline.title')} alert>
        {text('offline.text')}
      </Notice>
    </div>
  );
}
