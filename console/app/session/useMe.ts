import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { QUERY } from '../../../shared/constants.ts';
import { me } from '../../../shared/contract/identity/auth.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth, useSignedIn } from './auth.tsx';

/** Refetch interval while the server is unreachable. */
const OFFLINE_REFETCH_MS = 5_000;

/** The user and his tenants, stale after 5 min; refetched right after sign-in, because its response has no tenants. */
export function useMe() {
  const session = useAuth();
  const { user, homeTenantId: home, tenants, asOf } = useSignedIn();
  const initialData =
    tenants.length > 0 ? { user: { ...user, tenant_id: home }, tenants: [...tenants] } : undefined;
  const { data, isFetchedAfterMount, isSuccess } = useQuery({
    ...read(session.client, me, {}),
    initialData,
    ...(asOf === null ? {} : { initialDataUpdatedAt: asOf, refetchInterval: OFFLINE_REFETCH_MS }),
    staleTime: QUERY.currentUserMs,
    retry: false,
    meta: { isBackground: true },
  });
  /** A failed attempt counts as fetched, too, and must not confirm what the device remembers. */
  const isConfirmed = isFetchedAfterMount && isSuccess;
  useEffect(() => {
    if (data && isConfirmed) session.updateUser(data.user, data.tenants);
  }, [data, isConfirmed, session]);
}
