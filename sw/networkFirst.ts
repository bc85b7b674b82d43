/** The network first, and what is kept when it is silent, slow or broken. */
import { sleep, type Clock } from '../shared/clock.ts';

/** So long the network is waited for; once it was silent, what follows is not kept waiting as long again. */
export const PATIENCE_MS = 3_000;
const SILENT_FOR_MS = 30_000;

export type NetworkFirst = (
  ask: () => Promise<Response>,
  kept: () => Promise<Response | undefined>,
) => Promise<Response>;

export function createNetworkFirst(clock: Clock): NetworkFirst {
  let silentUntil = 0;
  return async (ask, kept) => {
    const asked = ask();
    const heard = asked.then(
      response => {
        silentUntil = 0;
        return response;
      },
      () => null,
    );
    const wait = clock.mono() < silentUntil ? 0 : PATIENCE_MS;
    const first = await Promise.race([heard, sleep(clock, wait)]);
    if (first && first.status < 500) return first;
    if (first === undefined) silentUntil = clock.mono() + SILENT_FOR_MS;
    return (await kept()) ?? asked;
  };
}
