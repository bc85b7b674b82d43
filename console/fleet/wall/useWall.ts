import { useEffect, useState } from 'react';
import { systemClock } from '../../../shared/clock.ts';
import { liveDevices, type Wall } from '../../../shared/contract/fleet/live.ts';
import { ApiError } from '../../../shared/net/apiError.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { watchWall, type StreamStatus } from './wallStream.ts';

const FINAL_STATUSES: readonly number[] = [400, 401, 403, 404];
const isFinal = (error: unknown) => error instanceof ApiError && FINAL_STATUSES.includes(error.status);

export interface WallQuery {
  status: string;
  version: string;
  playlist_id: string;
  group_id: string;
  limit: number;
  offset: number;
}

/** The wall as it is now. What was shown stays until the next one comes. */
export function useWall({ status, version, playlist_id, group_id, limit, offset }: WallQuery) {
  const { client } = useAuth();
  const [wall, setWall] = useState<Wall | null>(null);
  const [link, setLink] = useState<StreamStatus>('waiting');
  const [failure, setFailure] = useState<unknown>(null);
  useEffect(
    () =>
      watchWall(
        {
          ...{ limit, offset },
          ...(status !== '' && { status }),
          ...(version !== '' && { version }),
          ...(playlist_id !== '' && { playlist_id }),
          ...(group_id !== '' && { group_id }),
        },
        {
          clock: systemClock,
          fetchWall: (query, signal) => client.call(liveDevices, { query, signal }),
          onWall(next) {
            setFailure(null);
            setWall(next);
          },
          onStatus: setLink,
          isFinal,
          onFailure: setFailure,
        },
      ),
    [client, status, version, playlist_id, group_id, limit, offset],
  );
  return { wall, link, failure };
}
