import clsx from 'clsx';
import { useTranslation } from 'react-i18next';
import type { Alert } from '../../../shared/contract/alerts/alert.ts';
import type { AlertPriority } from '../../../shared/contract/alerts/cap.ts';
import { EmptyCell } from '../../kit/fields/cells.tsx';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { PRIORITY_CLASS } from './states.ts';

/** The number by which people of the field call it, and what it means. */
export function PriorityMark({ priority }: { priority: AlertPriority }) {
  const text = useText('alerts');
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      <span
        className={clsx(
          'inline-flex size-6 shrink-0 items-center justify-center rounded-sm font-mono font-semibold',
          PRIORITY_CLASS[priority],
        )}
      >
        {priority}
      </span>
      {text(`priorities.${priority}`)}
    </span>
  );
}
export const PriorityCell = ({ row }: { row: Alert }) => <PriorityMark priority={row.priority} />;

/** A drill must not be taken for the real thing in a list. */
export function StatusCell({ row: { status } }: { row: Alert }) {
  const text = useText('alerts');
  const label = text(`values.${status}`);
  return status === 'Actual' ? (
    <>{label}</>
  ) : (
    <span className="rounded-sm border border-dashed border-control px-1.5 py-0.5 font-semibold">
      {label}
    </span>
  );
}

/** In the language of the reader where there is one; the next version of an alert says that it is one. */
export function HeadlineCell({ row }: { row: Alert }) {
  const text = useText('alerts');
  const format = useFormat();
  const { i18n } = useTranslation();
  const headline = row.texts[i18n.language]?.headline;
  return (
    <span>
      {headline !== undefined && headline !== '' ? headline : row.name}
      {row.alert_version > 1 && (
        <span className="pl-2 text-13 text-ink-2">
          {text('files.version', { n: format.number(row.alert_version) })}
        </span>
      )}
    </span>
  );
}

export function ReachCell({ row: { reach, published_at } }: { row: Alert }) {
  const text = useText('alerts');
  const format = useFormat();
  if (published_at === null) return <EmptyCell />;
  return (
    <span
      className="font-mono whitespace-nowrap"
      title={text('reach.shownOf', { n: format.number(reach.shown), all: format.number(reach.screens) })}
    >
      {format.number(reach.shown)} / {format.number(reach.screens)}
    </span>
  );
}

const S_MS = 1_000;
/** How long it holds from its start. */
export function LengthCell({ value }: { value: number }) {
  return <>{useFormat().duration(value * S_MS)}</>;
}
const nameCell = (who: keyof Alert['people']) =>
  function NameCell({ row: { people } }: { row: Alert }) {
    return people[who] === null ? <EmptyCell /> : <>{people[who]}</>;
  };
export const AuthorCell = nameCell('author');
export const SubmitterCell = nameCell('submitter');
export const ApproverCell = nameCell('approver');
