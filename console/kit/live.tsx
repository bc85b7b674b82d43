/** Whether what a page shows may speak as if live. Presence and figures are withheld where it may not. */
import { createContext, use, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { instant } from '../../shared/clock.ts';
import { useNetworkStatus } from './useNetworkStatus.ts';
import { useFormat, useNow } from './text/useFormat.ts';

/** An answer of the server counts as live until so many polls have brought none. */
const LIVE_POLLS = 4;

/** `updatedAt`: when the server said it, ms since 1970; 0: nothing yet. `pollMs`: how often it is asked; undefined: once. */
export function useIsLive(updatedAt: number, pollMs: number | undefined): boolean {
  const isOffline = useNetworkStatus() === 'offline';
  const now = useNow();
  return !isOffline && (pollMs === undefined || updatedAt === 0 || now - updatedAt <= LIVE_POLLS * pollMs);
}

const LiveRows = createContext(true);
/** Of the rows around it. */
export const useIsLiveRow = (): boolean => use(LiveRows);

interface LiveDataProps {
  isLive: boolean;
  children: ReactNode;
}
export const LiveData = ({ isLive, children }: LiveDataProps) => (
  <LiveRows value={isLive}>{children}</LiveRows>
);

/** How old what the server answered at these moments is, ms since 1970: the age of the oldest; null: no answer yet. */
export function useAge(updatedAt: readonly number[]): string | null {
  const format = useFormat();
  const now = useNow();
  const times = updatedAt.filter(at => at > 0);
  return times.length === 0 ? null : format.ago(instant(Math.min(...times)), now);
}

/** The age of what is no longer live. */
export function DataAge({ isLive, updatedAt }: { isLive: boolean; updatedAt: number }) {
  const { t } = useTranslation('screens');
  const age = useAge([updatedAt]);
  if (isLive || age === null) return null;
  return <span className="text-13 text-ink-2">{t('list.asOf', { age })}</span>;
}
