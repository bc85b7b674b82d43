import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { instant } from '../../../shared/clock.ts';
import { listingMeasured, MEASURED_DAYS, type Listing } from '../../../shared/contract/sales/listing.ts';
import type { Answer } from '../../../shared/contract/wire/endpoint.ts';
import { createFormat } from '../../../shared/i18n/format.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { HOURS } from '../../kit/charts/hours.ts';
import { WeekHeatmap } from '../../kit/charts/WeekHeatmap.tsx';
import { useFormat, useLocale, useZone } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { Segmented } from '../../kit/ui/controls/Segmented.tsx';
import { EmptyState, ErrorPanel, Skeleton } from '../../kit/ui/display/placeholders.tsx';
import { GoneNotice } from './GoneNotice.tsx';
import { MEASURES, rowsOf, totalsOf, type Measure } from './measures.ts';

const DAYS = 7;
const HOUR_MS = 3_600_000;
const SKELETON_ROWS = 6;

/** What its screens have really shown, beside what it offers. */
export default function MeasuredPanel({ row }: { row: Listing }) {
  return (
    <div className="flex flex-col gap-4">
      <GoneNotice row={row} />
      <Measured row={row} />
    </div>
  );
}

function Measured({ row }: { row: Listing }) {
  const text = useText('listings');
  const { client } = useAuth();
  const tz = useZone();
  const answer = useQuery(read(client, listingMeasured, { params: { id: row.id }, query: { tz } }));
  if (answer.isLoadingError)
    return <ErrorPanel error={answer.error} retry={() => void answer.refetch()} busy={answer.isFetching} />;
  if (!answer.data) return <Skeleton rows={SKELETON_ROWS} />;
  if (answer.data.hours.length === 0)
    return (
      <EmptyState title={text('measured.none')} text={text('measured.noneText', { days: MEASURED_DAYS })} />
    );
  return <Chart measured={answer.data} offered={row.avails_per_h} />;
}

interface ChartProps {
  measured: Answer<typeof listingMeasured>;
  offered: number;
}
function Chart({ measured, offered }: ChartProps) {
  const text = useText('listings');
  const { t } = useTranslation('charts');
  const format = useFormat();
  const { hour } = createFormat(useLocale(), 'UTC');
  const [measure, setMeasure] = useState<Measure>('plays');
  const { plays_per_h, screen_hours } = totalsOf(measured.hours);
  return (
    <div>
      <WeekHeatmap
        title={text(`measured.titles.${measure}`)}
        days={Array.from({ length: DAYS }, (_, d) => format.dayName(d + 1))}
        hours={Array.from({ length: HOURS }, (_, h) => hour(instant(h * HOUR_MS)))}
        rows={rowsOf(measured.hours, measure)}
        controls={
          <Segmented
            label={t('range')}
            value={measure}
            options={MEASURES.map(value => ({ value, label: text(`measured.kinds.${value}`) }))}
            onChange={setMeasure}
          />
        }
      />
      <p className="pt-3 text-ink-2">
        {text('measured.total', {
          days: MEASURED_DAYS,
          plays: format.number(plays_per_h),
          hours: format.number(screen_hours),
          offered: format.number(offered),
        })}
      </p>
    </div>
  );
}
