import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { BRIGHTNESS, type CommandOrder } from '../../shared/contract/command.ts';
import type { Device } from '../../shared/contract/device.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Field } from '../ui/Field.tsx';
import { ErrorPanel } from '../ui/states.tsx';
import type { Grave, Measured } from './CommandButtons.tsx';

interface CommandDialogProps {
  kind: Grave | Measured;
  row: Device;
  /** Rejects where it was refused. */
  send: (order: CommandOrder) => Promise<void>;
  close: () => void;
}

function orderOf(kind: Grave | Measured, form: HTMLFormElement): CommandOrder {
  const told = new FormData(form);
  switch (kind) {
    case 'set_volume':
      return { kind, params: { volume: Number(told.get('volume')) } };
    case 'set_brightness':
      return { kind, params: { mode: told.get('mode') as (typeof BRIGHTNESS)[number] } };
    case 'clear_cache':
    case 'reset_pin':
    case 'unpair':
      return { kind, params: {} };
  }
}

/** What a command needs to be told, or a last word before it. */
export function CommandDialog({ kind, row, send, close }: CommandDialogProps) {
  const { t } = useTranslation(['commands', 'common']);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const isMeasured = kind === 'set_volume' || kind === 'set_brightness';

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    send(orderOf(kind, event.currentTarget)).then(close, (error: unknown) => {
      setFailure(error);
      setBusy(false);
    });
  }

  const title = isMeasured ? t(`kinds.${kind}`) : t(`ask.${kind}.title`, { name: row.name });
  const text = isMeasured ? {} : { text: t(`ask.${kind}.text`) };
  return (
    <Dialog title={title} {...text} close={close}>
      <form onSubmit={submit} className="flex flex-col gap-5 pt-2">
        {failure !== null && <ErrorPanel error={failure} />}
        {kind === 'set_volume' && (
          <Field label={t('fields.volume')} hint={t('hints.set_volume')}>
            {aria => (
              <input
                {...aria}
                name="volume"
                type="number"
                min={0}
                max={100}
                step={1}
                required
                defaultValue={row.volume}
                className="control font-mono"
              />
            )}
          </Field>
        )}
        {kind === 'set_brightness' && (
          <Field label={t('fields.mode')}>
            {aria => (
              <select {...aria} name="mode" className="control">
                {BRIGHTNESS.map(mode => (
                  <option key={mode} value={mode}>
                    {t(`modes.${mode}`)}
                  </option>
                ))}
              </select>
            )}
          </Field>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button look="outline" onClick={close}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" look={isMeasured ? 'primary' : 'danger'} busy={busy}>
            {isMeasured ? t('send') : t(`kinds.${kind}`)}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
