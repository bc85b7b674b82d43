/** The query client with the numbers of the specification. */
import { QueryClient, queryOptions, type Query } from '@tanstack/react-query';
import { QUERY } from '../constants.ts';
import { address, type Answer, type Endpoint } from '../contract/wire/endpoint.ts';
import { collectionOf, touchedBy } from '../contract/wire/touches.ts';
import { ApiError, isTransient } from './apiError.ts';
import type { CallInput, Client } from './client.ts';

/** 1 s, 2 s, 4 s …, at most 8 s. */
const retryDelay = (attempt: number) => Math.min(QUERY.retryBaseMs * 2 ** attempt, QUERY.retryCapMs);
/**
 * `failed`: attempts that failed before this one. Calls whose retry budget is exhausted are not repeated.
 * An error that is no ApiError comes from a query function that does not use the client and has no retries of its own.
 */
export const shouldRetry = (failed: number, error: unknown) =>
  failed < QUERY.retries && (!(error instanceof ApiError) || (isTransient(error) && !error.retriesExhausted));

/** `mayRefetch`: may data that is already shown be refetched automatically? Missing data is always fetched. */
export const createQueryClient = (mayRefetch: () => boolean = () => true) =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: QUERY.staleMs,
        gcTime: QUERY.keptMs,
        retry: shouldRetry,
        retryDelay,
        // Without a link a read fails visibly instead of waiting in the paused state.
        networkMode: 'always',
        refetchOnMount: mayRefetch,
        refetchOnWindowFocus: mayRefetch,
        refetchOnReconnect: mayRefetch,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });

/** Query key: the address, then the parameters, so that all queries of a collection can be invalidated together. */
export function read<E extends Endpoint>(client: Client, e: E, input: CallInput<E>) {
  const { params, query } = input as { params?: object; query?: object };
  const queryKey = [address(e.path, params), query ?? {}];
  return queryOptions<Answer<E>>({
    queryKey,
    async queryFn({ signal }) {
      const action = JSON.stringify(queryKey);
      const answer = await client.call(e, { ...input, signal, kind: 'query', action });
      // A screen reads fields of it: an empty body is none of our answers to a read.
      if (answer === null) throw new ApiError('NOT_OURS', 'The answer is empty').markExhausted(1);
      return answer;
    },
  });
}

/** Marks as stale what writes to these addresses touch, and fetches again what of it is on the page. */
export async function invalidateTouched(queries: QueryClient, paths: readonly string[]): Promise<void> {
  const touched = new Set(paths.flatMap(touchedBy));
  const isTouched = ({ queryKey: [key] }: Query) => typeof key === 'string' && touched.has(collectionOf(key));
  /** A first answer that is still on its way may be from before the write, and a query without data is not asked twice. */
  await queries.cancelQueries({
    type: 'active',
    predicate: query => query.state.data === undefined && isTouched(query),
  });
  await queries.invalidateQueries({ predicate: isTouched });
}
