import clsx from 'clsx';
import { useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import * as z from 'zod/mini';
import { askReset } from '../../../shared/contract/identity/auth.ts';
import { fieldTexts } from '../../../shared/contract/wire/messages.ts';
import { FailureNote } from '../../app/pages/FailureNote.tsx';
import { useAuth } from '../../app/session/auth.tsx';
import { useAccountText } from '../../kit/text/accountText.ts';
import { useErrorText } from '../../kit/text/errorText.ts';
import { Button, buttonClass } from '../../kit/ui/controls/Button.tsx';
import { EmailField } from '../../kit/ui/controls/EmailField.tsx';
import { Notice } from '../../kit/ui/display/Notice.tsx';
import { PageTitle } from '../../kit/ui/display/PageTitle.tsx';
import '../../workspace.css';

/** What was typed on the sign-in page is not typed again. */
function typedAddress(): string {
  const state: unknown = history.state;
  return state instanceof Object && 'email' in state ? String(state.email) : '';
}

/** Asks for a link by e-mail. What is shown afterwards is the same whether the account exists or not. */
export default function ForgotPassword() {
  const { t } = useTranslation('entrance');
  const { client } = useAuth();
  const fieldText = useAccountText();
  const errorText = useErrorText();
  const running = useRef(false);
  const [problem, setProblem] = useState<string>();
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const [sentTo, setSentTo] = useState<string | null>(null);

  async function send(body: { email: string }) {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setFailure(null);
    try {
      await client.call(askReset, { body });
      setSentTo(body.email);
    } catch (error) {
      setFailure(error);
    } finally {
      running.current = false;
      setBusy(false);
    }
  }
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const parsed = z.safeParse(askReset.body!, Object.fromEntries(new FormData(form)));
    const [text] = parsed.success ? [] : (fieldTexts(parsed.error)['email'] ?? ['']);
    setProblem(text === undefined ? undefined : fieldText(text));
    if (parsed.success) void send(parsed.data);
    else form.querySelector('input')?.focus();
  }

  return (
    <>
      <PageTitle>{t('forgot.title')}</PageTitle>
      <p className="mt-2 mb-7 text-16 text-ink-2">{t('forgot.text')}</p>
      {sentTo === null ? (
        <form noValidate onSubmit={submit} className="flex flex-col gap-5">
          {failure !== null && (
            <Notice tone="danger" title={t('forgot.failed')} alert>
              <p>{errorText(failure)}</p>
              <FailureNote error={failure} explainedCodes={[]} />
            </Notice>
          )}
          <EmailField label={t('email')} error={problem} name="email" defaultValue={typedAddress()} />
          <Button type="submit" large busy={busy}>
            {t('forgot.submit')}
          </Button>
        </form>
      ) : (
        <Notice tone="ok" title={t('forgot.sent.title')} alert>
          <p>{t('forgot.sent.text', { email: sentTo })}</p>
        </Notice>
      )}
      <Link href="/auth" className={clsx(buttonClass('quiet'), 'mt-5 self-start')}>
        {t('back')}
      </Link>
    </>
  );
}
