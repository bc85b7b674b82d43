import { useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { signInByCode } from '../../../shared/contract/identity/secondFactor.ts';
import { ApiError } from '../../../shared/net/apiError.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { useErrorText } from '../../kit/text/errorText.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Notice } from '../../kit/ui/display/Notice.tsx';
import { PageTitle } from '../../kit/ui/display/PageTitle.tsx';
import { AuthFrame } from '../signIn/AuthFrame.tsx';
import { enterByPasskey, hasPasskeys } from '../passkeys/passkeys.ts';
import CodeField from './CodeField.tsx';
import { codeIn, codeProblem } from './codeProblem.ts';

/** After a right password of somebody who has a second factor. */
export function EnterCode({ ticket }: { ticket: string }) {
  const { t } = useTranslation('secondFactor');
  const session = useAuth();
  const errorText = useErrorText();
  const field = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [failure, setFailure] = useState<unknown>(null);
  /** Another code does not help: the password is asked for again. */
  const isLate = failure instanceof ApiError && failure.fieldTexts['ticket'] !== undefined;

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const code = codeIn(event.currentTarget);
    setFailure(null);
    setProblem(code === '' ? t('required') : undefined);
    if (code === '') return field.current?.focus();
    setBusy(true);
    try {
      await session.enter(await session.client.call(signInByCode, { body: { ticket, code } }));
    } catch (error) {
      const wrong = codeProblem(error, errorText);
      setProblem(wrong);
      if (wrong === undefined) setFailure(error);
      else field.current?.select();
    } finally {
      setBusy(false);
    }
  }

  async function signInByPasskey() {
    setProblem(undefined);
    setFailure(null);
    setBusy(true);
    await enterByPasskey(session).catch(setFailure);
    setBusy(false);
  }

  return (
    <AuthFrame>
      <PageTitle>{t('signIn.title')}</PageTitle>
      <p className="mt-2 mb-7 text-16 text-ink-2">{t('signIn.text')}</p>
      <form noValidate onSubmit={event => void submit(event)} className="flex flex-col gap-5">
        {failure !== null && (
          <Notice tone="danger" title={t('signIn.failed')} alert>
            <p>{isLate ? t('signIn.late') : errorText(failure)}</p>
          </Notice>
        )}
        <CodeField ref={field} error={problem} />
        <Button type="submit" large busy={busy}>
          {t('signIn.submit')}
        </Button>
        {hasPasskeys() && (
          <Button variant="quiet" busy={busy} onClick={() => void signInByPasskey()}>
            {t('signIn.passkey')}
          </Button>
        )}
        <Button variant="quiet" onClick={() => void session.start()}>
          {t('signIn.back')}
        </Button>
      </form>
    </AuthFrame>
  );
}
