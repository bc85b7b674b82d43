import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { devicePlaces } from '../../../shared/contract/fleet/live.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import type { MapPoint } from '../../kit/map/mapProps.ts';

/** Where screens were last, so that an area is drawn where the fleet is. */
export function useScreenPoints(): readonly MapPoint[] {
  const { client } = useAuth();
  const { data } = useQuery(read(client, devicePlaces, { query: {} }));
  return useMemo(
    () =>
      (data?.items ?? []).flatMap(({ id, name, place }): MapPoint[] =>
        place === null ? [] : [{ id, label: name, lat: place.lat, lng: place.lng, tone: 'neutral' }],
      ),
    [data],
  );
}
