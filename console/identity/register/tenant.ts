/** Whom a new account is asked of: the first tenant that takes registrations. */
import type { QueryClient } from '@tanstack/react-query';
import { QUERY } from '../../../shared/constants.ts';
import { DEFAULT_TENANT, openTenants } from '../../../shared/contract/identity/auth.ts';
import type { Answer } from '../../../shared/contract/wire/endpoint.ts';
import type { Client } from '../../../shared/net/client.ts';
import { createQueryClient, read } from '../../../shared/net/queries.ts';

export type OpenTenant = Answer<typeof openTenants>['tenants'][number];

/** Outlives the form: who looks at the sign-in and comes back asks no second time. */
const lists = new WeakMap<Client, QueryClient>();

function queriesOf(client: Client): QueryClient {
  const queries = lists.get(client) ?? createQueryClient();
  lists.set(client, queries);
  return queries;
}

/** Null where none is open or the list cannot be read: nobody is kept from registering by that. */
export async function firstTenant(client: Client): Promise<OpenTenant | null> {
  try {
    const { tenants } = await queriesOf(client).fetchQuery({
      ...read(client, openTenants, {}),
      staleTime: QUERY.tenantListMs,
      retry: false,
    });
    return tenants[0] ?? null;
  } catch (error) {
    console.warn('the tenants could not be read', error);
    return null;
  }
}

export const tenantIdOf = (tenant: OpenTenant | null): string => tenant?.id ?? DEFAULT_TENANT;
