import { AppError } from '../../../shared/contract/wire/errors.ts';
import { isTimeZone } from '../../../shared/i18n/format.ts';

/** Throws VALIDATION where this machine knows no such zone. */
export function requireZone(tz: string | undefined): void {
  if (tz !== undefined && !isTimeZone(tz))
    throw new AppError('VALIDATION', 'There is no such time zone.', {
      tz: ['An IANA time zone like Europe/Berlin'],
    });
}
