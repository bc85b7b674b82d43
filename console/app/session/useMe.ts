import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { QUERY } from '../../../shared/constants.ts';
import { me } from '../../../shared/contract/identity/auth.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth, useSignedIn } from './auth.tsx';

/** How often a server that is not there is asked for, while somebody looks. */
const OFFLINE_REFETCH_MS = 5_000;

/** The user and his tenants, read again after 5 min; after a sign-in at once, since that does not name the tenants. */
export function useMe() {
  const session = useAuth();
  const { user, homeTenantId: home, tenants, asOf } = useSignedIn();
  const initialData =
    tenants.length > 0 ? { user: { ...user, tenant_id: home }, tenants: [...tenants] } : undefined;
  const { data, isFetchedAfterMount } = useQuery({
    ...read(session.client, me, {}),
    initialData,
    ...(asOf === null ? {} : { initialDataUpdatedAt: asOf, refetchInterval: OFFLINE_REFETCH_MS }),
    staleTime: QUERY.currentUserMs,
    retry: false,
  });
  useEffect(() => {
    if (data && isFetchedAfterMount) session.refreshed(data.user, data.tenants);
  }, [data, isFetchedAfterMount, session]);
}
