import { createFormat } from '../../../shared/i18n/format.ts';
import { useLocale } from '../../kit/text/useFormat.ts';

/** `2026-10` → `October 2026`: a month of the calendar lies in no zone. */
export function useMonthName(): (period: string) => string {
  const format = createFormat(useLocale(), 'UTC');
  return period => format.month(`${period}-01T00:00:00.000Z`);
}
