import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { campaigns } from '../../../../shared/contract/sales/campaign.ts';
import { read } from '../../../../shared/net/queries.ts';
import { PATHS } from '../../../app/paths.ts';
import { useAuth } from '../../../app/session/auth.tsx';
import { Notice } from '../../../kit/ui/display/Notice.tsx';
import { useText } from '../../../kit/text/useText.ts';
import { useCanAccess } from '../../../kit/useSave.ts';
import { AWAITED_QUEUE } from './queue.ts';

const WAITING = { status: 'submitted', limit: 1 } as const;

/** Who decides looks here first: campaigns are decided on their own pages, and are named with the way to them. */
export function Summary() {
  const text = useText('submissions');
  const { client } = useAuth();
  const mayDecide = useCanAccess()('campaigns', 'A');
  const { data } = useQuery({ ...read(client, campaigns.list, { query: WAITING }), enabled: mayDecide });
  const count = data?.total ?? 0;
  return (
    <>
      <AWAITED_QUEUE.Note />
      {count > 0 && (
        <div className="mb-4 max-w-[640px]">
          <Notice tone="info">
            <Link href={`${PATHS.adminCampaigns}?status=${WAITING.status}`} className="underline">
              {text('campaignsWait', { count })}
            </Link>
          </Notice>
        </div>
      )}
    </>
  );
}
