import { useState } from 'react';
import { alerts, type Alert } from '../../../shared/contract/alerts/alert.ts';
import { useTextDraft } from '../../kit/drafts/useTextDraft.ts';
import { useText } from '../../kit/text/useText.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Field } from '../../kit/ui/controls/Field.tsx';
import { ErrorPanel } from '../../kit/ui/display/placeholders.tsx';
import { Dialog } from '../../kit/ui/overlays/Dialog.tsx';
import { MovedNotice } from './MovedNotice.tsx';
import { useDecision } from './useDecision.ts';

const LEAST = 3;
const MOST = 1_000;
interface ReasonDialogProps {
  row: Alert;
  close: () => void;
}

/** Ends or refuses an alert with the reason. The way back says what stays; the other button says what happens. */
function ReasonDialog({ row, close, verb }: ReasonDialogProps & { verb: 'reject' | 'cancel' }) {
  const text = useText('alerts');
  const draft = useTextDraft(`alerts/${row.id}/${verb}`);
  const reason = draft.text;
  const leave = () => {
    draft.drop();
    close();
  };
  const decision = useDecision<'reject' | 'cancel'>(row, leave);
  const { seen, busy, isMoved, failure } = decision;
  const [isTried, setTried] = useState(false);
  const isTooShort = reason.trim().length < LEAST;
  const act = () => {
    setTried(true);
    if (isTooShort) return;
    const body = { reason: reason.trim() };
    decision.act(verb, (client, version) =>
      client.call(alerts.actionEndpoints[verb], { params: { id: seen.id }, body, version }),
    );
  };
  return (
    <Dialog
      title={text(`ask.${verb}.title`, { name: seen.name })}
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
              data-autofocus
              rows={3}
              maxLength={MOST}
              className="control py-3"
              value={reason}
              onChange={event => draft.set(event.target.value)}
            />
          )}
        </Field>
        <MovedNotice {...decision} />
        {failure !== null && <ErrorPanel error={failure} />}
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="outline" onClick={leave}>
            {text(`ask.${verb}.keep`)}
          </Button>
          {!isMoved && (
            <Button variant="danger" type="submit" busy={busy !== null}>
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
