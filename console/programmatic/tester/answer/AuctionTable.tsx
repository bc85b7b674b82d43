import { useTranslation } from 'react-i18next';
import type { JudgedBid } from '../../../../shared/openrtb/auction/bid.ts';
import { decimalOf } from '../../../../shared/openrtb/auction/price.ts';
import type { Standing } from '../../../../shared/openrtb/auction/rank.ts';
import { Mark } from '../../../kit/ui/display/Mark.tsx';

interface AuctionTableProps {
  bids: readonly JudgedBid[];
  standings: readonly Standing[];
}
const HEADS = ['bid', 'imp', 'seat', 'price', 'deal', 'creative', 'result', 'loss'] as const;

/** Each bid of the answer: won, lost or refused, and by which rule. */
export function AuctionTable({ bids, standings }: AuctionTableProps) {
  const { t } = useTranslation('openrtb');
  const standingOf = (bid: JudgedBid) =>
    standings.find(one => one.bid.at[0] === bid.at[0] && one.bid.at[1] === bid.at[1]);
  return (
    <section aria-label={t('auction.title')}>
      <h2 className="mb-2 text-20 font-bold">{t('auction.title')}</h2>
      <div className="overflow-x-auto" tabIndex={0} role="region" aria-label={t('auction.title')}>
        <table className="w-full text-left">
          <thead>
            <tr className="border-b border-line text-ink-2">
              {HEADS.map(head => (
                <th key={head} className="py-2 pr-4 font-semibold whitespace-nowrap">
                  {t(`auction.${head}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {bids.map(bid => (
              <Row key={bid.at.join()} bid={bid} standing={standingOf(bid)} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Row({ bid, standing }: { bid: JudgedBid; standing: Standing | undefined }) {
  const { t } = useTranslation('openrtb');
  const isWon = standing?.outcome === 'won';
  const loss = bid.loss_code ?? standing?.loss_code ?? null;
  const reason = bid.reason;
  return (
    <tr className="border-b border-line align-top">
      {[bid.bid_id, bid.imp_id, bid.seat || '–'].map((text, at) => (
        <td key={at} className="py-2 pr-4 font-mono text-13">
          {text}
        </td>
      ))}
      <td className="py-2 pr-4 font-mono whitespace-nowrap">
        {bid.price_micros === null ? '–' : `${decimalOf(bid.price_micros)} ${bid.cur}`}
      </td>
      <td className="py-2 pr-4 font-mono text-13">{bid.dealid ?? '–'}</td>
      <td className="py-2 pr-4 font-mono text-13">{bid.crid ?? '–'}</td>
      <td className="py-2 pr-4">
        <Mark
          shape={isWon ? 'approved' : standing ? 'draft' : 'rejected'}
          tone={isWon ? 'ok' : standing ? 'neutral' : 'danger'}
          label={t(isWon ? 'auction.won' : standing ? 'auction.lost' : 'auction.refused')}
        />
      </td>
      <td className="py-2 pr-4">
        {isWon || loss === null ? '–' : `${loss} `}
        {reason !== null && t(`reasons.${reason}`)}
      </td>
    </tr>
  );
}
