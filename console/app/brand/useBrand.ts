import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { QUERY } from '../../../shared/constants.ts';
import { readBrand } from '../../../shared/contract/identity/whiteLabel.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../session/auth.tsx';
import { dress } from './dress.ts';

/** The white label of the tenant that is acted in. Until it is known, and without a link, the page wears what it wore last. */
export function useBrand() {
  const { client } = useAuth();
  const { data } = useQuery({ ...read(client, readBrand, {}), staleTime: QUERY.currentUserMs, retry: false });
  useEffect(() => {
    if (data) dress(data.brand);
  }, [data]);
}
