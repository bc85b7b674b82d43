import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'wouter';
import { analyticsOverview } from '../../../shared/contract/proof/analytics.ts';
import type { Answer } from '../../../shared/contract/wire/endpoint.ts';
import { LineChart } from '../../kit/charts/LineChart.tsx';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { Segmented } from '../../kit/ui/controls/Segmented.tsx';
import { EmptyState, ErrorPanel, Skeleton } from '../../kit/ui/display/placeholders.tsx';
import { FigureTable } from './parts/FigureTable.tsx';
import { useFilters } from './parts/filters.ts';
import { Basis, Head } from './parts/Head.tsx';
import { TABLES, useBreakdown, type Table } from './breakdowns.tsx';
import { OverviewTiles } from './OverviewTiles.tsx';
import { Uptime } from './Uptime.tsx';
import { useFigures } from './parts/useFigures.ts';

export type OverviewFigures = Answer<typeof analyticsOverview>;
const DAY_MS = 86_400_000;
/** Of up to so many days each hour is a point. */
const DAYS_BY_HOUR = 2;
const SKELETON_ROWS = 8;

/** Plays, time on screen and screens of a period, beside the period before. */
export default function Overview() {
  const { t } = useTranslation(['navigation', 'analytics']);
  const { query } = useFilters();
  const days = (Date.parse(query.to) - Date.parse(query.from)) / DAY_MS;
  const group_by = days <= DAYS_BY_HOUR ? 'hour' : 'day';
  const answer = useFigures(analyticsOverview, { query: { ...query, group_by } });
  const table = useBreakdown(answer.data ?? null);
  return (
    <>
      <Head
        title={t('analytics')}
        resource="analytics"
        names={table.names}
        figures={
          answer.data ? { name: `analytics-${table.by}`, columns: table.columns, rows: table.rows } : null
        }
      />
      {answer.isError && (
        <ErrorPanel error={answer.error} retry={() => void answer.refetch()} busy={answer.isFetching} />
      )}
      {answer.isPending && <Skeleton rows={SKELETON_ROWS} />}
      {answer.data && (
        <>
          <Basis basis={answer.data} />
          <OverviewTiles data={answer.data} />
          {answer.data.now.plays === 0 && answer.data.now.not_shown === 0 ? (
            <EmptyState title={t('analytics:empty.title')} text={t('analytics:empty.text')} />
          ) : (
            <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
              <Course data={answer.data} isByHour={group_by === 'hour'} />
              <Breakdowns table={table} />
              <Uptime data={answer.data} />
            </div>
          )}
        </>
      )}
    </>
  );
}

/** Plays by day or hour; the same day of the period before lies under each. */
function Course({ data, isByHour }: { data: OverviewFigures; isByHour: boolean }) {
  const { t } = useTranslation('analytics');
  const format = useFormat();
  const { groups, earlier_groups } = data;
  return (
    <LineChart
      title={t(isByHour ? 'course.hours' : 'course.days')}
      rowTitle={t(isByHour ? 'course.hour' : 'course.day')}
      labels={groups.map(({ at }) => (isByHour ? format.appointment(at) : format.weekday(at)))}
      series={[
        { name: t('course.now'), values: groups.map(({ plays }) => plays) },
        { name: t('course.before'), values: groups.map((_, i) => earlier_groups[i]?.plays ?? null) },
      ]}
    />
  );
}

function Breakdowns({ table }: { table: ReturnType<typeof useBreakdown> }) {
  const text = useText('analytics');
  const [, setParams] = useSearchParams();
  const choose = (by: Table) =>
    setParams(
      now => {
        const next = new URLSearchParams(now);
        next.set('by', by);
        next.delete('sort');
        return next;
      },
      { replace: true },
    );
  return (
    <section>
      <div className="mb-2 flex flex-wrap items-center gap-4">
        <h2 className="min-w-40 flex-1 text-16">{text('by.title')}</h2>
        <Segmented<Table>
          label={text('by.choose')}
          value={table.by}
          options={TABLES.map(value => ({ value, label: text(`by.${value}`) }))}
          onChange={choose}
        />
      </div>
      <FigureTable
        label={text(`by.${table.by}`)}
        columns={table.columns}
        rows={table.rows}
        rowKey={row => row.id}
        {...(table.note !== null && { note: table.note })}
      />
    </section>
  );
}
