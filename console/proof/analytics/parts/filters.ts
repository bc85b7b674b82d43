/** What the figures are of: the address is the only state, so that a copied link shows the same. */
import { useCallback } from 'react';
import { useSearchParams } from 'wouter';
import { ANALYTICS_FILTERS, DEFAULT_DAYS } from '../../../../shared/contract/proof/analytics.ts';
import { systemClock } from '../../../../shared/clock.ts';
import { localDate } from '../../../../shared/contract/wire/wire.ts';
import { dayStart, isoDate } from '../../../../shared/i18n/format.ts';
import { PATHS } from '../../../app/paths.ts';
import { withChanges } from '../../../kit/screens/list/listState.ts';
import { useZone } from '../../../kit/text/useFormat.ts';

const KEYS = ['from', 'to', ...ANALYTICS_FILTERS] as const;
type Key = (typeof KEYS)[number];
export type Filters = Readonly<Partial<Record<Key, string>>>;

/** What one press chooses, in days from today's midnight; the last stands without anything in the address. */
const DAYS = { today: [0, 1], yesterday: [-1, 0], week: [-6, 1], month: [1 - DEFAULT_DAYS, 1] } as const;
export type Period = keyof typeof DAYS;
export const PERIODS = Object.keys(DAYS) as Period[];

/** Whole days, from midnight to midnight in the zone. */
export function daysOf(period: Period, tz: string) {
  const today = isoDate(systemClock.now(), tz);
  const [from, to] = DAYS[period];
  return { from: dayStart(today, tz, from), to: dayStart(today, tz, to) };
}

/** Who types an address writes a day, and means the whole of the last one, too. */
const instantOf = (key: Key, value: string, tz: string) =>
  (key === 'from' || key === 'to') && localDate.safeParse(value).success
    ? dayStart(value, tz, key === 'to' ? 1 : 0)
    : value;

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
    KEYS.flatMap(key => (params.get(key) ? [[key, instantOf(key, params.get(key)!, tz)]] : [])),
  );
  const query: Query = { ...daysOf('month', tz), ...filters, tz };
  return { filters, params, change, tz, query };
}

/** The rows behind a figure: the log of plays with the same filter. */
export function playsLink(filters: Filters): string {
  const params = new URLSearchParams(
    Object.entries(filters).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  return `${PATHS.plays}?${params.toString()}`;
}
