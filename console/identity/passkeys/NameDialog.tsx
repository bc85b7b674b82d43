import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { renamePasskey, type Passkey } from '../../../shared/contract/identity/account/passkeys.ts';
import { browserName } from '../../../shared/i18n/browserName.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Field } from '../../kit/ui/controls/Field.tsx';
import { ErrorPanel } from '../../kit/ui/display/placeholders.tsx';
import { Dialog } from '../../kit/ui/overlays/Dialog.tsx';
import { isCancelled } from './passkeys.ts';

const MAX_NAME = 60;

interface NameProps {
  /** The one that gets another name; without it one is made. */
  passkey?: Passkey;
  close: () => void;
  onSaved: () => void;
}
/** What a passkey is called; for a new one the browser asks afterwards where it is kept. */
export function NameDialog({ passkey, close, onSaved }: NameProps) {
  const { t } = useTranslation(['passkeys', 'common']);
  const { client } = useAuth();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [failure, setFailure] = useState<unknown>(null);
  const what = passkey === undefined ? 'add' : 'rename';

  async function save(name: string) {
    if (passkey) return client.call(renamePasskey, { params: { id: passkey.id }, body: { name } });
    return (await import('./authenticator.ts')).add(client, name);
  }
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const entered = new FormData(event.currentTarget).get('name');
    const name = typeof entered === 'string' ? entered.trim() : '';
    setProblem(name === '' ? t('required') : undefined);
    setFailure(null);
    if (name === '') return;
    setBusy(true);
    await save(name).then(onSaved, (error: unknown) => isCancelled(error) || setFailure(error));
    setBusy(false);
  }
  const isHeld = failure instanceof Error && failure.name === 'InvalidStateError';

  return (
    <Dialog title={t(`${what}.title`)} text={t(`${what}.text`)} close={close}>
      <form noValidate onSubmit={event => void submit(event)} className="flex flex-col gap-5">
        {isHeld ? (
          <p role="alert" className="text-danger">
            {t('add.held')}
          </p>
        ) : (
          failure !== null && <ErrorPanel error={failure} />
        )}
        <Field label={t('name')} error={problem}>
          {aria => (
            <input
              {...aria}
              name="name"
              maxLength={MAX_NAME}
              defaultValue={passkey?.name ?? browserName(navigator.userAgent).slice(0, MAX_NAME)}
              className="control"
            />
          )}
        </Field>
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="outline" onClick={close}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" busy={busy}>
            {t(`${what}.submit`)}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
