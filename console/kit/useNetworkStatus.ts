import { useEffect, useEffectEvent, useState } from 'react';
import type { LinkQuality } from '../../shared/net/quality/assess.ts';
import type { Monitor } from '../../shared/net/quality/monitor.ts';
import { useAuth, useSessionState } from '../app/session/auth.tsx';

const browserStatus = (): LinkQuality['status'] => (navigator.onLine ? 'online' : 'offline');

/**
 * The network status of the monitor; until it is loaded, navigator.onLine. A user whom the server has not confirmed
 * since this page began is offline, whatever the browser says: pill, banner and rows go by this alone.
 */
export function useNetworkStatus(): LinkQuality['status'] {
  const { network } = useAuth();
  const session = useSessionState();
  const isUnconfirmed = session.at === 'authenticated' && session.asOf !== null;
  const [status, setStatus] = useState(browserStatus);
  useEffect(() => {
    let isUnmounted = false;
    let unsubscribe = () => {};
    const subscribe = ({ store }: Pick<Monitor, 'store'>) => {
      if (isUnmounted) return;
      setStatus(store.getState().status);
      unsubscribe = store.subscribe(({ status }) => setStatus(status));
    };
    /** Without the monitor the browser's own word is followed. */
    const followBrowser = () => {
      if (isUnmounted) return;
      const follow = () => setStatus(browserStatus());
      follow();
      for (const event of ['online', 'offline']) addEventListener(event, follow);
      unsubscribe = () => {
        for (const event of ['online', 'offline']) removeEventListener(event, follow);
      };
    };
    network?.().then(subscribe, followBrowser);
    return () => {
      isUnmounted = true;
      unsubscribe();
    };
  }, [network]);
  return isUnconfirmed ? 'offline' : status;
}

/** Runs it each time the link is there again after it was not. */
export function useOnReconnect(isConnected: boolean, run: () => void): void {
  const [wasAway, setWasAway] = useState(!isConnected);
  if (!isConnected && !wasAway) setWasAway(true);
  const reconnected = useEffectEvent(run);
  useEffect(() => {
    if (isConnected && wasAway) reconnected();
  }, [isConnected, wasAway]);
}
