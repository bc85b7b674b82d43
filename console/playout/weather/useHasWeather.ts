import { useQuery } from '@tanstack/react-query';
import { readWeather } from '../../../shared/contract/playout/weatherSource.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';

/** Whether screens are told the weather; undefined while that is not known. */
export function useHasWeather(): boolean | undefined {
  const { client } = useAuth();
  const { data } = useQuery(read(client, readWeather, {}));
  return data && data.source !== 'off';
}
