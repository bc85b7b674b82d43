import { skipToken, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { devicePlaces } from '../../../shared/contract/fleet/live.ts';
import type { Answer } from '../../../shared/contract/wire/endpoint.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import type { MapPoint } from '../../kit/map/mapProps.ts';

type Places = Answer<typeof devicePlaces>;

/** Where screens were last, so that an area is drawn where the fleet is. What devices are comes by itself: the form needs none of it. */
export function useScreenPoints(): readonly MapPoint[] {
  const { client } = useAuth();
  const live = useQuery({
    queryKey: ['contract of places'],
    queryFn: () => import('../../../shared/contract/fleet/live.ts'),
    staleTime: Infinity,
  });
  const places = live.data && read(client, live.data.devicePlaces, { query: {} });
  const { data } = useQuery<Places>(places ?? { queryKey: ['no places yet'], queryFn: skipToken });
  return useMemo(
    () =>
      (data?.items ?? []).flatMap(({ id, name, place }): MapPoint[] =>
        place === null ? [] : [{ id, label: name, lat: place.lat, lng: place.lng, tone: 'neutral' }],
      ),
    [data],
  );
}
