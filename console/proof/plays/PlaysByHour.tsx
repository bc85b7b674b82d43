import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { instant, systemClock } from '../../../shared/clock.ts';
import { playTotals } from '../../../shared/contract/proof/play.ts';
import { createFormat, dayOf, dayStart, isoDate } from '../../../shared/i18n/format.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { Segmented } from '../../kit/ui/controls/Segmented.tsx';
import { EmptyState, ErrorPanel, Skeleton } from '../../kit/ui/display/placeholders.tsx';
import { useFormat, useLocale, useZone } from '../../kit/text/useFormat.ts';
import { WeekHeatmap } from '../../kit/charts/WeekHeatmap.tsx';
import { byHour, HOURS } from '../../kit/charts/hours.ts';
import { LineChart } from '../../kit/charts/LineChart.tsx';

const REFRESH_MS = 60_000;
const DAYS = 7;
const HOUR_MS = 3_600_000;
const ROWS = 6;

/** `00:00` to `23:00`, as the language writes them; they belong to no day, so to no zone. */
function useHours(): string[] {
  const { hour } = createFormat(useLocale(), 'UTC');
  return Array.from({ length: HOURS }, (_, h) => hour(instant(h * HOUR_MS)));
}

/** The seven days that end today, each from its own midnight on. */
function lastDays(tz: string) {
  const today = isoDate(systemClock.now(), tz);
  const starts = Array.from({ length: DAYS }, (_, i) => dayStart(today, tz, i - DAYS + 1));
  return { starts, days: starts.map(start => dayOf(start, tz)) };
}

/** When screens play: today against yesterday, or the week hour by hour. */
export default function PlaysByHour() {
  const { t } = useTranslation('charts');
  const { client } = useAuth();
  const tz = useZone();
  const format = useFormat();
  const hours = useHours();
  const [range, setRange] = useState<'today' | 'week'>('today');
  const { starts, days } = lastDays(tz);
  const answer = useQuery({
    ...read(client, playTotals, { query: { from: starts[0], group_by: 'hour', tz } }),
    refetchInterval: REFRESH_MS,
  });
  if (answer.isLoadingError)
    return <ErrorPanel error={answer.error} retry={() => void answer.refetch()} busy={answer.isFetching} />;
  if (!answer.data) return <Skeleton rows={ROWS} />;
  const rows = byHour(answer.data.groups ?? [], days, tz);
  if (answer.data.plays === 0) return <EmptyState title={t('noPlays')} text={t('noPlaysText')} />;
  const controls = (
    <Segmented
      label={t('range')}
      value={range}
      options={[
        { value: 'today', label: t('today') },
        { value: 'week', label: t('week') },
      ]}
      onChange={setRange}
    />
  );
  return range === 'today' ? (
    <LineChart
      title={t('playsByHour')}
      rowTitle={t('hour')}
      labels={hours}
      series={[
        { name: t('today'), values: rows.at(-1) ?? [] },
        { name: t('yesterday'), values: rows.at(-2) ?? [] },
      ]}
      controls={controls}
    />
  ) : (
    <WeekHeatmap
      title={t('playsByHour')}
      days={starts.map(format.weekday)}
      hours={hours}
      rows={rows}
      controls={controls}
    />
  );
}
