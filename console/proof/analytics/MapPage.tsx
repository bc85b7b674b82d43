import { useTranslation } from 'react-i18next';
import { instant } from '../../../shared/clock.ts';
import { analyticsMap } from '../../../shared/contract/proof/analytics.ts';
import { createFormat } from '../../../shared/i18n/format.ts';
import { useLocale } from '../../kit/text/useFormat.ts';
import { EmptyState, ErrorPanel, Skeleton } from '../../kit/ui/display/placeholders.tsx';
import { useFilters } from './parts/filters.ts';
import { Basis, Head } from './parts/Head.tsx';
import { PlacesMap, useCellColumns } from './PlacesMap.tsx';
import { useFigures } from './parts/useFigures.ts';

const SKELETON_ROWS = 8;
const HOUR_MS = 3_600_000;
const LAST_HOUR = 23;

/** Where plays were, and at which hour of the day. */
export default function MapPage() {
  const { t } = useTranslation(['navigation', 'analytics']);
  const { filters, query, params, change } = useFilters();
  const hour = params.get('hour') ?? '';
  const cell = params.get('cell');
  const answer = useFigures(analyticsMap, {
    query: { ...query, ...(hour !== '' && { hour }), ...(cell !== null && { cell }) },
  });
  const choose = (next: string) => change({ cell: next });
  const columns = useCellColumns(choose);
  const { data } = answer;
  return (
    <>
      <Head
        title={t('analyticsMap')}
        resource="analytics-map"
        figures={data ? { name: 'analytics-map', columns, rows: data.cells } : null}
      />
      <HourSlider hour={hour} choose={next => change({ hour: next })} />
      {answer.isError && (
        <ErrorPanel error={answer.error} retry={() => void answer.refetch()} busy={answer.isFetching} />
      )}
      {answer.isPending && <Skeleton rows={SKELETON_ROWS} />}
      {data && (
        <>
          <Basis basis={data} />
          {data.cells.length === 0 && data.hidden.cells === 0 && (
            <div className="mb-5">
              <EmptyState title={t('analytics:map.empty')} text={t('analytics:map.emptyText')} />
            </div>
          )}
          <PlacesMap data={data} filters={filters} columns={columns} cell={cell} choose={choose} />
        </>
      )}
    </>
  );
}

/** From left: the whole day, then each of its hours. */
function HourSlider({ hour, choose }: { hour: string; choose: (hour: string) => void }) {
  const { t } = useTranslation('analytics');
  const { hour: hourText } = createFormat(useLocale(), 'UTC');
  const n = hour === '' ? -1 : Number(hour);
  const label = n < 0 ? t('map.allDay') : hourText(instant(n * HOUR_MS));
  return (
    <label className="mb-3 flex max-w-[640px] flex-wrap items-center gap-3 print:hidden">
      <span className="min-w-56">{t('map.hour', { hour: label })}</span>
      <input
        type="range"
        min={-1}
        max={LAST_HOUR}
        value={n}
        aria-valuetext={label}
        onChange={({ target }) => choose(target.value === '-1' ? '' : target.value)}
        className="min-h-12 min-w-40 flex-1 accent-primary"
      />
    </label>
  );
}
