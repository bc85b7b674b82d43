import { Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { reauth as contract } from '../../../shared/contract/identity/account/ownAccount.ts';
import { useAuth } from './auth.tsx';
import { SignInAgain } from '../../identity/signIn/SignInAgain.tsx';
import CurrentPassword from '../../identity/passkeys/CurrentPassword.tsx';
import { isCancelled, passkeyProof } from '../../identity/passkeys/passkeys.ts';
import { codeIn, codeProblem, isCodeNeeded } from '../../identity/secondFactor/codeProblem.ts';
import { LazyCodeField } from '../../identity/secondFactor/lazyCodeField.ts';
import { errorCodeOf, useErrorText } from '../../kit/text/errorText.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Dialog } from '../../kit/ui/overlays/Dialog.tsx';
import { ErrorPanel } from '../../kit/ui/display/placeholders.tsx';

/** Waiting calls continue by themselves afterwards. */
export default function Reauth() {
  const { need } = useStore(useAuth().reauth.store);
  return need === 'signIn' ? <SignInAgain /> : <ConfirmPassword />;
}

function ConfirmPassword() {
  const { t } = useTranslation(['passwords', 'auth', 'common']);
  const { client, reauth } = useAuth();
  const form = useRef<HTMLFormElement>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const [hasCode, setHasCode] = useState(false);
  const errorText = useErrorText();
  const isWrong = errorCodeOf(failure) === 'WRONG_PASSWORD';
  const wrongCode = codeProblem(failure, errorText);
  const isExplained = isWrong || wrongCode !== undefined || isCodeNeeded(failure);

  function entered(fields: HTMLFormElement) {
    const password = new FormData(fields).get('password');
    const code = codeIn(fields);
    return { password: typeof password === 'string' ? password : '', ...(code === '' ? {} : { code }) };
  }
  async function send(isByPasskey: boolean) {
    if (busy || !form.current) return;
    const typed = entered(form.current);
    setBusy(true);
    setFailure(null);
    try {
      await client.call(contract, { body: isByPasskey ? await passkeyProof(client) : typed });
      reauth.confirmed();
    } catch (error) {
      if (isCodeNeeded(error)) setHasCode(true);
      if (!isCancelled(error)) setFailure(error);
      setBusy(false);
    }
  }

  return (
    <Dialog title={t('reauth.title')} text={t('reauth.text')} close={reauth.cancel}>
      <form
        ref={form}
        noValidate
        onSubmit={event => {
          event.preventDefault();
          void send(false);
        }}
        className="flex flex-col gap-5"
      >
        {failure !== null && !isExplained && <ErrorPanel error={failure} />}
        <CurrentPassword
          label={t('auth:password')}
          error={isWrong ? t('common:errors.WRONG_PASSWORD') : undefined}
          busy={busy}
          onPasskey={() => void send(true)}
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
