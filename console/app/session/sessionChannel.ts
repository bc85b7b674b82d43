/** Propagates sign-in and sign-out to other tabs by BroadcastChannel, and by the storage event where that is missing. */
import { ACCESS_KEY } from '../../../shared/net/tokens.ts';
import type { SessionChange } from './session.ts';

const CHANNEL = 'wayside-session';

interface Page {
  BroadcastChannel?: typeof BroadcastChannel;
  addEventListener: (type: 'storage', listener: (event: StorageEvent) => void) => void;
}

export function createSessionChannel(page: Page = globalThis) {
  const channel = page.BroadcastChannel ? new page.BroadcastChannel(CHANNEL) : null;
  return {
    onOtherTab(onChange: (change: SessionChange) => void) {
      // The stored token does not say why it is gone.
      if (channel)
        return channel.addEventListener('message', ({ data }: MessageEvent<SessionChange>) => onChange(data));
      page.addEventListener('storage', ({ key, oldValue, newValue }) => {
        // A token replaced by another is a refresh, neither a sign-in nor a sign-out.
        if (key !== ACCESS_KEY || (oldValue === null) === (newValue === null)) return;
        onChange(newValue === null ? 'out' : 'in');
      });
    },
    notifyTabs: (what: SessionChange) => channel?.postMessage(what),
  };
}
