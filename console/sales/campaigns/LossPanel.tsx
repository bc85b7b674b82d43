import { useQuery } from '@tanstack/react-query';
import { type Campaign } from '../../../shared/contract/sales/campaign.ts';
import { campaignLosses, LOSS_DAYS } from '../../../shared/contract/sales/campaignCalls.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { ErrorPanel, Skeleton } from '../../kit/ui/display/placeholders.tsx';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';

/** Of all times that its screens chose what plays next: what kept it from being chosen, and how often it was. */
export function LossPanel({ row }: { row: Campaign }) {
  const text = useText('campaigns');
  const format = useFormat();
  const { client } = useAuth();
  const answer = useQuery(read(client, campaignLosses, { params: { id: row.id } }));
  if (answer.isPending) return <Skeleton rows={4} />;
  if (answer.isLoadingError) return <ErrorPanel error={answer.error} retry={() => void answer.refetch()} />;
  const { decisions, reasons } = answer.data;
  return (
    <>
      <h2 className="mb-1 text-16">{text('losses.title')}</h2>
      <p className="mb-3 text-13 text-ink-2">
        {decisions === 0
          ? text('losses.none')
          : text('losses.of', { n: format.number(decisions), days: format.number(LOSS_DAYS) })}
      </p>
      <ul className="border-t border-line">
        {reasons.map(({ reason, n }) => (
          <li key={reason} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 border-b border-line py-2">
            <span>{text(`losses.reasons.${reason}`)}</span>
            <span className="font-mono">{format.number(n)}</span>
            <span
              aria-hidden
              className={reason === 'chosen' ? 'h-1.5 bg-primary' : 'h-1.5 bg-control'}
              style={{ width: `${(100 * n) / decisions}%` }}
            />
            <span className="text-right font-mono text-13 text-ink-2">
              {format.finePercent(n / decisions)}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
