import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { devicePlaces } from '../../../shared/contract/fleet/live.ts';
import type { Answer } from '../../../shared/contract/wire/endpoint.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import type { MapPoint } from '../../kit/map/mapProps.ts';

const PATH: (typeof devicePlaces)['path'] = '/api/devices/places';

/** Where screens were last, so that an area is drawn where the fleet is. What devices are comes with the first read: the form needs none of it. */
export function useScreenPoints(): readonly MapPoint[] {
  const { client } = useAuth();
  const { data } = useQuery<Answer<typeof devicePlaces>>({
    queryKey: [PATH, {}],
    queryFn: async context => {
      const live = await import('../../../shared/contract/fleet/live.ts');
      return read(client, live.devicePlaces, { query: {} }).queryFn!(context as never);
    },
  });
  return useMemo(
    () =>
      (data?.items ?? []).flatMap(({ id, name, place }): MapPoint[] =>
        place === null ? [] : [{ id, label: name, lat: place.lat, lng: place.lng, tone: 'neutral' }],
      ),
    [data],
  );
}
