import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { QUERY } from '../../../shared/constants.ts';
import { readBrand } from '../../../shared/contract/identity/whiteLabel.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth, useSignedIn } from '../session/auth.tsx';
import { dress } from './dress.ts';
import { styleSheetOf } from './styleSheet.ts';

/** The white label of the tenant that is acted in. Until it is known, and without a link, the page wears what the same tenant's wore last. */
export function useBrand() {
  const { client } = useAuth();
  const { user } = useSignedIn();
  const tenant = user.tenant_id;
  const { data } = useQuery({
    ...read(client, readBrand, {}),
    staleTime: QUERY.currentUserMs,
    retry: false,
    meta: { isBackground: true },
  });
  useEffect(() => {
    if (!data) return;
    const { brand } = data;
    dress(brand && { tenant, name: brand.app_name, css: styleSheetOf(brand) });
  }, [data, tenant]);
}
