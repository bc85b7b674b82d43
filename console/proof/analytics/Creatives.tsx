import { useTranslation } from 'react-i18next';
import { analyticsCreatives } from '../../../shared/contract/proof/analytics.ts';
import { BarChart } from '../../kit/charts/BarChart.tsx';
import { EmptyState, ErrorPanel, Skeleton } from '../../kit/ui/display/placeholders.tsx';
import { useCreativeColumns } from './creativeColumns.tsx';
import { FigureTable } from './parts/FigureTable.tsx';
import { useFilters } from './parts/filters.ts';
import { Basis, Head } from './parts/Head.tsx';
import { useFigures } from './parts/useFigures.ts';

const SKELETON_ROWS = 6;
const MOST_BARS = 12;

export default function Creatives() {
  const { t } = useTranslation(['navigation', 'analytics']);
  const { query, filters } = useFilters();
  const answer = useFigures(analyticsCreatives, { query });
  const columns = useCreativeColumns(filters, answer.data ?? null);
  const rows = answer.data?.rows ?? [];
  return (
    <>
      <Head
        title={t('creativeAnalytics')}
        resource="analytics-creatives"
        figures={answer.data ? { name: 'analytics-creatives', columns, rows } : null}
      />
      {answer.isError && (
        <ErrorPanel error={answer.error} retry={() => void answer.refetch()} busy={answer.isFetching} />
      )}
      {answer.isPending && <Skeleton rows={SKELETON_ROWS} />}
      {answer.data && <Basis basis={answer.data} />}
      {answer.data && rows.length === 0 && (
        <EmptyState title={t('analytics:empty.title')} text={t('analytics:empty.text')} />
      )}
      {rows.length > 0 && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <FigureTable label={t('creativeAnalytics')} columns={columns} rows={rows} rowKey={({ id }) => id} />
          <BarChart
            title={t('analytics:creatives.chart')}
            rowTitle={t('analytics:creatives.name')}
            valueTitle={t('analytics:creatives.plays')}
            bars={rows.slice(0, MOST_BARS).map(({ name, plays }) => ({ label: name, value: plays }))}
          />
        </div>
      )}
    </>
  );
}
