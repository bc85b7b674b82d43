import { useState } from 'react';
import { useLocation } from 'wouter';
import { alerts, type Alert } from '../../../shared/contract/alerts/alert.ts';
import { PATHS } from '../../app/paths.ts';
import { useText } from '../../kit/text/useText.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { ErrorPanel } from '../../kit/ui/display/placeholders.tsx';
import { Dialog } from '../../kit/ui/overlays/Dialog.tsx';
import { useSave } from '../../kit/useSave.ts';

/** Drafts the next version and opens its form; the published one stays on the screens until that is published. */
export function UpdateDialog({ row, close }: { row: Alert; close: () => void }) {
  const text = useText('alerts');
  const save = useSave();
  const [, navigate] = useLocation();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const draft = () => {
    setBusy(true);
    save(client => client.call(alerts.actionEndpoints.update, { params: { id: row.id }, body: {} })).then(
      made => {
        close();
        navigate(`${PATHS.alerts}/${made.id}/edit`);
      },
      (error: unknown) => {
        setFailure(error);
        setBusy(false);
      },
    );
  };
  return (
    <Dialog title={text('ask.update.title', { name: row.name })} text={text('ask.update.text')} close={close}>
      {failure !== null && <ErrorPanel error={failure} />}
      <div className="flex flex-wrap justify-end gap-2 pt-4">
        <Button variant="outline" onClick={close}>
          {text('actions.notYet')}
        </Button>
        <Button busy={busy} onClick={draft}>
          {text('actions.update')}
        </Button>
      </div>
    </Dialog>
  );
}
