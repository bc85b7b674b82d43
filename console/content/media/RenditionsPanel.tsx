import { useQuery } from '@tanstack/react-query';
import { isVideo, type Asset } from '../../../shared/contract/content/media.ts';
import { media } from '../../../shared/contract/content/library/mediaLibrary.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { StateMark } from '../../kit/fields/StateMark.tsx';
import { PROCESSING_BADGES } from './states.ts';
import { Progress } from '../../kit/ui/display/Progress.tsx';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { isProcessing } from './isProcessing.ts';

const REFRESH_MS = 3_000;
const PERCENT = 100;

/** What was made of a video for smaller screens and slower links, and how far that is. */
export function RenditionsPanel({ row }: { row: Asset }) {
  const text = useText('media');
  const format = useFormat();
  const { client } = useAuth();
  /** The record itself is read again, so that all of it follows. */
  useQuery({
    ...read(client, media.read, { params: { id: row.id } }),
    refetchInterval: REFRESH_MS,
    enabled: isProcessing(row),
  });
  const { processing, renditions, unplayable, failure } = row;
  if (!isVideo(row.mime) && unplayable === null) return null;
  const share = row.progress / PERCENT;
  return (
    <>
      <h2 className="mb-1 text-16">{text('panels.renditions')}</h2>
      <p>
        <StateMark badge={PROCESSING_BADGES[processing]} value={processing} resource="media" />
      </p>
      {processing === 'running' && (
        <div className="my-2 flex items-center gap-3">
          <Progress label={text('renditions.progress')} share={share} />
          <span className="font-mono">{format.percent(share)}</span>
        </div>
      )}
      <p className="text-13 text-ink-2">
        {unplayable === null
          ? text(
              processing === 'done' && renditions.length === 0
                ? 'renditions.nothing'
                : `renditions.${processing}`,
            )
          : text(failure === null ? `unplayable.${unplayable}` : `failures.${failure}`)}
      </p>
      <ul className="mt-2">
        {renditions.map(({ sha256, w, h, bytes, codec }) => (
          <li
            key={sha256}
            className="flex min-h-11 flex-wrap items-center gap-x-4 border-b border-line font-mono"
          >
            <span className="font-semibold">
              {w}×{h}
            </span>
            <span>{format.bytes(bytes)}</span>
            {codec && <span>{codec.toUpperCase()}</span>}
            <span className="text-13 text-ink-2">
              {text('renditions.share', { share: format.percent(bytes / row.bytes) })}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
