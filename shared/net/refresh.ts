/** Token refresh: single-flight within the page and, through the lock, across all pages of the browser. */
import { sleep, type Clock } from '../clock.ts';
import { REFRESH } from '../constants.ts';
import type { Tokens } from '../contract/identity/auth.ts';
import { ApiError } from './apiError.ts';
import type { TokenStore } from './tokens.ts';

export type RefreshResult =
  | { at: 'renewed'; tokens: Tokens }
  | { at: 'refused' }
  | { at: 'unreachable'; error: ApiError };

/** Runs `work` exclusively in this browser (Web Locks). */
export type Lock = <T>(work: () => Promise<T>) => Promise<T>;

interface Ports {
  tokens: TokenStore;
  lock: Lock;
  clock: Clock;
  /** Exchanges a refresh token for a new pair. Must not itself react to a 401. */
  exchange: (refreshToken: string) => Promise<Tokens>;
}

/** Wait before the next attempt after `failures` consecutive failures, ms. */
export const refreshBackoff = (failures: number) =>
  failures === 0 ? 0 : Math.min(REFRESH.backoffBaseMs * 2 ** (failures - 1), REFRESH.backoffCapMs);

const REFUSALS: readonly number[] = [400, 401, 403];
/** Only an error of our own server counts as a refusal; the page of a captive portal does not. */
const isRefusal = (error: unknown) =>
  error instanceof ApiError && error.code !== 'NOT_OURS' && REFUSALS.includes(error.status);

export function createRefresher({ tokens, lock, clock, exchange }: Ports) {
  let inFlight: Promise<RefreshResult> | undefined;
  let failures = 0;
  let failedAt = 0;

  async function renew(usedToken: string): Promise<RefreshResult> {
    const stored = await tokens.read();
    if (stored && stored.access_token !== usedToken) return { at: 'renewed', tokens: stored };
    if (!stored?.refresh_token) return { at: 'refused' };
    const wait = failedAt + refreshBackoff(failures) - clock.mono();
    if (failures > 0 && wait > 0) await sleep(clock, wait);
    try {
      const fresh = await exchange(stored.refresh_token);
      await tokens.write(fresh);
      failures = 0;
      return { at: 'renewed', tokens: fresh };
    } catch (error) {
      failures += 1;
      failedAt = clock.mono();
      if (isRefusal(error)) return { at: 'refused' };
      if (error instanceof ApiError) return { at: 'unreachable', error };
      throw error;
    }
  }

  /** `usedToken`: the access token that got the 401. If it was already replaced, the newer token is returned. */
  return (used: string): Promise<RefreshResult> =>
    (inFlight ??= lock(() => renew(used)).finally(() => (inFlight = undefined)));
}
