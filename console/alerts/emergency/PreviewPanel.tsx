import { Link } from 'wouter';
import type { Alert } from '../../../shared/contract/alerts/alert.ts';
import { isUrgent } from '../../../shared/contract/alerts/cap.ts';
import { PATHS } from '../../app/paths.ts';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { buttonClass } from '../../kit/ui/controls/Button.tsx';
import { Notice } from '../../kit/ui/display/Notice.tsx';
import { useCanAccess } from '../../kit/useSave.ts';
import { ReachBox } from '../compose/ReachBox.tsx';
import { AlertPreview } from '../preview/AlertPreview.tsx';
import { OfflineNotice } from './OfflineNotice.tsx';
import { takesTwo } from './states.ts';
import { WaitingNotice } from '../decide/WaitingNotice.tsx';

const WAITING: readonly Alert['state'][] = ['draft', 'pending_approval'];
export const isWaiting = ({ state }: Alert) => WAITING.includes(state);

/** What screens show of it, what must be known before anything is done with it, and the way to change it. */
export function PreviewPanel({ row }: { row: Alert }) {
  const text = useText('alerts');
  const canAccess = useCanAccess();
  return (
    <>
      <OfflineNotice />
      <Notices row={row} />
      <AlertPreview alert={row} />
      {row.state === 'draft' && canAccess('alerts', 'W') && (
        <Link href={`${PATHS.alerts}/${row.id}/edit`} className={`${buttonClass('outline')} mt-4`}>
          {text('actions.edit')}
        </Link>
      )}
    </>
  );
}

function Notices({ row }: { row: Alert }) {
  const text = useText('alerts');
  const format = useFormat();
  const notes = [
    row.reason !== null && (
      <Notice key="reason" tone="warn" title={text(`values.${row.state}`)}>
        {row.reason}
      </Notice>
    ),
    row.state === 'pending_approval' && <WaitingNotice key="waiting" row={row} />,
    row.state === 'draft' && row.alert_version > 1 && (
      <Notice key="update" tone="info" title={text('updateDraft', { n: format.number(row.alert_version) })} />
    ),
    row.state === 'draft' && takesTwo(row) && <Notice key="two" tone="warn" title={text('twoPeople')} />,
    row.approved_alone && <Notice key="alone" tone="info" title={text('approvedAlone')} />,
    row.warnings.length > 0 && (
      <Notice key="warnings" tone="warn" title={text('warnings.title')}>
        <ul className="list-disc pl-5">
          {row.warnings.map(({ code, message }, i) => (
            <li key={i}>
              {text(`warnings.${code}`, { defaultValue: message })}{' '}
              <span lang="en" className="text-13">
                {message}
              </span>
            </li>
          ))}
        </ul>
      </Notice>
    ),
  ].filter(Boolean);
  return notes.length > 0 && <div className="mb-5 flex flex-col gap-3">{notes}</div>;
}

/** Of what is not on screens yet: whom it would reach. */
export function ReachPanel({ row }: { row: Alert }) {
  return isWaiting(row) ? (
    <ReachBox {...{ target: row.target, status: row.status, forced: row.forced }} isUrgent={isUrgent(row)} />
  ) : null;
}
