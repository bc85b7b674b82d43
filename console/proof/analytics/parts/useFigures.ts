import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Endpoint } from '../../../../shared/contract/wire/endpoint.ts';
import type { CallInput } from '../../../../shared/net/client.ts';
import { read } from '../../../../shared/net/queries.ts';
import { useAuth } from '../../../app/session/auth.tsx';

/** Figures grow as screens hand in plays. */
const REFRESH_MS = 60_000;

export function useFigures<E extends Endpoint>(endpoint: E, input: CallInput<E>) {
  const { client } = useAuth();
  return useQuery({
    ...read(client, endpoint, input),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
}
