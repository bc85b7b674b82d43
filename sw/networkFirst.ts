/** Network first; the cache answers if the network is slow, silent or failing. */
import { sleep, type Clock } from '../shared/clock.ts';

/** Wait for the network. After one timeout the following requests fall back at once for a while. */
export const NETWORK_TIMEOUT_MS = 3_000;
const SKIP_WAIT_MS = 30_000;

export type NetworkFirst = (
  fetchFresh: () => Promise<Response>,
  fromCache: () => Promise<Response | undefined>,
) => Promise<Response>;

export function createNetworkFirst(clock: Clock): NetworkFirst {
  let noWaitUntil = 0;
  return async (ask, kept) => {
    const request = ask();
    const answered = request.then(
      response => {
        noWaitUntil = 0;
        return response;
      },
      () => null,
    );
    const wait = clock.mono() < noWaitUntil ? 0 : NETWORK_TIMEOUT_MS;
    const winner = await Promise.race([answered, sleep(clock, wait)]);
    if (winner && winner.status < 500) return winner;
    if (winner === undefined) noWaitUntil = clock.mono() + SKIP_WAIT_MS;
    return (await kept()) ?? request;
  };
}
