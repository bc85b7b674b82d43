import { useState } from 'react';
import type { Auction } from '../../../shared/contract/programmatic/auction.ts';
import type { Bid } from '../../../shared/contract/programmatic/bid.ts';
import { StateMark } from '../../kit/fields/StateMark.tsx';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { ErrorPanel, Skeleton } from '../../kit/ui/display/placeholders.tsx';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { useCanAccess } from '../../kit/useSave.ts';
import { DecideSpot } from './DecideSpot.tsx';
import { PanelPart } from './PanelPart.tsx';
import { PayloadDialog } from './PayloadDialog.tsx';
import { reasonOf } from './reasons.ts';
import { BID_BADGES } from './states.ts';
import { useAuction } from './useAuction.ts';

const ROWS = 4;

/** Every partner that was asked, the highest bid first, and why each was taken or not. */
export function BidsPanel({ row }: { row: Auction }) {
  const text = useText('auctions');
  const answer = useAuction(row);
  if (answer.isLoadingError)
    return <ErrorPanel error={answer.error} retry={() => void answer.refetch()} busy={answer.isFetching} />;
  if (!answer.data) return <Skeleton rows={ROWS} />;
  const { all_bids } = answer.data;
  return (
    <PanelPart name="bids">
      {all_bids.length === 0 && <p className="text-ink-2">{text('nobodyAsked')}</p>}
      <ul className="divide-y divide-line border-y border-line empty:border-0">
        {all_bids.map(bid => (
          <BidLine key={bid.id} bid={bid} cur={row.cur} />
        ))}
      </ul>
    </PanelPart>
  );
}

function BidLine({ bid, cur }: { bid: Bid; cur: string }) {
  const text = useText('auctions');
  const format = useFormat();
  const mayRead = useCanAccess()('settings', 'R');
  const [isOpen, setIsOpen] = useState(false);
  const reason = reasonOf(bid, text);
  const details = [
    bid.dealid === null ? null : text('deal', { deal: bid.dealid }),
    bid.crid === null ? null : text('creative', { crid: bid.crid }),
    bid.adomain.length === 0 ? null : bid.adomain.join(', '),
    text('answered', { ms: format.number(bid.latency_ms) }),
    bid.http_status === null ? null : text('status', { status: String(bid.http_status) }),
  ].filter(one => one !== null);
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-1 py-3">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-semibold">{bid.partner_name ?? text('unknownPartner')}</p>
        <StateMark badge={BID_BADGES[bid.outcome]} value={bid.outcome} resource="auctions" />
        {reason !== null && <p>{reason}</p>}
        <p className="text-13 break-words text-ink-2">{details.join(' · ')}</p>
        <DecideSpot bid={bid} />
      </div>
      <span className="font-mono">
        {bid.price_micros === null ? '–' : format.micros(bid.price_micros, bid.cur ?? cur)}
      </span>
      {bid.has_payload && mayRead && (
        <Button
          variant="outline"
          aria-label={text('jsonOf', { partner: bid.partner_name ?? '' })}
          onClick={() => setIsOpen(true)}
        >
          {text('json')}
        </Button>
      )}
      {isOpen && <PayloadDialog bid={bid} close={() => setIsOpen(false)} />}
    </li>
  );
}
