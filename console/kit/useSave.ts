import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { allows, type Area, type Level } from '../../shared/contract/wire/access.ts';
import { isQueued } from '../../shared/net/client.ts';
import { useAuth, useSignedIn } from '../app/session/auth.tsx';

/** Runs a write and then lets every open view read again: names and counts of one thing stand in many places. */
export function useSave() {
  const { client } = useAuth();
  const queries = useQueryClient();
  return useCallback(
    async <T>(work: (c: typeof client) => Promise<T>): Promise<T> => {
      const result = await work(client);
      // Without a link there is nothing to read; what waits is read again once it was sent.
      if (!isQueued(result)) await queries.invalidateQueries();
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
