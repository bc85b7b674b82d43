import { useMemo, useSyncExternalStore } from 'react';
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

let time = 0;
const listeners = new Set<() => void>();
let stopTicking = () => {};
const takeTime = () => {
  time = systemClock.now();
  for (const listener of listeners) listener();
};
function subscribe(listener: () => void) {
  if (listeners.size === 0) stopTicking = every(systemClock, TICK_MS, takeTime);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) stopTicking();
  };
}
/** While nobody looks the time is not taken, so whoever looks next must not see an old one. */
function currentTime() {
  const now = systemClock.now();
  return listeners.size > 0 || Math.abs(now - time) < TICK_MS ? time : (time = now);
}

/** The current time, updated every 5 s, for ages and presence; ms. It is one for the whole page, so that no two ages of the same moment differ. */
export const useNow = (): number => useSyncExternalStore(subscribe, currentTime);
