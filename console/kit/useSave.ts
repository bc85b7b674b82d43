import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { allows, type Area, type Level } from '../../shared/contract/wire/access.ts';
import type { Endpoint } from '../../shared/contract/wire/endpoint.ts';
import { ApiError } from '../../shared/net/apiError.ts';
import { isQueued, type Client } from '../../shared/net/client.ts';
import { invalidateTouched } from '../../shared/net/queries.ts';
import { useAuth, useSignedIn } from '../app/session/auth.tsx';

/** Fetches again what writes to these addresses touch; for changes that came about without `useSave`. */
export function useInvalidateTouched() {
  const queries = useQueryClient();
  return useCallback((...paths: string[]) => invalidateTouched(queries, paths), [queries]);
}

/** Where somebody else was first, what they left is fetched before the refusal is shown. */
export function useRefetchOnConflict() {
  const invalidate = useInvalidateTouched();
  return useCallback(
    <T>({ path }: Endpoint, work: Promise<T>): Promise<T> =>
      work.catch(async (error: unknown) => {
        if (error instanceof ApiError && error.code === 'VERSION_CONFLICT') await invalidate(path);
        throw error;
      }),
    [invalidate],
  );
}

/** The client of one save: it notes the addresses written to. */
function noteWrites(client: Client): { client: Client; paths: string[] } {
  const paths: string[] = [];
  const note = ({ method, path }: Endpoint) => {
    if (method !== 'GET') paths.push(path);
  };
  return {
    paths,
    client: {
      ...client,
      call(e, input) {
        note(e);
        return client.call(e, input);
      },
      write(e, input, metadata) {
        note(e);
        return client.write(e, input, metadata);
      },
    },
  };
}

/** Runs a write and then fetches again what it touches, because names and counts of one row appear in other views. */
export function useSave() {
  const { client } = useAuth();
  const invalidate = useInvalidateTouched();
  return useCallback(
    async <T>(work: (c: Client) => Promise<T>): Promise<T> => {
      const noted = noteWrites(client);
      const result = await work(noted.client);
      // A queued write has changed nothing on the server yet; views are refetched once it is sent.
      if (!isQueued(result)) await invalidate(...noted.paths);
      return result;
    },
    [client, invalidate],
  );
}

/** Hides what the role may not do; the server checks it as well. */
export function useCanAccess(): (area: Area, level: Level) => boolean {
  const { user } = useSignedIn();
  return (area, level) => allows(user.role, area, level);
}
