import clsx from 'clsx';
import type { ReactNode } from 'react';
import {
  standingDecision,
  type OwnSubmission,
  type Submission,
} from '../../../shared/contract/content/submission.ts';
import { Picture } from '../creatives/Picture.tsx';
import { EmptyCell, TextCell } from '../../kit/fields/cells.tsx';
import { StateMark } from '../../kit/fields/StateMark.tsx';
import { useFormat, useNow } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { QuarantineLine } from '../creatives/Quarantine.tsx';
import { isOpen, SUBMISSION_BADGES } from './states.ts';

const MINUTE_MS = 60_000;
/** In whole minutes: seconds that tick in each row say nothing more. */
const minutes = (ms: number) => Math.max(MINUTE_MS, Math.floor(ms / MINUTE_MS) * MINUTE_MS);

/** How long a decision may still take, or how late it is; only what waits can be late. */
export function DueCell({ value, row }: { value: string; row: Pick<Submission, 'state'> }) {
  const text = useText('submissions');
  const format = useFormat();
  const now = useNow();
  if (!isOpen(row)) return <EmptyCell />;
  const left = Date.parse(value) - now;
  const time = format.duration(minutes(Math.abs(left)));
  return (
    <time
      dateTime={value}
      title={format.exact(value)}
      className={clsx('whitespace-nowrap', left <= 0 && 'font-semibold text-danger')}
    >
      {left > 0 ? text('timeLeft', { time }) : text('overdue', { time })}
    </time>
  );
}
export const SizeCell = ({ value }: { value: Submission['asset'] }) => (
  <span className="font-mono">
    {value.w}×{value.h}
  </span>
);
/** What was approved may be off the screens all the same. */
export const SubmissionStateCell = ({
  row,
  resource,
}: {
  row: Pick<Submission, 'state' | 'quarantine'>;
  resource: string;
}) => (
  <>
    <StateMark badge={SUBMISSION_BADGES[row.state]} value={row.state} resource={resource} />
    {row.quarantine && <QuarantineLine quarantine={row.quarantine} />}
  </>
);
type Decided = Pick<Submission, 'state' | 'decisions'>;
/** The reviewer's words, as long as his decision stands. */
export const LastReasonCell = ({ row }: { row: Decided & Pick<Submission, 'quarantine'> }) => {
  /** A reason that is withheld is empty. */
  const reason = row.quarantine?.reason || (standingDecision(row)?.reason ?? '');
  return reason === '' ? (
    <EmptyCell />
  ) : (
    <span className="block truncate" title={reason}>
      {reason}
    </span>
  );
};

/** A name as wide as most are: the longest of them does not push the clock out of sight. */
export const PersonCell = ({ value }: { value: string | null }) => (
  <span className="block max-w-[18ch]">
    <TextCell value={value} />
  </span>
);
/** All of it: what a decision is about is not cut. */
export const WholeTextCell = ({ value }: { value: string }) =>
  value === '' ? <EmptyCell /> : <span className="block break-words whitespace-pre-wrap">{value}</span>;

type Named = Pick<OwnSubmission, 'name' | 'asset'>;
const Pictured = ({ asset, children }: { asset: Named['asset']; children: ReactNode }) => (
  <span className="flex gap-x-3 gap-y-1 py-1 max-sm:flex-col sm:items-center">
    <Picture asset={asset} alt="" className="h-10 w-[71px] shrink-0" />
    <span className="min-w-0 max-sm:w-full">{children}</span>
  </span>
);
/** What it looks like, and what it is called. */
export const NameCell = ({ row }: { row: Named }) => (
  <Pictured asset={row.asset}>
    <TextCell value={row.name} />
  </Pictured>
);
/** Where its own column has no room the reviewer's answer stands below the name. */
export const OwnNameCell = ({ row }: { row: Named & Decided }) => (
  <Pictured asset={row.asset}>
    <TextCell value={row.name} />
    <span className="line-clamp-4 font-normal wrap-anywhere text-ink-2 empty:hidden md:hidden">
      {standingDecision(row)?.reason}
    </span>
  </Pictured>
);
