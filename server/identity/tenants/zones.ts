import { AppError } from '../../../shared/contract/wire/errors.ts';
import { isTimeZone } from '../../../shared/contract/wire/wire.ts';

/** Throws VALIDATION for an unknown time zone. */
export function requireKnownZone(tz: string | undefined): void {
  if (tz !== undefined && !isTimeZone(tz))
    throw new AppError('VALIDATION', 'There is no such time zone.', {
      tz: ['An IANA time zone like Europe/Berlin'],
    });
}
