import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import {
  COMMAND_KINDS,
  commandReach,
  MAX_COMMAND_DEVICES,
  sendCommands,
  type CommandKind,
  type CommandOrder,
} from '../../../shared/contract/fleet/command.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import type { Chosen } from '../../kit/resource/define.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Dialog } from '../../kit/ui/overlays/Dialog.tsx';
import { Field } from '../../kit/ui/controls/Field.tsx';
import { Notice } from '../../kit/ui/display/Notice.tsx';
import { ErrorPanel, Skeleton } from '../../kit/ui/display/states.tsx';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useSave } from '../../kit/useSave.ts';
import { isGrave, orderOf } from './kinds.ts';
import { OrderFields } from './OrderFields.tsx';
import { Reach } from './Reach.tsx';

const VOLUME = 50;

export interface BulkDialogProps {
  chosen: Chosen;
  sent: (batch_id: string) => void;
  close: () => void;
}

/** The same asked of many: what, whom it reaches, and a last word that names how many where it takes something away. */
export function BulkDialog({ chosen, sent, close }: BulkDialogProps) {
  const { t } = useTranslation(['commands', 'common']);
  const { client } = useAuth();
  const save = useSave();
  const format = useFormat();
  const [kind, setKind] = useState<CommandKind>('refresh_content');
  const [grave, setGrave] = useState<CommandOrder | null>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const { filter, ids } = chosen;
  const isTooMany = filter === null && ids.length > MAX_COMMAND_DEVICES;
  const query: object = filter ?? { device_ids: ids.join() };
  const reach = useQuery({ ...read(client, commandReach, { query }), enabled: !isTooMany });
  const count = reach.data?.takes ?? 0;
  const counted = { count, shown: format.number(count) };

  async function send(command: CommandOrder) {
    setBusy(true);
    const named = filter ? { filter } : { device_ids: [...ids] };
    try {
      const { batch_id } = await save(c => c.call(sendCommands, { body: { ...named, command } }));
      sent(batch_id);
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  }
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy || count === 0) return;
    const order = orderOf(kind, event.currentTarget);
    if (isGrave(kind)) setGrave(order);
    else void send(order);
  }

  if (grave && isGrave(grave.kind))
    return (
      <Dialog title={t(`askMany.${grave.kind}`, counted)} text={t(`ask.${grave.kind}.text`)} close={close}>
        {failure !== null && <ErrorPanel error={failure} />}
        <div className="flex flex-wrap justify-end gap-2 pt-3">
          <Button look="outline" onClick={() => setGrave(null)}>
            {t('common:cancel')}
          </Button>
          <Button look="danger" busy={busy} onClick={() => void send(grave)}>
            {t(`kinds.${grave.kind}`)}
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
        <OrderFields kind={kind} volume={VOLUME} isKiosk={false} />
        {isTooMany && (
          <Notice tone="warn" alert>
            {t('tooMany', { most: format.number(MAX_COMMAND_DEVICES) })}
          </Notice>
        )}
        {reach.isLoading && <Skeleton rows={1} />}
        {reach.isError && <ErrorPanel error={reach.error} retry={() => void reach.refetch()} />}
        {reach.data && <Reach reach={reach.data} />}
        <div className="flex flex-wrap justify-end gap-2">
          <Button look="outline" onClick={close}>
            {t('common:cancel')}
          </Button>
          <Button
            type="submit"
            look={isGrave(kind) ? 'danger' : 'primary'}
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
