import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import {
  COMMAND_KINDS,
  commandReach,
  sendCommands,
  type CommandKind,
  type CommandOrder,
} from '../../../shared/contract/fleet/command.ts';
import { MAX_NAMED_DEVICES } from '../../../shared/contract/fleet/deviceChanges.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import type { Selection } from '../../kit/resource/defineResource.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Dialog } from '../../kit/ui/overlays/Dialog.tsx';
import { Field } from '../../kit/ui/controls/Field.tsx';
import { Notice } from '../../kit/ui/display/Notice.tsx';
import { ErrorPanel, Skeleton } from '../../kit/ui/display/placeholders.tsx';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useSave } from '../../kit/useSave.ts';
import { isDestructive, orderFromForm } from './commandKinds.ts';
import { OrderFields } from './OrderFields.tsx';
import { Reach } from './Reach.tsx';

const DEFAULT_VOLUME = 50;

export interface BulkDialogProps {
  selection: Selection;
  onSent: (batch_id: string) => void;
  close: () => void;
}

/** The same asked of many: what, whom it reaches, and a last word that names how many where it takes something away. */
export function BulkDialog({ selection, onSent, close }: BulkDialogProps) {
  const { t } = useTranslation(['commands', 'common']);
  const { client } = useAuth();
  const save = useSave();
  const format = useFormat();
  const [kind, setKind] = useState<CommandKind>('refresh_content');
  const [unconfirmed, setUnconfirmed] = useState<CommandOrder | null>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const { filter, ids } = selection;
  const isTooMany = filter === null && ids.length > MAX_NAMED_DEVICES;
  const query: object = filter ?? { device_ids: ids.join() };
  const reach = useQuery({ ...read(client, commandReach, { query }), enabled: !isTooMany });
  const count = reach.data?.takes ?? 0;
  const counted = { count, shown: format.number(count) };

  async function send(command: CommandOrder) {
    setBusy(true);
    const recipients = filter ? { filter } : { device_ids: [...ids] };
    try {
      const { batch_id } = await save(c => c.call(sendCommands, { body: { ...recipients, command } }));
      onSent(batch_id);
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  }
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy || count === 0) return;
    const order = orderFromForm(kind, event.currentTarget);
    if (isDestructive(kind)) setUnconfirmed(order);
    else void send(order);
  }

  if (unconfirmed && isDestructive(unconfirmed.kind))
    return (
      <Dialog
        title={t(`askMany.${unconfirmed.kind}`, counted)}
        text={t(`ask.${unconfirmed.kind}.text`)}
        close={close}
      >
        {failure !== null && <ErrorPanel error={failure} />}
        <div className="flex flex-wrap justify-end gap-2 pt-3">
          <Button variant="outline" onClick={() => setUnconfirmed(null)}>
            {t('common:cancel')}
          </Button>
          <Button variant="danger" busy={busy} onClick={() => void send(unconfirmed)}>
            {t(`kinds.${unconfirmed.kind}`)}
          </Button>
        </div>
      </Dialog>
    );
  return (
    <Dialog title={t('many')} text={t('hint')} close={close}>
      <form onSubmit={submit} className="flex flex-col gap-5 pt-2">
        {failure !== null && <ErrorPanel error={failure} />}
        <Field label={t('what')}>
          {aria => (
            <select
              {...aria}
              className="control"
              value={kind}
              onChange={e => setKind(COMMAND_KINDS.find(one => one === e.target.value) ?? kind)}
            >
              {COMMAND_KINDS.map(one => (
                <option key={one} value={one}>
                  {t(`kinds.${one}`)}
                </option>
              ))}
            </select>
          )}
        </Field>
        <OrderFields kind={kind} volume={DEFAULT_VOLUME} isKiosk={false} />
        {isTooMany && (
          <Notice tone="warn" alert>
            {t('tooMany', { most: format.number(MAX_NAMED_DEVICES) })}
          </Notice>
        )}
        {reach.isLoading && <Skeleton rows={1} />}
        {reach.isError && <ErrorPanel error={reach.error} retry={() => void reach.refetch()} />}
        {reach.data && <Reach reach={reach.data} />}
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="outline" onClick={close}>
            {t('common:cancel')}
          </Button>
          <Button
            type="submit"
            variant={isDestructive(kind) ? 'danger' : 'primary'}
            busy={busy}
            disabled={count === 0}
          >
            {t('askCount', counted)}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
