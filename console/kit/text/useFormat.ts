import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { every, systemClock } from '../../../shared/clock.ts';
import { createFormat, type Format } from '../../../shared/i18n/format.ts';
import { LOCALES, parseLanguage } from '../../../shared/i18n/language.ts';
import { useSessionState } from '../../app/session/auth.tsx';

/** The time zone for display: the user's, or the browser's before sign-in. */
export function useZone(): string {
  const state = useSessionState();
  return state.at === 'authenticated' ? state.user.tz : Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** The locale for dates and numbers. */
export const useLocale = (): string => LOCALES[parseLanguage(useTranslation().i18n.resolvedLanguage) ?? 'en'];

/** Times are by the user's clocks, or by those of `zone`. */
export function useFormat(zone?: string): Format {
  const own = useZone();
  const tz = zone ?? own;
  const locale = useLocale();
  return useMemo(() => createFormat(locale, tz), [locale, tz]);
}

const TICK_MS = 5_000;

/** The current time, updated every 5 s, for ages and presence; ms. */
export function useNow(): number {
  const [now, setNow] = useState(() => systemClock.now());
  useEffect(() => every(systemClock, TICK_MS, () => setNow(systemClock.now())), []);
  return now;
}
