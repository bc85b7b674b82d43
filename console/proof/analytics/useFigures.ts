import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Endpoint, Query } from '../../../shared/contract/wire/endpoint.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';

/** Figures grow as screens hand in plays. */
const REFRESH_MS = 60_000;

export function useFigures<E extends Endpoint>(endpoint: E, query: Partial<Query<E>>) {
  const { client } = useAuth();
  return useQuery({
    ...read(client, endpoint, { query } as Parameters<typeof read<E>>[2]),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
}
