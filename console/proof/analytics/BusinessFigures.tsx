import { useTranslation } from 'react-i18next';
import { instant } from '../../../shared/clock.ts';
import {
  analyticsCreatives,
  analyticsMap,
  analyticsOverview,
} from '../../../shared/contract/proof/analytics.ts';
import { createFormat, dayOf, dayStart, isoDate } from '../../../shared/i18n/format.ts';
import { systemClock } from '../../../shared/clock.ts';
import { byHour, HOURS } from '../../kit/charts/hours.ts';
import { LineChart } from '../../kit/charts/LineChart.tsx';
import { WeekHeatmap } from '../../kit/charts/WeekHeatmap.tsx';
import { useFormat, useLocale } from '../../kit/text/useFormat.ts';
import { EmptyState, ErrorPanel, Skeleton } from '../../kit/ui/display/placeholders.tsx';
import { Tile, TileLink, Tiles } from '../../kit/ui/display/Tiles.tsx';
import { useChangeText } from './parts/cells.tsx';
import { useCreativeColumns } from './creativeColumns.tsx';
import { FigureTable } from './parts/FigureTable.tsx';
import { playsLink, useFilters } from './parts/filters.ts';
import { Basis, Head } from './parts/Head.tsx';
import { PlacesMap, useCellColumns } from './PlacesMap.tsx';
import { useFigures } from './parts/useFigures.ts';
import { Views } from './parts/views.tsx';

const SKELETON_ROWS = 8;
const DAYS = 7;
const HOUR_MS = 3_600_000;
const sum = (numbers: readonly number[]) => numbers.reduce((total, n) => total + n, 0);

/** For advertisers: their own plays, what was scanned, at which hours, and where. */
export default function BusinessFigures() {
  const { t } = useTranslation(['navigation', 'analytics']);
  const { filters, query } = useFilters();
  const overview = useFigures(analyticsOverview, { query });
  const creatives = useFigures(analyticsCreatives, { query });
  const columns = useCreativeColumns(filters, creatives.data ?? null);
  const format = useFormat();
  const changeText = useChangeText();
  const failed = [overview, creatives].find(({ isError }) => isError);
  const rows = creatives.data?.rows ?? [];
  const { data } = overview;
  const scans = sum(rows.map(row => row.scans));
  return (
    <>
      <Head
        title={t('businessAnalytics')}
        resource="business-analytics"
        figures={creatives.data ? { name: 'business-analytics', columns, rows } : null}
      />
      <Views />
      <p className="mb-3 text-ink-2">{t('analytics:business.note')}</p>
      {failed && (
        <ErrorPanel error={failed.error} retry={() => void failed.refetch()} busy={failed.isFetching} />
      )}
      {overview.isPending && <Skeleton rows={SKELETON_ROWS} />}
      {data && (
        <>
          <Basis basis={data} />
          <Tiles>
            <TileLink
              href={playsLink({ ...filters, from: data.from, to: data.to })}
              figure={format.number(data.now.plays)}
              label={t('analytics:figures.plays')}
              note={changeText(data.now.plays, data.earlier.plays)}
              lane="[--lane:var(--lamp)]"
            />
            <TileLink
              href={playsLink({ ...filters, from: data.from, to: data.to })}
              figure={format.number(data.now.screens)}
              label={t('analytics:figures.screens')}
              note={changeText(data.now.screens, data.earlier.screens)}
            />
            <Tile
              figure={creatives.data ? format.number(scans) : '–'}
              label={t('analytics:business.scans')}
              note={changeText(scans, sum(rows.map(row => row.before_scans)))}
            />
          </Tiles>
          {data.now.plays === 0 ? (
            <EmptyState title={t('analytics:empty.title')} text={t('analytics:empty.text')} />
          ) : (
            <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
              <LineChart
                title={t('analytics:course.days')}
                rowTitle={t('analytics:course.day')}
                labels={data.groups.map(({ at }) => format.weekday(at))}
                series={[
                  { name: t('analytics:course.now'), values: data.groups.map(({ plays }) => plays) },
                  {
                    name: t('analytics:course.before'),
                    values: data.groups.map((_, i) => data.earlier_groups[i]?.plays ?? null),
                  },
                ]}
              />
              <FigureTable
                label={t('analytics:by.creative')}
                columns={columns}
                rows={rows}
                rowKey={({ id }) => id}
              />
              <Hours to={data.to} />
              <Places />
            </div>
          )}
        </>
      )}
    </>
  );
}

/** The last week of the period, hour by hour. */
function Hours({ to }: { to: string }) {
  const { t } = useTranslation('analytics');
  const format = useFormat();
  const { query, tz } = useFilters();
  const last = isoDate(Math.min(Date.parse(to) - 1, systemClock.now()), tz);
  const starts = Array.from({ length: DAYS }, (_, i) => dayStart(last, tz, i - DAYS + 1));
  const hours = createFormat(useLocale(), 'UTC');
  const answer = useFigures(analyticsOverview, {
    query: { ...query, from: starts[0], to: dayStart(last, tz, 1), group_by: 'hour' },
  });
  if (!answer.data) return <Skeleton rows={DAYS} />;
  return (
    <WeekHeatmap
      title={t('business.hours')}
      days={starts.map(format.weekday)}
      hours={Array.from({ length: HOURS }, (_, h) => hours.hour(instant(h * HOUR_MS)))}
      rows={byHour(
        answer.data.groups,
        starts.map(start => dayOf(start, tz)),
        tz,
      )}
    />
  );
}

function Places() {
  const { t } = useTranslation('analytics');
  const { filters, query, params, change } = useFilters();
  const cell = params.get('cell');
  const choose = (next: string) => change({ cell: next });
  const columns = useCellColumns(choose);
  const answer = useFigures(analyticsMap, { query: { ...query, ...(cell !== null && { cell }) } });
  if (!answer.data) return <Skeleton rows={DAYS} />;
  return (
    <section>
      <h2 className="mb-2 text-16">{t('business.places')}</h2>
      <PlacesMap data={answer.data} filters={filters} columns={columns} cell={cell} choose={choose} />
    </section>
  );
}
