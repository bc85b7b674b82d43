import clsx from 'clsx';
import type { Auction, TimelineStep } from '../../../shared/contract/programmatic/auction.ts';
import { Mark } from '../../kit/ui/display/Mark.tsx';
import { ErrorPanel, Skeleton } from '../../kit/ui/display/placeholders.tsx';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { PanelPart } from './PanelPart.tsx';
import { useAuction } from './useAuction.ts';

const ROWS = 4;

/** From the question to the bill, in the order in which it happens. */
export function TimelinePanel({ row }: { row: Auction }) {
  const text = useText('auctions');
  const format = useFormat();
  const answer = useAuction(row);
  if (answer.isLoadingError)
    return <ErrorPanel error={answer.error} retry={() => void answer.refetch()} busy={answer.isFetching} />;
  if (!answer.data) return <Skeleton rows={ROWS} />;
  const spot = answer.data.all_bids.find(bid => bid.id === answer.data.winner_bid_id)?.spot ?? null;
  return (
    <PanelPart name="timeline">
      <ol aria-label={text('panels.timeline')} className="grid gap-y-1">
        {answer.data.timeline.map(step => (
          <Step key={step.step} step={step} />
        ))}
      </ol>
      {spot?.length_ms != null && (
        <p className="mt-3">{text('soldLength', { length: format.seconds(spot.length_ms) })}</p>
      )}
      {spot?.reason && <p className="mt-3 text-ink-2">{text(`spotReasons.${spot.reason}`)}</p>}
    </PanelPart>
  );
}

function Step({ step: { step, at } }: { step: TimelineStep }) {
  const text = useText('auctions');
  const format = useFormat();
  const badge =
    at === null
      ? ({ shape: 'never', tone: 'neutral' } as const)
      : step === 'ended' || step === 'displaced'
        ? ({ shape: 'degraded', tone: 'warn' } as const)
        : ({ shape: 'approved', tone: 'ok' } as const);
  return (
    <li className={clsx('flex min-h-8 flex-wrap items-baseline gap-x-4', at === null && 'text-ink-2')}>
      <span className="min-w-40">
        <Mark {...badge} label={text(`steps.${step}`)} />
      </span>
      {at === null ? (
        <span className="text-13">{text('notYet')}</span>
      ) : (
        <time dateTime={at} title={format.exact(at)} className="font-mono text-13">
          {format.exact(at)}
        </time>
      )}
    </li>
  );
}
