import { useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { changePassword } from '../../shared/contract/auth.ts';
import { fieldTexts } from '../../shared/contract/messages.ts';
import { ApiError } from '../../shared/net/apiError.ts';
import { useAuth } from '../auth.tsx';
import { useErrorText, useFieldText } from '../errorText.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { PageTitle } from '../ui/PageTitle.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import { RequestId } from '../ui/states.tsx';
import '../workspace.css';
import { AuthFrame } from './AuthFrame.tsx';

type Problems = Record<string, string>;

/** A one-time password opens nothing but this page. */
export default function ChangePassword() {
  const { t } = useTranslation('auth');
  const session = useAuth();
  const errorText = useErrorText();
  const fieldText = useFieldText();
  const form = useRef<HTMLFormElement>(null);
  const [problems, setProblems] = useState<Problems>({});
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);

  const wordsOf = (texts: Record<string, string[]>): Problems =>
    Object.fromEntries(Object.entries(texts).map(([field, list]) => [field, list.map(fieldText).join(' ')]));

  function refuse(found: Problems) {
    setProblems(found);
    form.current?.querySelector<HTMLInputElement>(`[name=${Object.keys(found)[0]}]`)?.focus();
  }

  async function send(body: { currentPassword: string; newPassword: string }) {
    setBusy(true);
    setFailure(null);
    try {
      await session.changePassword(body);
    } catch (error) {
      setBusy(false);
      if (error instanceof ApiError && error.code === 'WRONG_PASSWORD')
        return refuse({ currentPassword: errorText(error) });
      const texts = error instanceof ApiError ? wordsOf(error.fieldTexts) : {};
      if (Object.keys(texts).length > 0) refuse(texts);
      else setFailure(error);
    }
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const { repeat, ...body } = Object.fromEntries(new FormData(event.currentTarget));
    const parsed = z.safeParse(changePassword.body!, body);
    if (!parsed.success) return refuse(wordsOf(fieldTexts(parsed.error)));
    if (repeat !== parsed.data.newPassword) return refuse({ repeat: t('change.different') });
    setProblems({});
    void send(parsed.data);
  }

  return (
    <AuthFrame>
      <PageTitle>{t('change.title')}</PageTitle>
      <p className="mt-2 mb-7 text-16 text-ink-2">{t('change.text')}</p>
      <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-5">
        {failure !== null && (
          <Notice tone="danger" title={t('change.failed')} alert>
            <p>{errorText(failure)}</p>
            <RequestId error={failure} />
          </Notice>
        )}
        <PasswordField
          name="currentPassword"
          autoComplete="current-password"
          label={t('change.current')}
          error={problems.currentPassword}
        />
        <PasswordField
          name="newPassword"
          autoComplete="new-password"
          label={t('change.new')}
          hint={t('change.rule')}
          error={problems.newPassword}
        />
        <PasswordField
          name="repeat"
          autoComplete="new-password"
          label={t('change.repeat')}
          error={problems.repeat}
        />
        <Button type="submit" large busy={busy}>
          {t('change.submit')}
        </Button>
        <Button look="quiet" onClick={() => void session.signOut()}>
          {t('unreachable.signOut')}
        </Button>
      </form>
    </AuthFrame>
  );
}
