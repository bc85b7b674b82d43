import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { removeSecondFactor } from '../../../shared/contract/identity/secondFactor.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { errorCodeOf, useErrorText } from '../../kit/text/errorText.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { PasswordField } from '../../kit/ui/controls/PasswordField.tsx';
import { ErrorPanel } from '../../kit/ui/display/placeholders.tsx';
import { Dialog } from '../../kit/ui/overlays/Dialog.tsx';
import CodeField from './CodeField.tsx';
import { codeIn, codeProblem } from './codeProblem.ts';

/** Password and code, as at sign-in: nobody else at this machine switches it off. */
export function RemoveDialog({ close, onRemoved }: { close: () => void; onRemoved: () => void }) {
  const { t } = useTranslation(['secondFactor', 'common']);
  const { client } = useAuth();
  const errorText = useErrorText();
  const [busy, setBusy] = useState(false);
  const [problems, setProblems] = useState<{ password?: string; code?: string }>({});
  const [failure, setFailure] = useState<unknown>(null);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const entered = new FormData(event.currentTarget).get('password');
    const password = typeof entered === 'string' ? entered : '';
    const code = codeIn(event.currentTarget);
    const missing = {
      ...(password === '' ? { password: t('required') } : {}),
      ...(code === '' ? { code: t('required') } : {}),
    };
    setFailure(null);
    setProblems(missing);
    if (Object.keys(missing).length > 0) return;
    setBusy(true);
    try {
      await client.call(removeSecondFactor, { body: { password, code } });
      onRemoved();
    } catch (error) {
      const wrong = codeProblem(error, errorText);
      if (wrong !== undefined) setProblems({ code: wrong });
      else if (errorCodeOf(error) === 'WRONG_PASSWORD') setProblems({ password: errorText(error) });
      else setFailure(error);
      setBusy(false);
    }
  }

  return (
    <Dialog title={t('end.title')} text={t('end.text')} close={close}>
      <form noValidate onSubmit={event => void submit(event)} className="flex flex-col gap-5">
        {failure !== null && <ErrorPanel error={failure} />}
        <PasswordField
          label={t('end.password')}
          name="password"
          autoComplete="current-password"
          {...(problems.password === undefined ? {} : { error: problems.password })}
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
