import { Suspense, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { changeEmail } from '../../../shared/contract/identity/ownAccount.ts';
import { fieldTexts } from '../../../shared/contract/wire/messages.ts';
import { useAuth, useSignedIn } from '../../app/session/auth.tsx';
import { LazyCodeField } from '../secondFactor/lazyCodeField.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Field } from '../../kit/ui/controls/Field.tsx';
import { PasswordField } from '../../kit/ui/controls/PasswordField.tsx';
import { Notice } from '../../kit/ui/display/Notice.tsx';
import { FormFailure } from './FormFailure.tsx';
import { useOwnCall } from './useOwnCall.ts';

/** The new address and the password; the address changes once the link that is sent to it is used. */
export function EmailForm() {
  const { t } = useTranslation('profile');
  const { client } = useAuth();
  const { email: current } = useSignedIn().user;
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { form, problems, failure, busy, hasCode, wordsOf, showProblems, attempt } = useOwnCall('password');

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const parsed = z.safeParse(changeEmail.body!, Object.fromEntries(new FormData(event.currentTarget)));
    if (!parsed.success) return showProblems(wordsOf(fieldTexts(parsed.error)));
    const body = parsed.data;
    if (body.email === current) return showProblems({ email: t('email.same') });
    setSentTo(null);
    void attempt(() => client.call(changeEmail, { body })).then(isDone => isDone && setSentTo(body.email));
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className="flex max-w-[640px] flex-col gap-5">
      {failure !== null && <FormFailure title={t('email.failed')} failure={failure} />}
      {sentTo !== null && (
        <Notice tone="ok" title={t('email.sent')} alert>
          <p className="wrap-anywhere">{t('email.sentText', { email: sentTo })}</p>
        </Notice>
      )}
      <Field label={t('email.new')} error={problems['email']}>
        {aria => <input {...aria} name="email" type="email" autoComplete="email" className="control" />}
      </Field>
      <PasswordField
        name="password"
        autoComplete="current-password"
        label={t('email.password')}
        error={problems['password']}
      />
      {hasCode && (
        <Suspense>
          <LazyCodeField error={problems['code']} autoFocus />
        </Suspense>
      )}
      <Button type="submit" busy={busy} className="self-start">
        {t('email.submit')}
      </Button>
    </form>
  );
}
