/** Where a tenant is: around the last places of its screens, or else around its locations; null: nothing is known of either. */
import type { QueryClient } from '@tanstack/react-query';
import { locations } from '../../shared/contract/fleet/location.ts';
import { devicePlaces } from '../../shared/contract/fleet/live.ts';
import type { Area } from '../../shared/contract/wire/access.ts';
import type { Client } from '../../shared/net/client.ts';
import { read } from '../../shared/net/queries.ts';
import { boundsOf, type Bounds } from './map/geometry.ts';

const MOST_LOCATIONS = 100;

interface TenantBoundsPorts {
  client: Client;
  queries: QueryClient;
  mayRead: (area: Area) => boolean;
}
export async function tenantBounds({ client, queries, mayRead }: TenantBoundsPorts): Promise<Bounds | null> {
  if (mayRead('devices')) {
    const { items } = await queries.fetchQuery(read(client, devicePlaces, { query: {} }));
    const screens = boundsOf(
      [],
      items.flatMap(({ place }) => place ?? []),
    );
    if (screens) return screens;
  }
  if (!mayRead('business')) return null;
  const query = { limit: MOST_LOCATIONS };
  return boundsOf([], (await queries.fetchQuery(read(client, locations.list, { query }))).items);
}
