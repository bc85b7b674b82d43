import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { campaigns } from '../../../../shared/contract/sales/campaign.ts';
import { read } from '../../../../shared/net/queries.ts';
import { PATHS } from '../../../app/paths.ts';
import { useAuth } from '../../../app/session/auth.tsx';
import { Notice } from '../../../kit/ui/display/Notice.tsx';
import { useText } from '../../../kit/text/useText.ts';

const WAITING = { approval: 'awaited', limit: 1 } as const;

/** Campaigns and edits of them are decided on their own pages: how many wait, and the way to them. */
export function CampaignsWait() {
  const text = useText('submissions');
  const { client } = useAuth();
  const { data } = useQuery(read(client, campaigns.list, { query: WAITING }));
  const count = data?.total ?? 0;
  if (count === 0) return null;
  return (
    <div className="mb-4 max-w-[640px]">
      <Notice tone="info">
        <Link href={`${PATHS.adminCampaigns}?approval=${WAITING.approval}`} className="underline">
          {text('campaignsWait', { count })}
        </Link>
      </Notice>
    </div>
  );
}
