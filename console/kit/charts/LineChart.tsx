import { lazy, Suspense, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../text/useFormat.ts';
import { ChartFrame } from './ChartFrame.tsx';
import { lastKnown } from './hours.ts';
import { Legend } from './Legend.tsx';
import { Readout } from './Readout.tsx';
import type { Series } from './series.ts';
import { useChartCursor } from './useChartCursor.ts';

const Plot = lazy(() => import('./Plot.tsx'));

interface LineChartProps {
  title: string;
  /** What the points stand for: hours, days. */
  rowTitle: string;
  labels: readonly string[];
  series: readonly Series[];
  controls?: ReactNode;
}

/** Values over time; a line for each series, parted by dash and marker as well as by colour. */
export function LineChart({ title, rowTitle, labels, series, controls }: LineChartProps) {
  const { t } = useTranslation('charts');
  const format = useFormat();
  const valueText = (value: number | null | undefined) =>
    value === null || value === undefined ? '–' : format.number(value);
  const textOf = (i: number) =>
    t('point', {
      at: labels[i] ?? '',
      values: format.list(
        series.map(({ name, values }) => t('value', { name, value: valueText(values[i]) })),
      ),
    });
  const cursor = useChartCursor({
    label: title,
    count: labels.length,
    start: lastKnown(series[0]?.values ?? []),
    textOf,
  });
  return (
    <ChartFrame
      title={title}
      rowTitle={rowTitle}
      rows={labels}
      columns={series.map(({ name, values }) => ({ label: name, cells: values.map(valueText) }))}
      controls={controls}
    >
      <Legend names={series.map(({ name }) => name)} />
      <Readout text={cursor.text} hint={t('hint')} />
      <div {...cursor.aria} className="h-60">
        <Suspense>
          <Plot labels={labels} series={series} cursorIndex={cursor.index} setCursorIndex={cursor.setIndex} />
        </Suspense>
      </div>
    </ChartFrame>
  );
}
