/** How an amount came about: plays and price by campaign, the fee, and each adjustment. */
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import {
  earnings,
  ownerEarnings,
  type Earning,
  type EarningDetail,
} from '../../../shared/contract/sales/earning.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { ErrorPanel, Skeleton } from '../../kit/ui/display/placeholders.tsx';
import { playsPath } from '../playsPath.ts';
import { useMonthName } from './useMonthName.ts';

const SKELETON_ROWS = 4;
type Line = EarningDetail['lines'][number];

const Row = ({ label, note, amount, strong = false }: RowProps) => (
  <li className="flex min-h-11 flex-wrap items-baseline gap-x-4 border-line py-2 not-last:border-b">
    <span className={`min-w-40 flex-1 ${strong ? 'font-semibold' : ''}`}>{label}</span>
    {note !== undefined && <span className="text-13 text-ink-2">{note}</span>}
    <span className={`min-w-24 text-right font-mono ${strong ? 'font-semibold' : ''}`}>{amount}</span>
  </li>
);
interface RowProps {
  label: ReactNode;
  note?: string;
  amount: string;
  strong?: boolean;
}

function Figures({ row, hasLog }: { row: EarningDetail; hasLog: boolean }) {
  const text = useText('earnings');
  const format = useFormat();
  const monthName = useMonthName();
  const { from, to, device_id } = row;
  const money = (minor: number) => format.money(minor, row.currency);
  const priceOf = (line: Line) =>
    text(line.is_sold ? 'atAuction' : 'atPrice', {
      plays: format.number(line.plays),
      price: line.bid_micros === null ? text('noPrice') : format.micros(line.bid_micros, row.currency),
    });
  return (
    <ul>
      {row.lines.map(line => (
        <Row
          key={line.campaign_id}
          label={
            hasLog && !line.is_sold ? (
              <Link
                href={playsPath({ from, to, device_id, campaign_id: line.campaign_id })}
                className="underline"
              >
                {line.name}
              </Link>
            ) : (
              line.name
            )
          }
          note={priceOf(line)}
          amount={money(line.gross_minor)}
        />
      ))}
      {row.lines.length === 0 && <li className="py-2 text-ink-2">{text('noPlays')}</li>}
      <Row label={text('gross')} amount={money(row.gross_minor)} strong />
      <Row
        label={text('fee', { percent: format.percent(row.fee_pct / 100) })}
        amount={money(0 - row.fee_minor)}
      />
      {row.adjustments.map(one => (
        <Row
          key={one.id}
          label={
            one.late_period === null
              ? one.reason
              : text('late', { month: monthName(one.late_period), plays: format.number(one.late_plays ?? 0) })
          }
          note={format.date(one.created_at)}
          amount={money(one.amount_minor)}
        />
      ))}
      <Row label={text('net')} amount={money(row.net_minor)} strong />
    </ul>
  );
}

function Panel({ id, of, hasLog }: { id: string; of: typeof earnings.read; hasLog: boolean }) {
  const { client } = useAuth();
  const answer = useQuery(read(client, of, { params: { id } }));
  if (answer.isLoadingError)
    return <ErrorPanel error={answer.error} retry={() => void answer.refetch()} busy={answer.isFetching} />;
  if (!answer.data) return <Skeleton rows={SKELETON_ROWS} />;
  return <Figures row={answer.data} hasLog={hasLog} />;
}
export const FiguresPanel = ({ row }: { row: Earning }) => <Panel id={row.id} of={earnings.read} hasLog />;
/** The log of plays is no page of his portal. */
export const OwnFiguresPanel = ({ row }: { row: Earning }) => (
  <Panel id={row.id} of={ownerEarnings.read} hasLog={false} />
);
