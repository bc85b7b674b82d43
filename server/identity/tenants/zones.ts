import type { tenants } from '../../db/schema.ts';
import { zonesAfterChange } from '../../../shared/sales/earnings.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { isTimeZone } from '../../../shared/contract/wire/wire.ts';

/** Throws VALIDATION for an unknown time zone. */
export function requireKnownZone(tz: string | undefined): void {
  if (tz !== undefined && !isTimeZone(tz))
    throw new AppError('VALIDATION', 'There is no such time zone.', {
      tz: ['An IANA time zone like Europe/Berlin'],
    });
}

/** What else is written with another zone of a tenant: months of earnings that have begun keep their bounds. */
export const zoneChange = (
  { tz, earlier_zones }: Pick<typeof tenants.$inferSelect, 'tz' | 'earlier_zones'>,
  wanted: string | undefined,
  now: number,
) =>
  wanted === undefined || wanted === tz
    ? {}
    : { earlier_zones: zonesAfterChange(now, { tz, earlier: earlier_zones }) };
