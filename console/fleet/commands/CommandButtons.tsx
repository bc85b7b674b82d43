import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sendCommand, type CommandKind, type CommandOrder } from '../../../shared/contract/fleet/command.ts';
import type { Device } from '../../../shared/contract/fleet/device.ts';
import type { sendOwnCommand } from '../../../shared/contract/fleet/owner.ts';
import { isQueued } from '../../../shared/net/client.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { useToast } from '../../kit/ui/toasts/useToasts.ts';
import { useWrite } from '../../kit/useWrite.ts';
import { CommandDialog } from './CommandDialog.tsx';
import { isDestructive, hasParams, type DestructiveKind, type KindWithParams } from './commandKinds.ts';

interface CommandButtonsProps {
  row: Device;
  kinds: readonly CommandKind[];
  /** Owners have a call of their own. */
  call?: typeof sendCommand | typeof sendOwnCommand;
}
/** A button for each kind; what needs to be told or thought about opens a dialog first. */
export function CommandButtons({ row, kinds, call = sendCommand }: CommandButtonsProps) {
  const { t } = useTranslation('commands');
  const write = useWrite();
  const toast = useToast();
  const [busy, setBusy] = useState<CommandKind | null>(null);
  const [dialogKind, setDialogKind] = useState<DestructiveKind | KindWithParams | null>(null);

  async function send(order: CommandOrder) {
    const sent = t('sent', { name: row.name, kind: t(`kinds.${order.kind}`) });
    const answer = await write(
      call,
      { params: { id: row.id }, body: order },
      { type: `deviceCommands.${order.kind}`, description: `${t(`kinds.${order.kind}`)}: ${row.name}` },
    );
    if (!isQueued(answer)) toast({ tone: 'ok', title: sent });
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
        {kinds.map(kind => (
          <Button
            key={kind}
            variant="outline"
            className={isDestructive(kind) ? 'text-danger!' : ''}
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
