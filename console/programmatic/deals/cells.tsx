import type { Deal } from '../../../shared/contract/programmatic/deal.ts';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';

const NS = 'programmaticDeals';
interface CellProps {
  row: Deal;
}

/** Its name, and the code that both sides know it by. */
export const NameCell = ({ row }: CellProps) => (
  <span className="flex min-w-0 flex-col">
    <span className="truncate">{row.name}</span>
    <span className="truncate font-mono text-13 text-ink-2">{row.deal_code}</span>
  </span>
);

/** The day; by the clocks of the deal, and to the second, where somebody points at it. */
export function DayCell({ value, row }: CellProps & { value: string }) {
  const format = useFormat();
  return (
    <time className="whitespace-nowrap" dateTime={value} title={format.exactIn(value, row.tz)}>
      {format.date(value)}
    </time>
  );
}

/** The amount of its one floor, and what that is for. */
export function FloorCell({ row: { floor } }: CellProps) {
  const text = useText(NS);
  const format = useFormat();
  const least =
    floor.mode === 'durfloors'
      ? Math.min(...floor.durfloors.map(({ floor_micros }) => floor_micros))
      : floor.amount_micros;
  const amount = format.micros(least, floor.currency);
  return (
    <span className="flex flex-col">
      <span className="font-mono whitespace-nowrap">
        {floor.mode === 'durfloors' ? text('floorFrom', { amount }) : amount}
      </span>
      <span className="text-13 text-ink-2">{text(`values.${floor.mode}`)}</span>
    </span>
  );
}
export const floorMicros = ({ floor }: Deal): number | null =>
  floor.mode === 'durfloors' ? null : floor.amount_micros;
