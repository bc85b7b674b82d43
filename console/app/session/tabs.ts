/** Signing in and out is a matter of the browser, not of one tab: a message, and where that fails the mirror's change. */
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
    otherTab(onChange: (change: SessionChange) => void) {
      channel?.addEventListener('message', ({ data }: MessageEvent<SessionChange>) => onChange(data));
      page.addEventListener('storage', ({ key, oldValue, newValue }) => {
        // A new pair in place of an old one is a refresh, and nobody's coming or going.
        if (key !== ACCESS_KEY || (oldValue === null) === (newValue === null)) return;
        onChange(newValue === null ? 'out' : 'in');
      });
    },
    tellTabs: (what: SessionChange) => channel?.postMessage(what),
  };
}
