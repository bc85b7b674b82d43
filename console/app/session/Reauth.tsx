import { Suspense, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useAuth } from './auth.tsx';
import { codeIn, codeProblem, isCodeNeeded } from '../../identity/secondFactor/codeProblem.ts';
import { LazyCodeField } from '../../identity/secondFactor/lazyCodeField.ts';
import { errorCodeOf, useErrorText } from '../../kit/text/errorText.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Dialog } from '../../kit/ui/overlays/Dialog.tsx';
import { PasswordField } from '../../kit/ui/controls/PasswordField.tsx';
import { ErrorPanel } from '../../kit/ui/display/placeholders.tsx';

/** Waiting calls continue automatically once the password is confirmed. */
export default function Reauth() {
  const { t } = useTranslation(['passwords', 'auth', 'common']);
  const { client, reauth } = useAuth();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const [hasCode, setHasCode] = useState(false);
  const errorText = useErrorText();
  const isWrong = errorCodeOf(failure) === 'WRONG_PASSWORD';
  const wrongCode = codeProblem(failure, errorText);
  const isExplained = isWrong || wrongCode !== undefined || isCodeNeeded(failure);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const password = new FormData(event.currentTarget).get('password');
    const code = codeIn(event.currentTarget);
    setBusy(true);
    setFailure(null);
    try {
      await reauth.submitPassword(client, {
        password: typeof password === 'string' ? password : '',
        ...(code === '' ? {} : { code }),
      });
    } catch (error) {
      if (isCodeNeeded(error)) setHasCode(true);
      setFailure(error);
      setBusy(false);
    }
  }

  return (
    <Dialog title={t('reauth.title')} text={t('reauth.text')} close={reauth.cancel}>
      <form noValidate onSubmit={event => void submit(event)} className="flex flex-col gap-5">
        {failure !== null && !isExplained && <ErrorPanel error={failure} />}
        <PasswordField
          label={t('auth:password')}
          name="password"
          autoComplete="current-password"
          {...(isWrong ? { error: t('common:errors.WRONG_PASSWORD') } : {})}
        />
        {hasCode && (
          <Suspense>
            <LazyCodeField error={wrongCode} autoFocus />
          </Suspense>
        )}
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
