import { useMemo } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Entry } from '../../../shared/queue/entry.ts';
import { useQueue } from './useQueue.ts';

const NOTHING = createStore<{ entries: readonly Entry[] }>(() => ({ entries: [] }));

/** Changes of the user to what lies under this address that still wait to be sent, in their order. */
export function useWaiting(path: string): readonly Entry[] {
  const queue = useQueue();
  const entries = useStore<typeof NOTHING, readonly Entry[]>(queue?.pending ?? NOTHING, now => now.entries);
  return useMemo(() => entries.filter(({ url }) => url.startsWith(path)), [entries, path]);
}
