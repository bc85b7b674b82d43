/** The hours of a multiplier model: when a play makes many impressions and when few. */
import { instant } from '../../../shared/clock.ts';
import type { MultiplierModel } from '../../../shared/contract/programmatic/multiplierModel.ts';
import { createFormat } from '../../../shared/i18n/format.ts';
import { HOURS } from '../../kit/charts/hours.ts';
import { WeekHeatmap } from '../../kit/charts/WeekHeatmap.tsx';
import { useFormat, useLocale } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';

const DAYS = 7;
const HOUR_MS = 3_600_000;

export default function TablePanel({ row }: { row: MultiplierModel }) {
  const text = useText('programmaticMultipliers');
  const format = useFormat();
  const { hour } = createFormat(useLocale(), 'UTC');
  return (
    <div className="flex flex-col gap-3">
      <WeekHeatmap
        title={text('table')}
        days={Array.from({ length: DAYS }, (_, day) => format.dayName(day + 1))}
        hours={Array.from({ length: HOURS }, (_, h) => hour(instant(h * HOUR_MS)))}
        rows={row.table.map(hours => hours.map(Number))}
      />
      {row.note !== '' && <p className="text-ink-2">{text('method', { note: row.note })}</p>}
    </div>
  );
}
