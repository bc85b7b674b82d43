import { Suspense, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { changePassword } from '../../../shared/contract/identity/auth.ts';
import type { BodyInput } from '../../../shared/contract/wire/endpoint.ts';
import { fieldTexts } from '../../../shared/contract/wire/messages.ts';
import { ApiError } from '../../../shared/net/apiError.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { useErrorText } from '../../kit/text/errorText.ts';
import { useAccountText } from '../../kit/text/accountText.ts';
import { LazyCodeField } from '../secondFactor/lazyCodeField.ts';
import { codeProblem, isCodeNeeded } from '../secondFactor/codeProblem.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Notice } from '../../kit/ui/display/Notice.tsx';
import { PasswordField } from '../../kit/ui/controls/PasswordField.tsx';
import { RequestId } from '../../kit/ui/display/placeholders.tsx';

type Problems = Record<string, string>;
interface PasswordFormProps {
  /** What the password he has is called here. */
  current: string;
  large?: boolean;
  onChanged?: () => void;
  /** Beside the button. */
  children?: ReactNode;
}

/** The one he has, the new one twice; each part of the rule is said where it was not kept. */
export function PasswordForm({ current, large = false, onChanged, children }: PasswordFormProps) {
  const { t } = useTranslation('passwords');
  const session = useAuth();
  const errorText = useErrorText();
  const fieldText = useAccountText();
  const form = useRef<HTMLFormElement>(null);
  const [problems, setProblems] = useState<Problems>({});
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  /** He has a second factor: the server has asked for a code, too. */
  const [hasCode, setHasCode] = useState(false);

  const wordsOf = (texts: Record<string, string[]>): Problems =>
    Object.fromEntries(Object.entries(texts).map(([field, list]) => [field, list.map(fieldText).join('\n')]));

  function showProblems(found: Problems) {
    setProblems(found);
    form.current?.querySelector<HTMLInputElement>(`[name=${Object.keys(found)[0]}]`)?.focus();
  }

  async function send(body: BodyInput<typeof changePassword>) {
    setBusy(true);
    setFailure(null);
    try {
      await session.changePassword(body);
      form.current?.reset();
      setHasCode(false);
      onChanged?.();
    } catch (error) {
      if (isCodeNeeded(error)) return setHasCode(true);
      const wrongCode = codeProblem(error, errorText);
      if (wrongCode !== undefined) return showProblems({ code: wrongCode });
      if (error instanceof ApiError && error.code === 'WRONG_PASSWORD')
        return showProblems({ currentPassword: errorText(error) });
      const texts = error instanceof ApiError ? wordsOf(error.fieldTexts) : {};
      if (Object.keys(texts).length > 0) showProblems(texts);
      else setFailure(error);
    } finally {
      setBusy(false);
    }
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const { repeat, ...body } = Object.fromEntries(new FormData(event.currentTarget));
    const parsed = z.safeParse(changePassword.body!, body);
    if (!parsed.success) return showProblems(wordsOf(fieldTexts(parsed.error)));
    if (repeat !== parsed.data.newPassword) return showProblems({ repeat: t('change.different') });
    setProblems({});
    void send(parsed.data);
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className="flex max-w-[640px] flex-col gap-5">
      {failure !== null && (
        <Notice tone="danger" title={t('change.failed')} alert>
          <p>{errorText(failure)}</p>
          <RequestId error={failure} />
        </Notice>
      )}
      <PasswordField
        name="currentPassword"
        autoComplete="current-password"
        label={current}
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
      {hasCode && (
        <Suspense>
          <LazyCodeField error={problems.code} autoFocus />
        </Suspense>
      )}
      <Button type="submit" large={large} busy={busy} className={large ? undefined : 'self-start'}>
        {t('change.submit')}
      </Button>
      {children}
    </form>
  );
}
