import { useTranslation } from 'react-i18next';
import { useFormat } from '../text/useFormat.ts';
import { ChartFrame } from './ChartFrame.tsx';

interface BarChartProps {
  title: string;
  rowTitle: string;
  valueTitle: string;
  bars: readonly { label: string; value: number }[];
}

const FULL = 100;

/** Kinds beside each other; the figure stands at its bar, so that no axis has to be read. */
export function BarChart({ title, rowTitle, valueTitle, bars }: BarChartProps) {
  const { t } = useTranslation('charts');
  const format = useFormat();
  const max = bars.reduce((most, { value }) => Math.max(most, value), 0);
  return (
    <ChartFrame
      title={title}
      rowTitle={rowTitle}
      rows={bars.map(({ label }) => label)}
      columns={[{ label: valueTitle, cells: bars.map(({ value }) => format.number(value)) }]}
    >
      {bars.length === 0 && <p className="text-ink-2">{t('empty')}</p>}
      <ul className="grid gap-1">
        {bars.map(({ label, value }) => (
          <li key={label} className="grid grid-cols-[minmax(6rem,1fr)_2fr_auto] items-center gap-3">
            <span className="truncate" title={label}>
              {label}
            </span>
            <svg
              viewBox={`0 0 ${FULL} 10`}
              preserveAspectRatio="none"
              aria-hidden="true"
              className="h-4 w-full"
            >
              <line
                x1={0}
                x2={0}
                y1={0}
                y2={10}
                className="stroke-control"
                vectorEffect="non-scaling-stroke"
              />
              <rect width={max === 0 ? 0 : (value / max) * FULL} height={10} className="fill-chart-1" />
            </svg>
            <span className="min-w-12 text-right font-mono">{format.number(value)}</span>
          </li>
        ))}
      </ul>
    </ChartFrame>
  );
}
