/** A new password, entered twice, with whatever a page asks beside it. */
import { useRef, useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Schema } from '../../../shared/contract/wire/endpoint.ts';
import { fieldTexts } from '../../../shared/contract/wire/messages.ts';
import * as z from 'zod/mini';
import { ApiError } from '../../../shared/net/apiError.ts';
import { useAccountText } from '../../kit/text/accountText.ts';
import { useErrorText } from '../../kit/text/errorText.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Notice } from '../../kit/ui/display/Notice.tsx';
import { PasswordField } from '../../kit/ui/controls/PasswordField.tsx';
import { RequestId } from '../../kit/ui/display/placeholders.tsx';

type Values = Record<string, string>;
interface NewPasswordProps {
  /** The field of the call that takes the password. */
  name: 'newPassword' | 'password';
  schema: Schema;
  token: string;
  submitLabel: string;
  failedTitle: string;
  send: (body: Values) => Promise<void>;
  /** Above the button. */
  note?: ReactNode;
  /** Fields above the password; `problems` by their names. */
  children?: (problems: Values) => ReactNode;
}

export function NewPassword({
  name,
  schema,
  token,
  submitLabel,
  failedTitle,
  send,
  note,
  children,
}: NewPasswordProps) {
  const { t } = useTranslation(['entrance', 'passwords', 'auth']);
  const fieldText = useAccountText();
  const errorText = useErrorText();
  const form = useRef<HTMLFormElement>(null);
  const running = useRef(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const [problems, setProblems] = useState<Values>({});

  function showProblems(texts: Record<string, string[]>) {
    const found = Object.entries(texts).map(([field, list]) => [field, list.map(fieldText).join('\n')]);
    setProblems(Object.fromEntries(found) as Values);
    form.current?.querySelector<HTMLInputElement>(`[name=${Object.keys(texts)[0]}]`)?.focus();
  }
  async function attempt(body: Values) {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setFailure(null);
    try {
      await send(body);
    } catch (error) {
      const texts = error instanceof ApiError ? error.fieldTexts : {};
      if (Object.keys(texts).length > 0 && !('token' in texts)) showProblems(texts);
      else setFailure(error);
    } finally {
      running.current = false;
      setBusy(false);
    }
  }
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const filled = Object.entries(Object.fromEntries(new FormData(event.currentTarget)) as Values);
    const { repeat, ...values } = Object.fromEntries(
      filled.filter(([key, value]) => value !== '' || key === name || key === 'repeat'),
    );
    const body = { ...values, token };
    const parsed = z.safeParse(schema, body);
    if (!parsed.success) return showProblems(fieldTexts(parsed.error));
    if (repeat !== values[name]) return showProblems({ repeat: ["Passwords don't match"] });
    setProblems({});
    void attempt(body);
  }

  const isLinkBad = failure instanceof ApiError && 'token' in failure.fieldTexts;
  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-5">
      {failure !== null && (
        <Notice tone="danger" title={failedTitle} alert>
          <p>{isLinkBad ? t('linkBad') : errorText(failure)}</p>
          {!isLinkBad && <RequestId error={failure} />}
        </Notice>
      )}
      {children?.(problems)}
      <PasswordField
        name={name}
        autoComplete="new-password"
        label={t('passwords:change.new')}
        hint={t('passwords:change.rule')}
        error={problems[name]}
      />
      <PasswordField
        name="repeat"
        autoComplete="new-password"
        label={t('passwords:change.repeat')}
        error={problems['repeat']}
      />
      {note}
      <Button type="submit" large busy={busy}>
        {submitLabel}
      </Button>
    </form>
  );
}
