import { clockLength, majorOf } from '../../../../shared/i18n/format.ts';
import { useFormat } from '../../text/useFormat.ts';
import { EmptyCell } from '../cells.tsx';
import { shareOf, type PercentScale } from '../inputs/amount/percent.ts';

const S = 1_000;
const MICROS = 1_000_000;
const MONO = 'font-mono whitespace-nowrap';

/** The currency of a row: `currency`, or `cur` where bids call it so. */
export function currencyOf(row: object): string | undefined {
  const { currency, cur } = row as { currency?: unknown; cur?: unknown };
  return [currency, cur].find(one => typeof one === 'string');
}
interface AmountProps {
  value: number | null;
  row: object;
}

/** An amount without a currency is shown as the number it is. */
export function MoneyCell({ value, row }: AmountProps) {
  const format = useFormat();
  const currency = currencyOf(row);
  if (value === null) return <EmptyCell />;
  return <span className={MONO}>{currency ? format.money(value, currency) : format.number(value)}</span>;
}
export function moneyExport(value: number | null, row: object): number | null {
  const currency = currencyOf(row);
  return value === null || currency === undefined ? value : majorOf(value, currency);
}

export function MicrosCell({ value, row }: AmountProps) {
  const format = useFormat();
  const currency = currencyOf(row);
  if (value === null) return <EmptyCell />;
  return (
    <span className={MONO}>{currency ? format.micros(value, currency) : format.number(value / MICROS)}</span>
  );
}
export const microsExport = (value: number | null) => value && value / MICROS;

export const PercentOfCell = (scale: PercentScale) =>
  function PercentOf({ value }: { value: number | null }) {
    const format = useFormat();
    if (value === null) return <EmptyCell />;
    return <span className={MONO}>{format.finePercent(shareOf(value, scale))}</span>;
  };

export function SecondsCell({ value }: { value: number | null }) {
  const format = useFormat();
  if (value === null) return <EmptyCell />;
  return (
    <span className={MONO} title={format.duration(value * S)}>
      {clockLength(value * S)}
    </span>
  );
}
