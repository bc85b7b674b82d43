import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { CommandOrder } from '../../../shared/contract/fleet/command.ts';
import type { Device } from '../../../shared/contract/fleet/device.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Dialog } from '../../kit/ui/overlays/Dialog.tsx';
import { ErrorPanel } from '../../kit/ui/display/placeholders.tsx';
import { hasParams, orderFromForm, type DestructiveKind, type KindWithParams } from './commandKinds.ts';
import { OrderFields } from './OrderFields.tsx';

interface CommandDialogProps {
  kind: DestructiveKind | KindWithParams;
  row: Device;
  /** Rejects if the server refuses. */
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
    send(orderFromForm(kind, event.currentTarget)).then(close, (error: unknown) => {
      setFailure(error);
      setBusy(false);
    });
  }

  const title = hasParams(kind) ? t(`kinds.${kind}`) : t(`ask.${kind}.title`, { name: row.name });
  const text = hasParams(kind) ? {} : { text: t(`ask.${kind}.text`) };
  return (
    <Dialog title={title} {...text} close={close}>
      <form onSubmit={submit} className="flex flex-col gap-5 pt-2">
        {failure !== null && <ErrorPanel error={failure} />}
        <OrderFields kind={kind} volume={row.volume} isKiosk={row.kiosk?.enabled ?? false} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="outline" onClick={close}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" variant={hasParams(kind) ? 'primary' : 'danger'} busy={busy}>
            {hasParams(kind) ? t('send') : t(`kinds.${kind}`)}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
