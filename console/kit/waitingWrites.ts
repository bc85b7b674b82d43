/** Writes of the user that wait for a link, as lists, records and forms see them. The queue of the app fills the store. */
import { useMemo } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Entry } from '../../shared/queue/entry.ts';

export const waitingWrites = createStore<{ entries: readonly Entry[] }>(() => ({ entries: [] }));

/** Those to what lies under this address, in their order; null: it has no address. */
export function useWaitingWrites(path: string | null): readonly Entry[] {
  const entries = useStore(waitingWrites, state => state.entries);
  return useMemo(
    () => (path === null ? [] : entries.filter(({ url }) => url.startsWith(path))),
    [entries, path],
  );
}
