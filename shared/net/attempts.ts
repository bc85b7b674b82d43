/** One call over several attempts: the only place that sends a call again. */
import { sleep, type Clock } from '../clock.ts';
import { QUEUE, RETRY } from '../constants.ts';
import { ABORTED, TIMEOUT_OFFLINE } from '../contract/wire/errorTexts.ts';
import { randomUnit } from '../random.ts';
import { ApiError, isSilence, isWorthAgain } from './apiError.ts';
import { ACTION_BUDGET, planOf, waitAfter, type Kind, type LinkStatus } from './retry.ts';

/** What is known of the link, and who is told of what calls meet. */
export interface Network {
  store: { getState: () => { status: LinkStatus }; subscribe: (listener: () => void) => () => void };
  /** Is our server there now? */
  check: () => Promise<boolean>;
  note: (ok: boolean, seen?: { rtt?: number }) => void;
}
interface Ports {
  clock: Clock;
  network: Network;
  /** 0 up to 1. */
  chance?: () => number;
}
export interface Trying {
  kind: Kind;
  signal?: AbortSignal | undefined;
  /** Names what one person asked for: its further tries share one budget. */
  action?: string | undefined;
  /** Its caller rather waits for the link than hears that there is none; five minutes at longest. */
  waits?: boolean | undefined;
  /** Asked after each attempt that nobody answered; true: there is no use in another. */
  silent?: () => Promise<boolean>;
}
/** A failure so long ago is another matter. */
const SAME_ACTION_MS = 60_000;

/** Of the link these say nothing: the caller gave up, or nothing was sent. */
const SAYS_NOTHING: readonly ApiError['code'][] = ['ABORTED', 'AUTH_REQUIRED'];

export function createAttempts({ clock, network, chance = randomUnit }: Ports) {
  const spent = new Map<string, { requests: number; at: number }>();

  /** Requests this action has sent and failed with, not long ago. */
  function spentBy(action: string | undefined): number {
    const before = action === undefined ? undefined : spent.get(action);
    return before && clock.mono() - before.at <= SAME_ACTION_MS ? before.requests : 0;
  }

  const isOffline = () => network.store.getState().status === 'offline';
  /** Once the link is back, after `ms`, or when its caller gives up. */
  const linked = (ms: number, signal?: AbortSignal) =>
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
   * `attempt` says of each request that it is about to send it, and sends none where it is told not to.
   * What is thrown is marked as tried out.
   */
  return async function tried<T>(
    { kind, signal, action, silent, waits = false }: Trying,
    attempt: (mayMake: () => boolean) => Promise<T>,
  ): Promise<T> {
    const before = spentBy(action);
    let requests = 0;
    const mayMake = () => before + requests < ACTION_BUDGET && (requests += 1) > 0;
    const tired = (error: ApiError, attempt: ApiError['attempt'], message?: string) => {
      if (action !== undefined) spent.set(action, { requests: before + requests, at: clock.mono() });
      return error.triedOut(before + requests, attempt, message);
    };
    const begun = clock.mono();
    for (let n = 1; ; n++) {
      if (waits && isOffline()) await linked(QUEUE.waitMs - (clock.mono() - begun), signal);
      if (waits && isOffline() && !signal?.aborted) throw new ApiError('TIMEOUT', TIMEOUT_OFFLINE);
      const started = clock.mono();
      try {
        const answer = await attempt(mayMake);
        network.note(true, { rtt: clock.mono() - started });
        if (action !== undefined) spent.delete(action);
        return answer;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        const isSilent = isSilence(error);
        // A portal's page is no answer of ours.
        if (!SAYS_NOTHING.includes(error.code)) network.note(!isSilent && error.code !== 'NOT_OURS');
        const { status } = network.store.getState();
        const isCut = isSilent && status === 'offline';
        const plan = planOf(kind, status);
        const most = before > 0 ? 1 : plan.attempts;
        const asked = error.retryAfterMs ?? 0;
        const isGone = isSilent && (await silent?.()) === true;
        const isOver =
          isGone ||
          n >= most ||
          before + requests >= ACTION_BUDGET ||
          asked > RETRY.capMs ||
          (isCut && !waits);
        // A link that recovered meanwhile has a shorter plan than the attempts already made.
        const counted = { attempt: n, attempts: Math.max(n, most) };
        if (isOver || !isWorthAgain(error)) throw tired(error, counted, isCut ? TIMEOUT_OFFLINE : undefined);
        if (isCut) continue;
        await pause(asked > 0 ? asked : waitAfter(n, plan, chance()), signal);
        if (signal?.aborted) throw tired(new ApiError('ABORTED', ABORTED, { cause: error }), counted);
      }
    }
  };
}
export type Attempts = ReturnType<typeof createAttempts>;
