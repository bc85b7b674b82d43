/** Another file of the same partner and days, with the same columns. */
import { useState } from 'react';
import { reconciliations, type Reconciliation } from '../../../shared/contract/reports/reconciliation.ts';
import type { DialogProps } from '../../kit/resource/defineResource.ts';
import { useText } from '../../kit/text/useText.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { ErrorPanel } from '../../kit/ui/display/placeholders.tsx';
import { Dialog } from '../../kit/ui/overlays/Dialog.tsx';
import { useToast } from '../../kit/ui/toasts/useToasts.ts';
import { useSave } from '../../kit/useSave.ts';
import { FileField, type PickedFile } from './FileField.tsx';

const call = reconciliations.actionEndpoints.import;

export function ImportDialog({ row, close }: DialogProps<Reconciliation>) {
  const text = useText('reconciliations');
  const save = useSave();
  const toast = useToast();
  const [file, setFile] = useState<PickedFile | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const name = row.partner_name;
  const send = async (body: PickedFile) => {
    setBusy(true);
    setFailure(null);
    try {
      await save(client => client.call(call, { params: { id: row.id }, body }));
      toast({ tone: 'ok', title: text('done.import', { name }) });
      close();
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog title={text('ask.import.title', { name })} text={text('ask.import.text')} close={close}>
      <FileField label={text('new.file')} pick={setFile} />
      {failure !== null && <ErrorPanel error={failure} />}
      <div className="flex flex-wrap justify-end gap-2 pt-4">
        <Button busy={busy} disabled={file === null} onClick={() => file && void send(file)}>
          {text('actions.import')}
        </Button>
      </div>
    </Dialog>
  );
}
