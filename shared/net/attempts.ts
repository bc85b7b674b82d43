/** Retries of API calls. This is the only place that repeats a call somebody waits for. */
import { sleep, type Clock } from '../clock.ts';
import { QUEUE, RETRY } from '../constants.ts';
import { ABORTED, TIMEOUT_OFFLINE } from '../contract/wire/errorTexts.ts';
import { randomUnit } from '../random.ts';
import { ApiError, isNoResponse, isRetryable } from './apiError.ts';
import { ACTION_BUDGET, retryPlan, backoffDelay, type CallKind, type LinkStatus } from './retry.ts';

/** The state of the link, and the receiver of call results. */
export interface NetworkMonitor {
  store: { getState: () => { status: LinkStatus }; subscribe: (listener: () => void) => () => void };
  /** Is our server reachable now? */
  check: () => Promise<boolean>;
  recordCall: (ok: boolean, seen?: { rtt?: number }) => void;
}
interface Ports {
  clock: Clock;
  network: NetworkMonitor;
  /** 0 up to 1. */
  random?: () => number;
}
export interface RetryOptions {
  kind: CallKind;
  signal?: AbortSignal | undefined;
  /** Identifies one user action; all its calls share one request budget. */
  action?: string | undefined;
  /** Waits for the link instead of failing while offline, at most five minutes. */
  waitsForLink?: boolean | undefined;
  /** Called after each attempt without an answer; true stops the retries. */
  isServerGone?: () => Promise<boolean>;
}
/** A failure longer ago than this no longer counts against the budget. */
const SAME_ACTION_MS = 60_000;

/** Errors that say nothing about the link: the caller gave up, or nothing was sent. */
const NOT_ABOUT_LINK: readonly ApiError['code'][] = ['ABORTED', 'AUTH_REQUIRED'];

export function createRetrier({ clock, network, random = randomUnit }: Ports) {
  const budgets = new Map<string, { requests: number; at: number }>();

  /** Requests that recent failed attempts of this action have spent. */
  function requestsSpent(action: string | undefined): number {
    const before = action === undefined ? undefined : budgets.get(action);
    return before && clock.mono() - before.at <= SAME_ACTION_MS ? before.requests : 0;
  }

  const isOffline = () => network.store.getState().status === 'offline';
  /** Resolves when the link is back, after `ms`, or when the caller aborts. */
  const waitForLink = (ms: number, signal?: AbortSignal) =>
    new Promise<void>(done => {
      const end = () => {
        stop();
        cancel();
        done();
      };
      const cancel = clock.after(ms, end);
      const stop = network.store.subscribe(() => isOffline() || end());
      signal?.addEventListener('abort', end, { once: true });
    });

  async function pause(ms: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) return;
    await Promise.race([
      sleep(clock, ms),
      new Promise<void>(done => signal?.addEventListener('abort', () => done(), { once: true })),
    ]);
  }

  /**
   * `attempt` calls `spendRequest` before each request and sends it only if that returns true.
   * Thrown errors are marked as exhausted.
   */
  return async function withRetries<T>(
    { kind, signal, action, isServerGone, waitsForLink = false }: RetryOptions,
    attempt: (spendRequest: () => boolean) => Promise<T>,
  ): Promise<T> {
    const before = requestsSpent(action);
    let requests = 0;
    const mayMake = () => before + requests < ACTION_BUDGET && (requests += 1) > 0;
    const exhausted = (error: ApiError, attempt: ApiError['attempt'], message?: string) => {
      if (action !== undefined) budgets.set(action, { requests: before + requests, at: clock.mono() });
      return error.markExhausted(before + requests, attempt, message);
    };
    const startedAt = clock.mono();
    for (let n = 1; ; n++) {
      if (waitsForLink && isOffline()) await waitForLink(QUEUE.waitMs - (clock.mono() - startedAt), signal);
      if (waitsForLink && isOffline() && !signal?.aborted) throw new ApiError('TIMEOUT', TIMEOUT_OFFLINE);
      const attemptStartedAt = clock.mono();
      try {
        const answer = await attempt(mayMake);
        network.recordCall(true, { rtt: clock.mono() - attemptStartedAt });
        if (action !== undefined) budgets.delete(action);
        return answer;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        const isSilent = isNoResponse(error);
        // The page of a captive portal does not count as an answer of our server.
        if (!NOT_ABOUT_LINK.includes(error.code)) network.recordCall(!isSilent && error.code !== 'NOT_OURS');
        const { status } = network.store.getState();
        const isLinkDown = isSilent && status === 'offline';
        const plan = retryPlan(kind, status);
        const maxAttempts = before > 0 ? 1 : plan.attempts;
        const retryAfter = error.retryAfterMs ?? 0;
        const serverIsGone = isSilent && (await isServerGone?.()) === true;
        const isOver =
          serverIsGone ||
          n >= maxAttempts ||
          before + requests >= ACTION_BUDGET ||
          retryAfter > RETRY.capMs ||
          (isLinkDown && !waitsForLink);
        // If the link recovered meanwhile, its plan is shorter than the attempts already made.
        const counted = { attempt: n, attempts: Math.max(n, maxAttempts) };
        if (isOver || !isRetryable(error))
          throw exhausted(error, counted, isLinkDown ? TIMEOUT_OFFLINE : undefined);
        if (isLinkDown) continue;
        await pause(retryAfter > 0 ? retryAfter : backoffDelay(n, plan, random()), signal);
        if (signal?.aborted) throw exhausted(new ApiError('ABORTED', ABORTED, { cause: error }), counted);
      }
    }
  };
}
export type Retrier = ReturnType<typeof createRetrier>;
