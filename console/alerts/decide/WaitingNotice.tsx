import { useState } from 'react';
import { alerts, type Alert } from '../../../shared/contract/alerts/alert.ts';
import { useCurrentUser } from '../../app/session/useCurrentUser.ts';
import { lazyWithRetry } from '../../kit/lazyPage.ts';
import { LazyPart } from '../../kit/LazyPart.tsx';
import { useText } from '../../kit/text/useText.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Notice } from '../../kit/ui/display/Notice.tsx';
import { ErrorPanel } from '../../kit/ui/display/placeholders.tsx';
import { useCanAccess, useInvalidateTouched, useSave } from '../../kit/useSave.ts';
import { isOwn, takesTwo } from '../emergency/states.ts';

const ApproveDialog = lazyWithRetry<{ row: Alert; close: () => void }>(async () => ({
  default: (await import('./PublishDialog.tsx')).ApproveDialog,
}));

const on = alerts.actionEndpoints;

/** Who asked for a second person sees that it waits, may take it back, and goes on alone where there is no other. */
export function WaitingNotice({ row }: { row: Alert }) {
  const text = useText('alerts');
  const user = useCurrentUser();
  const canAccess = useCanAccess();
  const save = useSave();
  const invalidate = useInvalidateTouched();
  const [busy, setBusy] = useState(false);
  const [isAlone, setAlone] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const { submitter } = row.people;
  const withdraw = () => {
    setBusy(true);
    setFailure(null);
    const { id, version } = row;
    save(client => client.call(on.withdraw, { params: { id }, body: {}, version }))
      .catch((error: unknown) => {
        setFailure(error);
        return invalidate(on.withdraw.path);
      })
      .finally(() => setBusy(false));
  };
  const isAuthor = isOwn(row, user);
  const isSecondNeeded = isAuthor && takesTwo(row);
  return (
    <Notice tone="warn" title={text('waiting.title')}>
      {submitter !== null && <p>{text('waiting.askedBy', { name: submitter })}</p>}
      {isSecondNeeded && <p>{text('waiting.notYou')}</p>}
      {failure !== null && <ErrorPanel error={failure} />}
      {isAuthor && canAccess('alerts', 'W') && (
        <span className="flex flex-wrap gap-2 pt-2">
          <Button variant="outline" busy={busy} onClick={withdraw}>
            {text('actions.withdraw')}
          </Button>
          {isSecondNeeded && canAccess('alerts', 'A') && (
            <Button variant="quiet" onClick={() => setAlone(true)}>
              {text('waiting.alone')}
            </Button>
          )}
        </span>
      )}
      {isAlone && (
        <LazyPart>
          <ApproveDialog row={row} close={() => setAlone(false)} />
        </LazyPart>
      )}
    </Notice>
  );
}
