import { useQuery } from '@tanstack/react-query';
import type { Creative } from '../../../shared/contract/content/creative.ts';
import { creativeUsage } from '../../../shared/contract/content/library/creativeCalls.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { useText } from '../../kit/text/useText.ts';
import { ErrorPanel, Skeleton } from '../../kit/ui/display/placeholders.tsx';
import { Notice } from '../../kit/ui/display/Notice.tsx';
import { FailsCheck } from '../validation/FailsCheck.tsx';
import { ChecksOf } from '../validation/panels.tsx';
import { FramePreview } from './frames/FramePreview.tsx';
import { QuarantineNotice, toDecideOn } from './Quarantine.tsx';
import { UsageList } from './UsageList.tsx';

export function PreviewPanel({ row }: { row: Creative }) {
  const text = useText('creatives');
  return (
    <>
      {row.has_newer_file && (
        <div className="mb-3">
          <Notice tone="info">{text('newerFile')}</Notice>
        </div>
      )}
      <QuarantineNotice quarantine={row.quarantine} />
      {row.asset.url !== '' && (
        <FramePreview asset={toDecideOn(row.asset)} label={row.alt_text || row.name} />
      )}
    </>
  );
}

export const ChecksPanel = ({ row }: { row: Creative }) => (
  <>
    {row.fails_check && <FailsCheck row={row} />}
    <ChecksOf creative_id={row.id} asset_id={row.asset.id} />
  </>
);

export function UsagePanel({ row }: { row: Creative }) {
  const text = useText('creatives');
  const { client } = useAuth();
  const answer = useQuery(read(client, creativeUsage, { params: { id: row.id } }));
  if (answer.isPending) return <Skeleton rows={3} />;
  if (answer.isLoadingError) return <ErrorPanel error={answer.error} retry={() => void answer.refetch()} />;
  return (
    <>
      <UsageList usage={answer.data} />
      {row.quarantine && <p className="mt-2 text-13 text-ink-2">{text('quarantine.notPlayed')}</p>}
    </>
  );
}
