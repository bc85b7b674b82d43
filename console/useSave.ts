import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { sleep, systemClock } from '../shared/clock.ts';
import { allows, type Area, type Level } from '../shared/contract/access.ts';
import { isQueued } from '../shared/net/client.ts';
import { useAuth, useSignedIn } from './auth.tsx';

/** Whoever saved sees it done by then, though something else on the page cannot be read. */
const READ_AGAIN_MS = 2_000;

/** Runs a write and then lets every open view read again: names and counts of one thing stand in many places. */
export function useSave() {
  const { client } = useAuth();
  const queries = useQueryClient();
  return useCallback(
    async <T>(work: (c: typeof client) => Promise<T>): Promise<T> => {
      const result = await work(client);
      // Without a link there is nothing to read; what waits is read again once it was sent.
      if (!isQueued(result))
        await Promise.race([queries.invalidateQueries(), sleep(systemClock, READ_AGAIN_MS)]);
      return result;
    },
    [client, queries],
  );
}

/** What is not allowed is not drawn; the server refuses it anyway. */
export function useMay(): (area: Area, level: Level) => boolean {
  const { user } = useSignedIn();
  return (area, level) => allows(user.role, area, level);
}
