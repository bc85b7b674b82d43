/** What the figures are of: the address is the only state, so that a copied link shows the same. */
import { useCallback } from 'react';
import { useSearchParams } from 'wouter';
import { ANALYTICS_FILTERS, DEFAULT_DAYS } from '../../../../shared/contract/proof/analytics.ts';
import { systemClock } from '../../../../shared/clock.ts';
import { dayStart, isoDate } from '../../../../shared/i18n/format.ts';
import { PATHS } from '../../../app/paths.ts';
import { withChanges } from '../../../kit/screens/list/listState.ts';
import { useZone } from '../../../kit/text/useFormat.ts';

const KEYS = ['from', 'to', ...ANALYTICS_FILTERS] as const;
type Key = (typeof KEYS)[number];
export type Filters = Readonly<Partial<Record<Key, string>>>;

/** Days up to today that one press chooses; the last stands without anything in the address. */
export const PERIODS = { today: 1, week: 7, month: DEFAULT_DAYS } as const;
export type Period = keyof typeof PERIODS;

/** The days that end today, each from its midnight in the zone. */
export function lastDays(days: number, tz: string) {
  const today = isoDate(systemClock.now(), tz);
  return { from: dayStart(today, tz, 1 - days), to: dayStart(today, tz, 1) };
}

/** Of a call; the server says which value it does not take. */
type Query = Readonly<Record<string, string>> & { from: string; to: string; tz: string };

export function useFilters() {
  const tz = useZone();
  const [params, setParams] = useSearchParams();
  const change = useCallback(
    (changes: Readonly<Record<string, string>>) => setParams(now => withChanges(now, changes)),
    [setParams],
  );
  const filters: Filters = Object.fromEntries(
    KEYS.flatMap(key => (params.get(key) ? [[key, params.get(key)!]] : [])),
  );
  const query: Query = { ...lastDays(DEFAULT_DAYS, tz), ...filters, tz };
  return { filters, params, change, tz, query };
}

/** The rows behind a figure: the log of plays with the same filter. It knows no campaigns. */
export function playsLink(filters: Filters): string {
  const { campaign_id: _campaign, ...known } = filters;
  const params = new URLSearchParams(
    Object.entries(known).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  return `${PATHS.plays}?${params.toString()}`;
}
