import { useQuery } from '@tanstack/react-query';
import { readWeather } from '../../../shared/contract/playout/weatherSource.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';

/** After how many minutes screens count the weather as unknown; null where they are not told of it, undefined while that is not known. */
export function useStaleMin(): number | null | undefined {
  const { client } = useAuth();
  const { data } = useQuery(read(client, readWeather, {}));
  return data && (data.source === 'off' ? null : data.stale_min);
}

/** Whether screens are told the weather; undefined while that is not known. */
export function useHasWeather(): boolean | undefined {
  const staleMin = useStaleMin();
  return staleMin === undefined ? undefined : staleMin !== null;
}
