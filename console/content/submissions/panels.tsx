import { Fragment, type ReactNode } from 'react';
import type { Decision, OwnSubmission, Submission } from '../../../shared/contract/content/submission.ts';
import { Notice } from '../../kit/ui/display/Notice.tsx';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { lazyPage } from '../../kit/lazyPage.ts';
import { Preview } from '../creatives/Preview.tsx';
import { QuarantineNotice, toDecideOn } from '../creatives/Quarantine.tsx';
import { useCurrentUser } from '../../app/session/useCurrentUser.ts';
import { ChecksOf } from '../validation/panels.tsx';
import { Comparison } from './review/Comparison.tsx';
import { ChangedSince } from './review/ChangedSince.tsx';
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
/** Newest first: when it was submitted, and what was decided, in the reviewer's own words. */
function HistoryPanel({ row, resource }: Props) {
  const text = useText(resource);
  return (
    <>
      <h2 className="mb-1 text-16">{text('panels.history')}</h2>
      <ol className="border-t border-line">
        {[...row.decisions].reverse().map(one => (
          <Fragment key={one.at}>
            {one.answered_at !== null && <Step head={text('sent.again')} at={one.answered_at} />}
            <Step
              head={text(`decision.${one.decision}`, { who: one.by_name ?? '' })}
              tone={HEADS[one.decision]}
              kind={one.reason_code === null ? '' : text(`values.${one.reason_code}`)}
              at={one.at}
              reason={one.reason}
            >
              {one.is_own && <p className="text-13 text-ink-2">{text('ownDecision')}</p>}
            </Step>
          </Fragment>
        ))}
        <Step head={text('sent.first')} at={row.created_at} />
      </ol>
    </>
  );
}

interface StepProps {
  head: string;
  tone?: string;
  kind?: string;
  at: string;
  reason?: string;
  children?: ReactNode;
}
function Step({ head, tone = '', kind = '', at, reason = '', children }: StepProps) {
  const format = useFormat();
  return (
    <li className="border-b border-line py-2">
      <p className={`font-semibold ${tone}`}>{head}</p>
      {reason !== '' && <p className="max-w-[60ch] break-words whitespace-pre-wrap">{reason}</p>}
      <p className="text-13 text-ink-2">
        {kind !== '' && <>{kind} </>}
        <time dateTime={at}>{format.exact(at)}</time>
      </p>
      {children}
    </li>
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
      <Comparison row={row} />
    </>
  );
}
export const ReviewChecksPanel = ({ row }: { row: Submission }) =>
  row.creative_id === null ? null : <ChecksOf creative_id={row.creative_id} asset_id={row.asset.id} />;
export const ReviewHistoryPanel = ({ row }: { row: Submission }) => (
  <HistoryPanel row={row} resource="submissions" />
);
