import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { devices, type Device } from '../../shared/contract/device.ts';
import type { DialogProps } from '../resources/define.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { ErrorPanel } from '../ui/states.tsx';
import { useToast } from '../ui/useToasts.ts';
import { useSave } from '../useSave.ts';

/** There is no way back but pairing anew, so it is asked twice and says what happens. */
export function RetireDialog({ row, close }: DialogProps<Device>) {
  const { t } = useTranslation(['devices', 'common']);
  const save = useSave();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  async function retire() {
    setBusy(true);
    try {
      await save(client => client.call(devices.calls.retire, { params: { id: row.id }, body: {} }));
      toast({ tone: 'ok', title: t('retire.done', { name: row.name }) });
      close();
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  }
  return (
    <Dialog title={t('retire.title', { name: row.name })} text={t('retire.text')} close={close}>
      {failure !== null && <ErrorPanel error={failure} />}
      <div className="flex flex-wrap justify-end gap-2 pt-4">
        <Button look="outline" onClick={close}>
          {t('common:cancel')}
        </Button>
        <Button look="danger" busy={busy} onClick={() => void retire()}>
          {t('actions.retire')}
        </Button>
      </div>
    </Dialog>
  );
}
