import { useQuery } from '@tanstack/react-query';
import { alerts, type Alert } from '../../../shared/contract/alerts/alert.ts';
import { isUrgent } from '../../../shared/contract/alerts/cap.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { useCurrentUser } from '../../app/session/useCurrentUser.ts';
import { useIsLive } from '../../kit/live.tsx';
import { useCanAccess } from '../../kit/useSave.ts';
import { isOwn } from '../emergency/states.ts';

const REFRESH_MS = 30_000;
/** At most as many as ever run or wait at once. Filters by a word are no part of the type of a list's query. */
const WHAT_CONCERNS = { status: 'active,pending_approval', limit: 50 } as { limit: number };
export interface AlertWatch {
  /** Those that take over screens now. */
  urgent: readonly Alert[];
  /** Those whose second person this user may be; undefined: not known now. */
  waiting: readonly Alert[] | undefined;
}

/** What of alerts concerns somebody on whatever page he is; one query for all who look. */
export function useAlertWatch(): AlertWatch {
  const { client } = useAuth();
  const user = useCurrentUser();
  const canAccess = useCanAccess();
  const answer = useQuery({
    ...read(client, alerts.list, { query: WHAT_CONCERNS }),
    enabled: canAccess('alerts', 'R'),
    refetchInterval: REFRESH_MS,
    meta: { isBackground: true },
  });
  const isLive = useIsLive(answer.dataUpdatedAt, REFRESH_MS);
  const items = isLive ? answer.data?.items : undefined;
  return {
    urgent: (items ?? []).filter(row => row.state === 'active' && isUrgent(row) && row.status === 'Actual'),
    waiting: canAccess('alerts', 'A')
      ? items?.filter(row => row.state === 'pending_approval' && !isOwn(row, user))
      : undefined,
  };
}
