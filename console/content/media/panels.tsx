import { useQuery } from '@tanstack/react-query';
import { mediaUsage, type MediaFile } from '../../../shared/contract/content/library/mediaLibrary.ts';
import { licenceState } from '../../../shared/playout/licence.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { serverTime } from '../../kit/text/serverClock.ts';
import { useNow } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { Notice } from '../../kit/ui/display/Notice.tsx';
import { ErrorPanel, Skeleton } from '../../kit/ui/display/placeholders.tsx';
import { FramePreview } from '../creatives/frames/FramePreview.tsx';
import { UsageList } from '../creatives/UsageList.tsx';

export function PreviewPanel({ row }: { row: MediaFile }) {
  const text = useText('creatives');
  const now = serverTime(useNow());
  return (
    <>
      {licenceState(row.licence_until, now) === 'ended' && (
        <div className="mb-3">
          <Notice tone="danger">{text('licence.offScreens')}</Notice>
        </div>
      )}
      <FramePreview asset={row} label={row.filename} />
    </>
  );
}

export function MediaUsagePanel({ row }: { row: MediaFile }) {
  const { client } = useAuth();
  const answer = useQuery(read(client, mediaUsage, { params: { id: row.id } }));
  if (answer.isPending) return <Skeleton rows={3} />;
  if (answer.isLoadingError) return <ErrorPanel error={answer.error} retry={() => void answer.refetch()} />;
  return <UsageList usage={answer.data} />;
}
