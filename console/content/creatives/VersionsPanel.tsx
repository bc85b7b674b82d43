import { useQuery } from '@tanstack/react-query';
import type { Creative } from '../../../shared/contract/content/creative.ts';
import { creativeVersions } from '../../../shared/contract/content/library/creativeCalls.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { ErrorPanel, Skeleton } from '../../kit/ui/display/placeholders.tsx';
import { Picture } from './Picture.tsx';

/** The files it has had: the one that is live, one that waits beside it, and those before. */
export function VersionsPanel({ row }: { row: Creative }) {
  const text = useText('creatives');
  const format = useFormat();
  const { client } = useAuth();
  const answer = useQuery(read(client, creativeVersions, { params: { id: row.id } }));
  if (answer.isPending) return <Skeleton rows={2} />;
  if (answer.isLoadingError) return <ErrorPanel error={answer.error} retry={() => void answer.refetch()} />;
  return (
    <>
      <h2 className="mb-1 text-16">{text('panels.versions')}</h2>
      <ol>
        {answer.data.items.map(({ asset, state, at, submission_id }) => (
          <li key={submission_id ?? asset.id} className="flex items-center gap-3 border-b border-line py-2">
            <Picture asset={asset} alt="" className="h-10 w-[71px] shrink-0" />
            <div className="min-w-0 flex-1">
              <p className="truncate font-semibold" title={asset.filename}>
                {asset.filename}
              </p>
              <p className="text-13 text-ink-2">
                {text(`versions.${state}`)} · <time dateTime={at}>{format.dateTime(at)}</time>
              </p>
            </div>
          </li>
        ))}
      </ol>
    </>
  );
}
