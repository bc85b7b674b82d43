import { useQuery } from '@tanstack/react-query';
import { alerts, type Alert } from '../../../shared/contract/alerts/alert.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';

/** As often as people who decide at the same time must learn of each other. */
const REFRESH_MS = 3_000;

/** The alert as it is now, while a dialog about it is open. `isDecided`: somebody has moved it on meanwhile. */
export function useLatest(row: Alert): { latest: Alert; isDecided: boolean } {
  const { client } = useAuth();
  const { data: latest = row } = useQuery({
    ...read(client, alerts.read, { params: { id: row.id } }),
    staleTime: 0,
    refetchInterval: REFRESH_MS,
  });
  return { latest, isDecided: latest.state !== row.state };
}
