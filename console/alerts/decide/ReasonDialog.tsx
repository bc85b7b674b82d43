import { useState } from 'react';
import { alerts, type Alert } from '../../../shared/contract/alerts/alert.ts';
import { useText } from '../../kit/text/useText.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Field } from '../../kit/ui/controls/Field.tsx';
import { ErrorPanel } from '../../kit/ui/display/placeholders.tsx';
import { Dialog } from '../../kit/ui/overlays/Dialog.tsx';
import { useToast } from '../../kit/ui/toasts/useToasts.ts';
import { useSave } from '../../kit/useSave.ts';
import { DecidedNotice } from './DecidedNotice.tsx';
import { useLatest } from './useLatest.ts';

const LEAST = 3;
const MOST = 1_000;
interface ReasonDialogProps {
  row: Alert;
  close: () => void;
}

/** Ends or refuses an alert with the reason. The way back says what stays; the other button says what happens. */
function ReasonDialog({ row, close, verb }: ReasonDialogProps & { verb: 'reject' | 'cancel' }) {
  const text = useText('alerts');
  const save = useSave();
  const toast = useToast();
  const { latest, isDecided } = useLatest(row);
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const isTooShort = reason.trim().length < LEAST;
  const act = () => {
    setTried(true);
    if (isTooShort) return;
    setBusy(true);
    setFailure(null);
    const body = { reason: reason.trim() };
    save(client => client.call(alerts.actionEndpoints[verb], { params: { id: row.id }, body })).then(
      () => {
        toast({ tone: 'ok', title: text(`done.${verb}`, { name: row.name }) });
        close();
      },
      (error: unknown) => {
        setFailure(error);
        setBusy(false);
      },
    );
  };
  return (
    <Dialog
      title={text(`ask.${verb}.title`, { name: row.name })}
      text={text(`ask.${verb}.text`)}
      close={close}
    >
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={event => {
          event.preventDefault();
          act();
        }}
      >
        <Field
          label={text('fields.reason')}
          {...(isTried && isTooShort && { error: text(`ask.${verb}.why`) })}
        >
          {aria => (
            <textarea
              {...aria}
              autoFocus
              rows={3}
              maxLength={MOST}
              className="control py-3"
              value={reason}
              onChange={event => setReason(event.target.value)}
            />
          )}
        </Field>
        {isDecided && !busy && <DecidedNotice latest={latest} />}
        {failure !== null && <ErrorPanel error={failure} />}
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="outline" onClick={close}>
            {text(`ask.${verb}.keep`)}
          </Button>
          {(!isDecided || busy) && (
            <Button variant="danger" type="submit" busy={busy}>
              {text(`actions.${verb}`)}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  );
}
export const RejectDialog = (props: ReasonDialogProps) => <ReasonDialog {...props} verb="reject" />;
export const CancelDialog = (props: ReasonDialogProps) => <ReasonDialog {...props} verb="cancel" />;
