import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useAuth } from './auth.tsx';
import { errorCodeOf } from '../../kit/text/errorText.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Dialog } from '../../kit/ui/overlays/Dialog.tsx';
import { PasswordField } from '../../kit/ui/controls/PasswordField.tsx';
import { ErrorPanel } from '../../kit/ui/display/placeholders.tsx';

/** Waiting calls continue automatically once the password is confirmed. */
export default function Reauth() {
  const { t } = useTranslation(['auth', 'common']);
  const { client, reauth } = useAuth();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const isWrong = errorCodeOf(failure) === 'WRONG_PASSWORD';

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const password = new FormData(event.currentTarget).get('password');
    setBusy(true);
    setFailure(null);
    try {
      await reauth.submitPassword(client, typeof password === 'string' ? password : '');
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  }

  return (
    <Dialog title={t('reauth.title')} text={t('reauth.text')} close={reauth.cancel}>
      <form noValidate onSubmit={event => void submit(event)} className="flex flex-col gap-5">
        {failure !== null && !isWrong && <ErrorPanel error={failure} />}
        <PasswordField
          label={t('password')}
          name="password"
          autoComplete="current-password"
          {...(isWrong ? { error: t('common:errors.WRONG_PASSWORD') } : {})}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="outline" onClick={reauth.cancel}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" busy={busy}>
            {t('reauth.submit')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
