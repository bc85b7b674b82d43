import { Suspense, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { changePassword } from '../../../shared/contract/identity/auth.ts';
import { fieldTexts } from '../../../shared/contract/wire/messages.ts';
import { useAuth } from '../../app/session/auth.tsx';
import CurrentPassword from '../passkeys/CurrentPassword.tsx';
import { passkeyProof } from '../passkeys/passkeys.ts';
import { LazyCodeField } from '../secondFactor/lazyCodeField.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { PasswordField } from '../../kit/ui/controls/PasswordField.tsx';
import { FormFailure } from './FormFailure.tsx';
import { useOwnCall } from './useOwnCall.ts';

interface PasswordFormProps {
  /** What the password he has is called here. */
  current: string;
  /** The password he has typed for the sign-in; the form asks for it only where the server refuses it. */
  currentPassword?: string | undefined;
  large?: boolean;
  onChanged?: () => void;
  /** Beside the button. */
  children?: ReactNode;
}

/** The one he has, the new one twice; each part of the rule is said where it was not kept. */
export function PasswordForm({
  current,
  currentPassword: signInPassword,
  large = false,
  onChanged,
  children,
}: PasswordFormProps) {
  const { t } = useTranslation('passwords');
  const session = useAuth();
  const { form, problems, failure, busy, hasCode, wordsOf, showProblems, attempt } =
    useOwnCall('currentPassword');
  const [hasField, setHasField] = useState(signInPassword === undefined);
  if (!hasField && problems['currentPassword'] !== undefined) setHasField(true);

  function send(isByPasskey: boolean) {
    if (busy || !form.current) return;
    const {
      repeat,
      currentPassword = signInPassword,
      ...body
    } = Object.fromEntries(new FormData(form.current));
    const parsed = z.safeParse(changePassword.body!, isByPasskey ? body : { currentPassword, ...body });
    if (!parsed.success) return showProblems(wordsOf(fieldTexts(parsed.error)));
    if (repeat !== parsed.data.newPassword) return showProblems({ repeat: t('change.different') });
    void attempt(async () => {
      const proof = isByPasskey ? await passkeyProof(session.client) : {};
      await session.changePassword({ ...parsed.data, ...proof });
    }).then(isDone => isDone && onChanged?.());
  }

  return (
    <form
      ref={form}
      noValidate
      onSubmit={event => {
        event.preventDefault();
        send(false);
      }}
      className="flex max-w-[640px] flex-col gap-5"
    >
      {failure !== null && <FormFailure title={t('change.failed')} failure={failure} />}
      <CurrentPassword
        name="currentPassword"
        label={current}
        error={problems['currentPassword']}
        busy={busy}
        hasField={hasField}
        onPasskey={() => send(true)}
      >
        <PasswordField
          name="newPassword"
          autoComplete="new-password"
          label={t('change.new')}
          hint={t('change.rule')}
          error={problems['newPassword']}
        />
        <PasswordField
          name="repeat"
          autoComplete="new-password"
          label={t('change.repeat')}
          error={problems['repeat']}
        />
        {hasCode && (
          <Suspense>
            <LazyCodeField error={problems['code']} autoFocus />
          </Suspense>
        )}
        <Button type="submit" large={large} busy={busy} className={large ? undefined : 'self-start'}>
          {t('change.submit')}
        </Button>
        {children}
      </CurrentPassword>
    </form>
  );
}
