import type { QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError } from '../../../../shared/net/apiError.ts';
import { useSignedIn } from '../auth.tsx';
import { foreignTenantOf } from './actingTenant.ts';

/**
 * A tenant that is not the user's to act in: one that he has no access to, which needs no question, or one that the
 * server has refused. No page of it can be read.
 */
export function useForeignTenant(queries: QueryClient): string | null {
  const state = useSignedIn();
  const [wanted, setWanted] = useState<string | null>(null);
  useEffect(
    () =>
      queries.getQueryCache().subscribe(({ type, query }) => {
        const error: unknown = type === 'updated' ? query.state.error : null;
        if (error instanceof ApiError && error.code === 'TENANT_DENIED')
          setWanted(String(error.details.wanted));
      }),
    [queries],
  );
  return wanted ?? foreignTenantOf(state);
}
