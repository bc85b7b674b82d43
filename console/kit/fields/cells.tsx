/** Cells that show each kind of value, in a column or among the facts of a record. */
import { clockLength } from '../../../shared/i18n/format.ts';
import { useFormat, useNow } from '../text/useFormat.ts';

export const EmptyCell = () => <span className="text-ink-3">—</span>;

/** Truncated to the column; the title has the whole text. */
export const TextCell = ({ value }: { value: string | null }) =>
  value === null || value === '' ? (
    <EmptyCell />
  ) : (
    <span className="block truncate" title={value}>
      {value}
    </span>
  );

export function RelativeTimeCell({ value }: { value: string | null }) {
  const format = useFormat();
  const now = useNow();
  if (value === null) return <EmptyCell />;
  return (
    <time dateTime={value} title={format.exact(value)} className="whitespace-nowrap">
      {format.ago(value, now)}
    </time>
  );
}

export function TimeCell({ value }: { value: string | null }) {
  const format = useFormat();
  if (value === null) return <EmptyCell />;
  return (
    <time dateTime={value} title={`${format.exact(value)}\n${value}`} className="font-mono whitespace-nowrap">
      {format.dateTime(value)}
    </time>
  );
}

export function NumberCell({ value }: { value: number | null }) {
  const format = useFormat();
  return value === null ? <EmptyCell /> : <span className="font-mono">{format.number(value)}</span>;
}

export function BytesCell({ value }: { value: number }) {
  return <span className="font-mono whitespace-nowrap">{useFormat().bytes(value)}</span>;
}

/** Takes ms. */
export function DurationCell({ value }: { value: number | null }) {
  const format = useFormat();
  return value === null ? (
    <EmptyCell />
  ) : (
    <span className="font-mono whitespace-nowrap" title={format.duration(value)}>
      {clockLength(value)}
    </span>
  );
}

export function PercentCell({ value }: { value: number }) {
  return <span className="font-mono">{useFormat().percent(value)}</span>;
}
