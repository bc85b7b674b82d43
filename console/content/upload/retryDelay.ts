import { isRetryable, type ApiError } from '../../../shared/net/apiError.ts';
import { backoffDelay, retryPlan, type LinkStatus } from '../../../shared/net/retry.ts';
import { RETRY } from '../../../shared/constants.ts';

/** The server still holds the request before, which was cut (tus 1.0, RFC 4918 §11.3). */
const LOCKED = 423;
const UNAUTHORISED = 401;

/**
 * How long an upload waits before its request is sent again, ms; null: it has failed. The policy is that of every
 * call (RETRY-01 to -05). `retried`: how often it was sent again since bytes last got through.
 */
export function retryDelay(
  error: ApiError,
  { retried, status, random }: { retried: number; status: LinkStatus; random: number },
): number | null {
  // The session was renewed meanwhile.
  if (error.status === UNAUTHORISED) return retried === 0 ? 0 : null;
  const plan = retryPlan('call', status);
  if (retried + 1 >= plan.attempts) return null;
  if (error.status !== LOCKED && !isRetryable(error)) return null;
  const wait = error.retryAfterMs ?? 0;
  if (wait > RETRY.capMs) return null;
  return wait > 0 ? wait : backoffDelay(retried + 1, plan, random);
}
