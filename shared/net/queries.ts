/** Cached reads: what the specification's numbers mean to the query library. */
import { QueryClient, queryOptions } from '@tanstack/react-query';
import { QUERY } from '../constants.ts';
import { address, type Answer, type Endpoint } from '../contract/wire/endpoint.ts';
import { ApiError, isTransient } from './apiError.ts';
import type { CallInput, Client } from './client.ts';

/** 1 s, 2 s, 4 s …, at most 8 s. */
const retryDelay = (attempt: number) => Math.min(QUERY.retryBaseMs * 2 ** attempt, QUERY.retryCapMs);
/**
 * `failed`: attempts that have failed before this one. What the client has tried out is not tried on top of that;
 * an error that is not the client's comes from a read that does not go by it, and has no other tries.
 */
export const mayRetry = (failed: number, error: unknown) =>
  failed < QUERY.retries && (!(error instanceof ApiError) || (isTransient(error) && !error.retriesExhausted));

/** `mayAsk`: whether what is shown is worth asking for again by itself; what is not there yet is always asked for. */
export const createQueryClient = (mayAsk: () => boolean = () => true) =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: QUERY.staleMs,
        gcTime: QUERY.keptMs,
        retry: mayRetry,
        retryDelay,
        // Without a link a read fails and says so; it does not wait in silence.
        networkMode: 'always',
        refetchOnMount: mayAsk,
        refetchOnWindowFocus: mayAsk,
        refetchOnReconnect: mayAsk,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });

/** Key: the address, then its parameters; so everything under one path can be dropped together. */
export function read<E extends Endpoint>(client: Client, e: E, input: CallInput<E>) {
  const { params, query } = input as { params?: object; query?: object };
  const queryKey = [address(e.path, params), query ?? {}];
  return queryOptions<Answer<E>>({
    queryKey,
    async queryFn({ signal }) {
      const action = JSON.stringify(queryKey);
      const answer = await client.call(e, { ...input, signal, kind: 'query', action });
      // A screen reads fields of it: an empty body is none of our answers to a read.
      if (answer === null) throw new ApiError('NOT_OURS', 'The answer is empty').triedOut(1);
      return answer;
    },
  });
}
