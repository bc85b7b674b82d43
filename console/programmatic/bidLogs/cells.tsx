import type { Auction } from '../../../shared/contract/programmatic/auction.ts';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { StateMark } from '../../kit/fields/StateMark.tsx';
import { SPOT_BADGES } from './states.ts';

/** Price of a thousand impressions. */
export function CpmCell({ value, row }: { value: number | null; row: Auction }) {
  const format = useFormat();
  return <span className="font-mono">{value === null ? '–' : format.micros(value, row.cur)}</span>;
}
export function SpotCell({ value }: { value: Auction['spot_state'] }) {
  return value === null ? <>–</> : <StateMark badge={SPOT_BADGES[value]} value={value} resource="auctions" />;
}
export const WinnerCell = ({ value }: { value: string | null }) => <>{value ?? '–'}</>;
export function MillisCell({ value }: { value: number }) {
  const text = useText('auctions');
  const format = useFormat();
  return <span className="font-mono whitespace-nowrap">{text('ms', { n: format.number(value) })}</span>;
}
export const ListCell = ({ value }: { value: readonly string[] }) => (
  <>{value.length === 0 ? '–' : value.join(', ')}</>
);
export const CodeCell = ({ value }: { value: string }) => (
  <span className="font-mono text-13 break-all select-all">{value}</span>
);
