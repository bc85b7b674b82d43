import { AppError } from '../../shared/contract/wire/errors.ts';
import type { UserPrincipal } from './principal.ts';

const MINUTE_MS = 60_000;
/** min; in another tenant a user must have entered his password within this time. */
const CROSSING_MIN = 30;

export function requireRecentPassword(
  { authenticated_at }: Pick<UserPrincipal, 'authenticated_at'>,
  now: number,
  minutes = CROSSING_MIN,
): void {
  if (now - authenticated_at > minutes * MINUTE_MS)
    throw new AppError('REAUTH_REQUIRED', 'Say your password again for this.', { within_min: minutes });
}
