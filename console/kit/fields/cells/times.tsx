import { isTimeZone } from '../../../../shared/contract/wire/wire.ts';
import type { Format } from '../../../../shared/i18n/format.ts';
import { useFormat, useZone } from '../../text/useFormat.ts';
import { EmptyCell, TextCell } from '../cells.tsx';
import { daypartText, type Daypart } from '../inputs/time/dayparts.ts';

export function DateCell({ value }: { value: string | null }) {
  const format = useFormat();
  if (value === null) return <EmptyCell />;
  return (
    <time dateTime={value} className="font-mono whitespace-nowrap">
      {format.day(value)}
    </time>
  );
}

/** The zone of a row; UTC where it names none. */
export function zoneOf(row: object, other = 'UTC'): string {
  const { tz } = row as { tz?: unknown };
  return typeof tz === 'string' && isTimeZone(tz) ? tz : other;
}
/** The title says what the reader's own clocks show. */
export function ZonedTimeCell({ value, row }: { value: string | null; row: object }) {
  const format = useFormat();
  const own = useZone();
  if (value === null) return <EmptyCell />;
  return (
    <time
      dateTime={value}
      title={`${format.exactIn(value, own)}\n${value}`}
      className="font-mono whitespace-nowrap"
    >
      {format.exactIn(value, zoneOf(row))}
    </time>
  );
}

/** By the reader's clocks; where those of the row's zone show another time, by them too. */
export function TwoZoneTime({ value, row }: { value: string; row: object }) {
  const format = useFormat();
  const zone = zoneOf(row, useZone());
  const local = useFormat(zone);
  return (
    <time dateTime={value} className="font-mono">
      {format.dateTime(value)}
      {local.dateTime(value) !== format.dateTime(value) && (
        <span className="text-ink-3"> ({format.exactIn(value, zone)})</span>
      )}
    </time>
  );
}

export const daypartsText = (value: readonly Daypart[] | null, format: Format) =>
  (value ?? []).map(part => daypartText(part, format.dayName)).join('; ');
export function DaypartsCell({ value }: { value: readonly Daypart[] | null }) {
  return <TextCell value={daypartsText(value, useFormat())} />;
}
