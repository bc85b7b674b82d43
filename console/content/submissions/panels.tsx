import type { Decision, OwnSubmission, Submission } from '../../../shared/contract/content/submission.ts';
import { Notice } from '../../kit/ui/display/Notice.tsx';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { lazyPage } from '../../kit/lazyPage.ts';
import { Preview } from '../creatives/Preview.tsx';
import { QuarantineNotice, toDecideOn } from '../creatives/Quarantine.tsx';
import { useCurrentUser } from '../../app/session/useCurrentUser.ts';
import { ChecksOf } from '../validation/panels.tsx';
import { ChangedSince } from './ChangedSince.tsx';
import { isReviewedByAnother } from './states.ts';

const AllFaces = lazyPage<{ asset: OwnSubmission['asset']; label: string }>(
  async () => ({ default: (await import('../slides/StoredSlide.tsx')).AllFaces }),
  ['slides'],
);

type Props = { row: OwnSubmission; resource: 'submissions' | 'ownSubmissions' };

function FilePanel({ row, resource }: Props) {
  const text = useText(resource);
  return (
    <>
      {row.is_newer_file && (
        <div className="mb-3">
          <Notice tone="info">{text('newerFile')}</Notice>
        </div>
      )}
      <QuarantineNotice quarantine={row.quarantine} />
      {row.kind === 'slide' ? (
        <AllFaces asset={row.asset} label={row.name} />
      ) : (
        <Preview asset={toDecideOn(row.asset)} label={row.alt_text || row.name} />
      )}
    </>
  );
}

const HEADS: Record<Decision['decision'], string> = {
  approved: 'text-ok',
  changes_requested: 'text-warn',
  rejected: 'text-danger',
};
/** What was decided, newest first, in the reviewer's own words. */
function HistoryPanel({ row, resource }: Props) {
  const text = useText(resource);
  const format = useFormat();
  return (
    <>
      <h2 className="mb-1 text-16">{text('panels.history')}</h2>
      {row.decisions.length === 0 && <p className="text-ink-2">{text('noHistory')}</p>}
      <ol className="border-t border-line empty:hidden">
        {[...row.decisions].reverse().map(one => (
          <li key={one.at} className="border-b border-line py-2">
            <p className={`font-semibold ${HEADS[one.decision]}`}>
              {text(`decision.${one.decision}`, { who: one.by_name ?? '' })}
            </p>
            {one.reason !== '' && (
              <p className="max-w-[60ch] break-words whitespace-pre-wrap">{one.reason}</p>
            )}
            <p className="text-13 text-ink-2">
              {one.reason_code !== null && <>{text(`values.${one.reason_code}`)} </>}
              <time dateTime={one.at}>{format.exact(one.at)}</time>
            </p>
            {one.is_own && <p className="text-13 text-ink-2">{text('ownDecision')}</p>}
          </li>
        ))}
      </ol>
    </>
  );
}

export const OwnFilePanel = ({ row }: { row: OwnSubmission }) => (
  <FilePanel row={row} resource="ownSubmissions" />
);
export const OwnHistoryPanel = ({ row }: { row: OwnSubmission }) => (
  <HistoryPanel row={row} resource="ownSubmissions" />
);
export function ReviewFilePanel({ row }: { row: Submission }) {
  const text = useText('submissions');
  const actor = useCurrentUser();
  return (
    <>
      <ChangedSince row={row} />
      {isReviewedByAnother(row, actor) && (
        <div className="mb-3">
          <Notice tone="info">{text('reviewedBy', { who: row.assignee ?? text('somebody') })}</Notice>
        </div>
      )}
      <FilePanel row={row} resource="submissions" />
    </>
  );
}
export const ReviewChecksPanel = ({ row }: { row: Submission }) =>
  row.creative_id === null ? null : <ChecksOf creative_id={row.creative_id} asset_id={row.asset.id} />;
export const ReviewHistoryPanel = ({ row }: { row: Submission }) => (
  <HistoryPanel row={row} resource="submissions" />
);
