import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../kit/ui/controls/Button.tsx';
import { Dialog } from '../../../kit/ui/overlays/Dialog.tsx';
import { Field } from '../../../kit/ui/controls/Field.tsx';

interface MoveDialogProps {
  name: string;
  index: number;
  total: number;
  move: (to: number) => void;
  close: () => void;
}

/** The way for who cannot drag and has far to go. */
export function MoveDialog({ name, index, total, move, close }: MoveDialogProps) {
  const { t } = useTranslation('playlists');
  const [place, setPlace] = useState(String(index + 1));
  function submit(event: FormEvent) {
    event.preventDefault();
    const to = Number(place);
    if (!Number.isInteger(to)) return;
    move(Math.min(Math.max(to, 1), total) - 1);
    close();
  }
  return (
    <Dialog title={t('edit.moveTitle', { name })} close={close}>
      <form onSubmit={submit} className="flex flex-col gap-5">
        <Field label={t('edit.moveField', { total })}>
          {aria => (
            <input
              {...aria}
              type="number"
              min={1}
              max={total}
              value={place}
              onChange={e => setPlace(e.target.value)}
              className="control font-mono"
            />
          )}
        </Field>
        <Button type="submit">{t('edit.moveSubmit')}</Button>
      </form>
    </Dialog>
  );
}
