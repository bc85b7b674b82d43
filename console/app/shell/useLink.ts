import { useEffect, useState } from 'react';
import type { LinkQuality } from '../../../shared/net/quality/assess.ts';
import type { Monitor } from '../../../shared/net/quality/monitor.ts';
import { useAuth } from '../session/auth.tsx';

const believed = (): LinkQuality['status'] => (navigator.onLine ? 'online' : 'offline');

/** What the monitor says of the link; until that has come, what the browser believes. */
export function useLink(): LinkQuality['status'] {
  const { network } = useAuth();
  const [link, setLink] = useState(believed);
  useEffect(() => {
    let isGone = false;
    let end = () => {};
    const follow = ({ store }: Pick<Monitor, 'store'>) => {
      if (isGone) return;
      setLink(store.getState().status);
      end = store.subscribe(({ status }) => setLink(status));
    };
    network?.().then(follow, () => setLink(believed()));
    return () => {
      isGone = true;
      end();
    };
  }, [network]);
  return link;
}
