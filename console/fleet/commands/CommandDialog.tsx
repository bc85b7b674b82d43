import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { CommandOrder } from '../../../shared/contract/fleet/command.ts';
import type { Device } from '../../../shared/contract/fleet/device.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Dialog } from '../../kit/ui/overlays/Dialog.tsx';
import { ErrorPanel } from '../../kit/ui/display/states.tsx';
import { isMeasured, orderOf, type Grave, type Measured } from './kinds.ts';
import { OrderFields } from './OrderFields.tsx';

interface CommandDialogProps {
  kind: Grave | Measured;
  row: Device;
  /** Rejects where it was refused. */
  send: (order: CommandOrder) => Promise<void>;
  close: () => void;
}

/** What a command needs to be told, or a last word before it. */
export function CommandDialog({ kind, row, send, close }: CommandDialogProps) {
  const { t } = useTranslation(['commands', 'common']);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    send(orderOf(kind, event.currentTarget)).then(close, (error: unknown) => {
      setFailure(error);
      setBusy(false);
    });
  }

  const title = isMeasured(kind) ? t(`kinds.${kind}`) : t(`ask.${kind}.title`, { name: row.name });
  const text = isMeasured(kind) ? {} : { text: t(`ask.${kind}.text`) };
  return (
    <Dialog title={title} {...text} close={close}>
      <form onSubmit={submit} className="flex flex-col gap-5 pt-2">
        {failure !== null && <ErrorPanel error={failure} />}
        <OrderFields kind={kind} volume={row.volume} isKiosk={row.kiosk?.enabled ?? false} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button look="outline" onClick={close}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" look={isMeasured(kind) ? 'primary' : 'danger'} busy={busy}>
            {isMeasured(kind) ? t('send') : t(`kinds.${kind}`)}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
