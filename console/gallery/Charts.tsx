import { useTranslation } from 'react-i18next';
import { instant } from '../../shared/clock.ts';
import { createFormat } from '../../shared/i18n/format.ts';
import { BarChart } from '../kit/charts/BarChart.tsx';
import { WeekHeatmap } from '../kit/charts/WeekHeatmap.tsx';
import { LineChart } from '../kit/charts/LineChart.tsx';
import { useLocale } from '../kit/text/useFormat.ts';
import { MONDAY, TODAY, WEEK, YESTERDAY } from './sampleData.ts';
import { Section } from './Section.tsx';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export function Charts() {
  const { t } = useTranslation(['gallery', 'charts']);
  const format = createFormat(useLocale(), 'UTC');
  const hours = YESTERDAY.map((_, h) => format.hour(instant(MONDAY + h * HOUR_MS)));
  const days = WEEK.map((_, d) => format.weekday(instant(MONDAY + d * DAY_MS)));
  return (
    <Section title={t('charts')}>
      <LineChart
        title={t('charts:playsByHour')}
        rowTitle={t('charts:hour')}
        labels={hours}
        series={[
          { name: t('charts:today'), values: TODAY },
          { name: t('charts:yesterday'), values: YESTERDAY },
          { name: t('third'), values: YESTERDAY.map(n => Math.round(n / 3)) },
          { name: t('fourth'), values: YESTERDAY.map(n => Math.round(n / 6) + 8) },
        ]}
      />
      <WeekHeatmap title={t('charts:playsByHour')} days={days} hours={hours} rows={WEEK} />
      <BarChart
        title={t('bars')}
        rowTitle={t('name')}
        valueTitle={t('bars')}
        bars={['Tram 28', 'Waterfront drive', 'Night market', 'Museum pass'].map((label, i) => ({
          label,
          value: Math.round(1_240 / (i + 1)),
        }))}
      />
      <BarChart title={t('loopEmpty')} rowTitle={t('name')} valueTitle={t('bars')} bars={[]} />
    </Section>
  );
}
