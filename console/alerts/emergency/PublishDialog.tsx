import { useState } from 'react';
import { alerts, type Alert } from '../../../shared/contract/alerts/alert.ts';
import { ApiError } from '../../../shared/net/apiError.ts';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Notice } from '../../kit/ui/display/Notice.tsx';
import { ErrorPanel } from '../../kit/ui/display/placeholders.tsx';
import { Dialog } from '../../kit/ui/overlays/Dialog.tsx';
import { useToast } from '../../kit/ui/toasts/useToasts.ts';
import { useSave } from '../../kit/useSave.ts';
import { ReachBox, reachedBy, useReach } from '../compose/ReachBox.tsx';
import { AlertPreview } from '../preview/AlertPreview.tsx';
import { takesTwo } from './states.ts';

type Verb = 'publish' | 'approve' | 'submit';
interface PublishDialogProps {
  row: Alert;
  close: () => void;
}
/** `needs_approval`: somebody else of the tenant may approve it, so it is not for one alone. */
const needsApproval = (error: unknown) =>
  error instanceof ApiError && error.details['reason'] === 'needs_approval';

/** The last look: what is shown, to how many screens, and what priority 0 asks for beside. */
function LastLook({ row, close, verb }: PublishDialogProps & { verb: 'publish' | 'approve' }) {
  const text = useText('alerts');
  const format = useFormat();
  const save = useSave();
  const toast = useToast();
  const reach = useReach(row.target);
  const [busy, setBusy] = useState<Verb | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  /** Not a write of the queue: published an hour late it would frighten people for nothing. */
  const act = (by: Verb) => {
    setBusy(by);
    setFailure(null);
    save(client => client.call(alerts.actionEndpoints[by], { params: { id: row.id }, body: {} })).then(
      () => {
        toast({ tone: 'ok', title: text(`done.${by}`, { name: row.name }) });
        close();
      },
      (error: unknown) => {
        setFailure(error);
        setBusy(null);
      },
    );
  };
  const isTwo = takesTwo(row) && verb === 'publish';
  const count = reach.data && reachedBy(reach.data, row.priority <= 1);
  const label =
    count === undefined
      ? text(`actions.${verb}`)
      : text(`ask.${verb}.button`, { count, shown: format.number(count) });
  return (
    <Dialog
      wide
      title={text(`ask.${verb}.title`, { name: row.name })}
      text={text(`ask.${verb}.text`)}
      close={close}
    >
      <div className="grid gap-6 md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <AlertPreview alert={row} />
        <ReachBox target={row.target} isUrgent={row.priority <= 1} />
      </div>
      <div className="flex flex-col gap-3 pt-4">
        {row.status !== 'Actual' && !row.forced && <Notice tone="info" title={text('onlyTestScreens')} />}
        {takesTwo(row) && (
          <Notice tone="warn" title={text('twoPeople')}>
            {text('aloneText')}
          </Notice>
        )}
        {failure !== null &&
          (needsApproval(failure) ? (
            <Notice tone="danger" title={text('needsApproval')} alert />
          ) : (
            <ErrorPanel error={failure} />
          ))}
      </div>
      <div className="flex flex-wrap justify-end gap-2 pt-5">
        <Button variant="quiet" onClick={close}>
          {text('actions.notYet')}
        </Button>
        {isTwo && (
          <Button variant="outline" busy={busy === 'publish'} onClick={() => act('publish')}>
            {text('actions.publishAlone')}
          </Button>
        )}
        {isTwo ? (
          <Button large busy={busy === 'submit'} onClick={() => act('submit')}>
            {text('actions.submit')}
          </Button>
        ) : (
          <Button variant="danger" large busy={busy === verb} onClick={() => act(verb)}>
            {label}
          </Button>
        )}
      </div>
    </Dialog>
  );
}
export const PublishDialog = (props: PublishDialogProps) => <LastLook {...props} verb="publish" />;
export const ApproveDialog = (props: PublishDialogProps) => <LastLook {...props} verb="approve" />;
