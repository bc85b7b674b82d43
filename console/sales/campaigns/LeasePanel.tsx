import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { Campaign } from '../../../shared/contract/sales/campaign.ts';
import { campaignLeases } from '../../../shared/contract/sales/campaignCalls.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { ErrorPanel, Skeleton } from '../../kit/ui/display/placeholders.tsx';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';

/** Which screens may still play it, or have not reported yet what they played; those that are waited for first. */
export function LeasePanel({ row }: { row: Campaign }) {
  const text = useText('campaigns');
  const format = useFormat(row.tz);
  const { client } = useAuth();
  const answer = useQuery(read(client, campaignLeases, { params: { id: row.id } }));
  if (answer.isPending) return <Skeleton rows={3} />;
  if (answer.isLoadingError) return <ErrorPanel error={answer.error} retry={() => void answer.refetch()} />;
  const { outstanding, leases } = answer.data;
  return (
    <>
      <h2 className="mb-1 text-16">{text('leases.title')}</h2>
      <p className="mb-3 text-13 text-ink-2">
        {outstanding === 0 ? text('leases.none') : text('leases.about', { n: format.number(outstanding) })}
      </p>
      <ul className="border-t border-line">
        {leases.map(lease => (
          <li
            key={lease.id}
            className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 border-b border-line py-2"
          >
            <Link href={`/admin/devices?id=${lease.device_id}`} className="min-w-0 truncate underline">
              {lease.device_name}
            </Link>
            <span className="font-mono">
              {text('leases.of', {
                n: format.number(lease.outstanding),
                all: format.number(lease.max_plays),
              })}
            </span>
            <span className="col-span-2 text-13 text-ink-2">
              {text(`leases.${lease.state}`, {
                play: format.exact(lease.play_deadline),
                report: format.exact(lease.report_deadline),
              })}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
