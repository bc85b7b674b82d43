/** Says to other tabs that somebody has signed in or out. That a stored token is gone would not say why. */
import type { SessionChange } from './session.ts';

export function createSessionChannel() {
  const channel = new BroadcastChannel('wayside-session');
  return {
    onOtherTab(onChange: (change: SessionChange) => void) {
      channel.addEventListener('message', ({ data }: MessageEvent<SessionChange>) => onChange(data));
    },
    notifyTabs: (what: SessionChange) => channel.postMessage(what),
  };
}
