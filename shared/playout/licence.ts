/** How long a file may be shown. The last day is one of the calendar, and each screen ends it at its own midnight. */
import { isoDate } from '../i18n/format.ts';
import { LICENCE_ENDING_DAYS } from '../contract/content/library/licence.ts';
import type { LicenceState } from '../contract/content/library/mediaLibrary.ts';

const DAY_MS = 86_400_000;
const dayOf = (ms: number) => isoDate(ms, 'UTC');
/** The day it still is somewhere, twelve hours behind UTC: what ended before it has ended everywhere. `now`: ms since 1970. */
export const lastDayAnywhere = (now: number) => isoDate(now, 'Etc/GMT+12');

/** The first day that is too far off to be called near. */
export const endingBefore = (now: number) => dayOf(now + LICENCE_ENDING_DAYS * DAY_MS);

export function licenceState(until: string | null, now: number): LicenceState {
  if (until === null) return 'none';
  if (until < lastDayAnywhere(now)) return 'ended';
  return until < endingBefore(now) ? 'ending' : 'valid';
}
/** Whether its last day is over in a zone. */
export const hasEnded = (until: string | null, tz: string, now: number) =>
  until !== null && until < isoDate(now, tz);

/** Whole days from one day of the calendar to another. */
export const daysBetween = (from: string, to: string) =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);
