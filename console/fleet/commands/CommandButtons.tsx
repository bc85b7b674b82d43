import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  COMMAND_KINDS,
  sendCommand,
  type CommandKind,
  type CommandOrder,
} from '../../../shared/contract/fleet/command.ts';
import type { Device } from '../../../shared/contract/fleet/device.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { useToast } from '../../kit/ui/toasts/useToasts.ts';
import { useSave } from '../../kit/useSave.ts';
import { CommandDialog } from './CommandDialog.tsx';
import { isDestructive, hasParams, type DestructiveKind, type KindWithParams } from './commandKinds.ts';

/** A button for each kind; what needs to be told or thought about opens a dialog first. */
export function CommandButtons({ row }: { row: Device }) {
  const { t } = useTranslation('commands');
  const save = useSave();
  const toast = useToast();
  const [busy, setBusy] = useState<CommandKind | null>(null);
  const [dialogKind, setDialogKind] = useState<DestructiveKind | KindWithParams | null>(null);

  async function send(order: CommandOrder) {
    await save(client => client.call(sendCommand, { params: { id: row.id }, body: order }));
    toast({ tone: 'ok', title: t('sent', { name: row.name, kind: t(`kinds.${order.kind}`) }) });
  }
  async function press(kind: CommandKind) {
    if (isDestructive(kind) || hasParams(kind)) return setDialogKind(kind);
    setBusy(kind);
    try {
      await send({ kind, params: {} });
    } catch {
      toast({ tone: 'danger', title: t('failed') });
    } finally {
      setBusy(null);
    }
  }

  return (
    <>
      <div className="flex flex-wrap gap-2">
        {COMMAND_KINDS.map(kind => (
          <Button
            key={kind}
            variant="outline"
            className={isDestructive(kind) ? 'border-danger text-danger' : ''}
            busy={busy === kind}
            onClick={() => void press(kind)}
          >
            {t(`kinds.${kind}`)}
          </Button>
        ))}
      </div>
      {dialogKind && (
        <CommandDialog kind={dialogKind} row={row} send={send} close={() => setDialogKind(null)} />
      )}
    </>
  );
}
