import { useEffect, useState } from 'react';
import { systemClock } from '../../../shared/clock.ts';
import { liveDevices, type Wall } from '../../../shared/contract/fleet/live.ts';
import { ApiError } from '../../../shared/net/apiError.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { watchWall, type Link } from './watch.ts';

const REFUSED: readonly number[] = [400, 401, 403, 404];
const isFinal = (error: unknown) => error instanceof ApiError && REFUSED.includes(error.status);

export interface Asked {
  status: string;
  limit: number;
  offset: number;
}

/** The wall as it is now. What was shown stays until the next one comes. */
export function useWall({ status, limit, offset }: Asked) {
  const { client } = useAuth();
  const [wall, setWall] = useState<Wall | null>(null);
  const [link, setLink] = useState<Link>('waiting');
  const [failure, setFailure] = useState<unknown>(null);
  useEffect(
    () =>
      watchWall(
        { limit, offset, ...(status === '' ? {} : { status }) },
        {
          clock: systemClock,
          ask: (query, signal) => client.call(liveDevices, { query, signal }),
          onWall(next) {
            setFailure(null);
            setWall(next);
          },
          onLink: setLink,
          isFinal,
          onFailure: setFailure,
        },
      ),
    [client, status, limit, offset],
  );
  return { wall, link, failure };
}
