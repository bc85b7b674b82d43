/** One refresh for all callers of a page and, by the lock, for all pages of the browser. */
import { sleep, type Clock } from '../clock.ts';
import { REFRESH } from '../constants.ts';
import type { Tokens } from '../contract/identity/auth.ts';
import { ApiError } from './apiError.ts';
import type { TokenStore } from './tokens.ts';

export type Renewed =
  { at: 'renewed'; tokens: Tokens } | { at: 'refused' } | { at: 'unreachable'; error: ApiError };

/** Runs `work` while nobody else in this browser does. */
export type Lock = <T>(work: () => Promise<T>) => Promise<T>;

interface Ports {
  tokens: TokenStore;
  lock: Lock;
  clock: Clock;
  /** Trades a refresh token for a new pair, outside the path that answers a 401. */
  trade: (refreshToken: string) => Promise<Tokens>;
}

/** Wait before the next try after `failures` in a row, ms. */
export const refreshWait = (failures: number) =>
  failures === 0 ? 0 : Math.min(REFRESH.backoffBaseMs * 2 ** (failures - 1), REFRESH.backoffCapMs);

const REFUSALS: readonly number[] = [400, 401, 403];
/** Only our own server's plain no; a portal's page, whatever its status, is none. */
const isRefusal = (error: unknown) =>
  error instanceof ApiError && error.code !== 'NOT_OURS' && REFUSALS.includes(error.status);

export function createRefresher({ tokens, lock, clock, trade }: Ports) {
  let flight: Promise<Renewed> | undefined;
  let failures = 0;
  let failedAt = 0;

  async function renew(used: string): Promise<Renewed> {
    const kept = await tokens.read();
    if (!kept) return { at: 'refused' };
    if (kept.access_token !== used) return { at: 'renewed', tokens: kept };
    const wait = failedAt + refreshWait(failures) - clock.mono();
    if (failures > 0 && wait > 0) await sleep(clock, wait);
    try {
      const fresh = await trade(kept.refresh_token);
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

  /** `used`: the access token that was answered by 401; if another has taken its place, that one is handed out. */
  return (used: string): Promise<Renewed> =>
    (flight ??= lock(() => renew(used)).finally(() => (flight = undefined)));
}
