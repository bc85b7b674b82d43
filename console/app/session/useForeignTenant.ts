import type { QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError } from '../../../shared/net/apiError.ts';

/** The tenant acted in, once the server has refused it: then no page of it can be read any more. */
export function useForeignTenant(queries: QueryClient): string | null {
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
  return wanted;
}
