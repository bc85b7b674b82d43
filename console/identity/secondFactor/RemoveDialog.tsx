import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { removeSecondFactor } from '../../../shared/contract/identity/secondFactor.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { errorCodeOf, useErrorText } from '../../kit/text/errorText.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { ErrorPanel } from '../../kit/ui/display/placeholders.tsx';
import { Dialog } from '../../kit/ui/overlays/Dialog.tsx';
import CurrentPassword from '../passkeys/CurrentPassword.tsx';
import { isCancelled, passkeyProof } from '../passkeys/passkeys.ts';
import CodeField from './CodeField.tsx';
import { codeIn, codeProblem } from './codeProblem.ts';

/** Password and code, as at sign-in: nobody else at this machine switches it off. */
export function RemoveDialog({ close, onRemoved }: { close: () => void; onRemoved: () => void }) {
  const { t } = useTranslation(['secondFactor', 'common']);
  const { client } = useAuth();
  const errorText = useErrorText();
  const form = useRef<HTMLFormElement>(null);
  const [busy, setBusy] = useState(false);
  const [problems, setProblems] = useState<{ password?: string; code?: string }>({});
  const [failure, setFailure] = useState<unknown>(null);

  /** The password and a code, or null where one of them is missing, which stands at its field then. */
  function entered(fields: HTMLFormElement) {
    const typed = new FormData(fields).get('password');
    const password = typeof typed === 'string' ? typed : '';
    const code = codeIn(fields);
    const missing = {
      ...(password === '' ? { password: t('required') } : {}),
      ...(code === '' ? { code: t('required') } : {}),
    };
    setProblems(missing);
    return Object.keys(missing).length > 0 ? null : { password, code };
  }
  async function send(isByPasskey: boolean) {
    if (busy || !form.current) return;
    setFailure(null);
    setProblems({});
    const typed = isByPasskey ? undefined : entered(form.current);
    if (typed === null) return;
    setBusy(true);
    try {
      await client.call(removeSecondFactor, { body: typed ?? (await passkeyProof(client)) });
      onRemoved();
    } catch (error) {
      const wrong = codeProblem(error, errorText);
      if (wrong !== undefined) setProblems({ code: wrong });
      else if (errorCodeOf(error) === 'WRONG_PASSWORD') setProblems({ password: errorText(error) });
      else if (!isCancelled(error)) setFailure(error);
      setBusy(false);
    }
  }

  return (
    <Dialog title={t('end.title')} text={t('end.text')} close={close}>
      <form
        ref={form}
        noValidate
        onSubmit={event => {
          event.preventDefault();
          void send(false);
        }}
        className="flex flex-col gap-5"
      >
        {failure !== null && <ErrorPanel error={failure} />}
        <CurrentPassword
          label={t('end.password')}
          error={problems.password}
          busy={busy}
          onPasskey={() => void send(true)}
        />
        <CodeField error={problems.code} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="outline" onClick={close}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" variant="danger" busy={busy}>
            {t('end.submit')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
