import { dayOf, dayStart } from '../../../shared/i18n/format.ts';
import type { CustomFilterProps } from '../resource/defineResource.ts';
import { useZone } from '../text/useFormat.ts';
import { useText } from '../text/useText.ts';

/** Whole days in the user's time zone; the URL holds UTC instants, so that a link means the same everywhere. */
export function DayRange({ values, change }: CustomFilterProps) {
  const text = useText('screens');
  const tz = useZone();
  const from = values.from === undefined ? '' : dayOf(values.from, tz);
  const to = values.to === undefined ? '' : dayOf(values.to, tz, -1);
  return (
    <>
      <label className="flex items-center gap-2">
        <span className="text-13 text-ink-2">{text('range.from')}</span>
        <input
          type="date"
          className="control w-auto"
          value={from}
          max={to || undefined}
          onChange={e => change({ from: e.target.value === '' ? '' : dayStart(e.target.value, tz) })}
        />
      </label>
      <label className="flex items-center gap-2">
        <span className="text-13 text-ink-2">{text('range.to')}</span>
        <input
          type="date"
          className="control w-auto"
          value={to}
          min={from || undefined}
          onChange={e => change({ to: e.target.value === '' ? '' : dayStart(e.target.value, tz, 1) })}
        />
      </label>
    </>
  );
}
