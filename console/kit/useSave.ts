import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { allows, type Area, type Level } from '../../shared/contract/wire/access.ts';
import { isQueued } from '../../shared/net/client.ts';
import { useAuth, useSignedIn } from '../app/session/auth.tsx';

/** Runs a write and then invalidates all queries, because names and counts of one row appear in many views. */
export function useSave() {
  const { client } = useAuth();
  const queries = useQueryClient();
  return useCallback(
    async <T>(work: (c: typeof client) => Promise<T>): Promise<T> => {
      const result = await work(client);
      // A queued write has changed nothing on the server yet; views are refetched once it is sent.
      if (!isQueued(result)) await queries.invalidateQueries();
      return result;
    },
    [client, queries],
  );
}

/** Hides what the role may not do; the server checks it as well. */
export function useCanAccess(): (area: Area, level: Level) => boolean {
  const { user } = useSignedIn();
  return (area, level) => allows(user.role, area, level);
}
