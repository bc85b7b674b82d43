import { alerts, type Alert } from '../../../shared/contract/alerts/alert.ts';
import { useText } from '../../kit/text/useText.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { ErrorPanel } from '../../kit/ui/display/placeholders.tsx';
import { Dialog } from '../../kit/ui/overlays/Dialog.tsx';
import { MovedNotice } from './MovedNotice.tsx';
import { useDecision } from './useDecision.ts';

/** Says that the danger is over, of the version that is seen here. */
export function AllClearDialog({ row, close }: { row: Alert; close: () => void }) {
  const text = useText('alerts');
  const decision = useDecision<'all-clear'>(row, close);
  const { seen, busy, isMoved, failure, act } = decision;
  const give = () =>
    act('all-clear', (client, version) =>
      client.call(alerts.actionEndpoints['all-clear'], { params: { id: seen.id }, body: {}, version }),
    );
  return (
    <Dialog
      title={text('ask.all-clear.title', { name: seen.name })}
      text={text('ask.all-clear.text')}
      close={close}
    >
      <MovedNotice {...decision} />
      {failure !== null && <ErrorPanel error={failure} />}
      <div className="flex flex-wrap justify-end gap-2 pt-4">
        <Button variant="outline" onClick={close}>
          {text('actions.notYet')}
        </Button>
        {!isMoved && (
          <Button busy={busy !== null} onClick={give}>
            {text('actions.all-clear')}
          </Button>
        )}
      </div>
    </Dialog>
  );
}
