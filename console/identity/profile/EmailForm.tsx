import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { changeEmail } from '../../../shared/contract/identity/account/ownAccount.ts';
import { fieldTexts } from '../../../shared/contract/wire/messages.ts';
import { useAuth, useSignedIn } from '../../app/session/auth.tsx';
import CurrentPassword from '../passkeys/CurrentPassword.tsx';
import { passkeyProof } from '../passkeys/passkeys.ts';
import { LazyCodeField } from '../secondFactor/lazyCodeField.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { EmailField } from '../../kit/ui/controls/EmailField.tsx';
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

  function send(isByPasskey: boolean) {
    if (busy || !form.current) return;
    const { password, ...rest } = Object.fromEntries(new FormData(form.current));
    const parsed = z.safeParse(changeEmail.body!, isByPasskey ? rest : { password, ...rest });
    if (!parsed.success) return showProblems(wordsOf(fieldTexts(parsed.error)));
    const body = parsed.data;
    if (body.email === current) return showProblems({ email: t('email.same') });
    setSentTo(null);
    void attempt(async () => {
      const proof = isByPasskey ? await passkeyProof(client) : {};
      await client.call(changeEmail, { body: { ...body, ...proof } });
    }).then(isDone => isDone && setSentTo(body.email));
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
      {failure !== null && <FormFailure title={t('email.failed')} failure={failure} />}
      {sentTo !== null && (
        <Notice tone="ok" title={t('email.sent')} alert>
          <p className="wrap-anywhere">{t('email.sentText', { email: sentTo })}</p>
        </Notice>
      )}
      <EmailField label={t('email.new')} error={problems['email']} name="email" autoComplete="email" />
      <CurrentPassword
        label={t('email.password')}
        error={problems['password']}
        busy={busy}
        onPasskey={() => send(true)}
      >
        {hasCode && (
          <Suspense>
            <LazyCodeField error={problems['code']} autoFocus />
          </Suspense>
        )}
        <Button type="submit" busy={busy} className="self-start">
          {t('email.submit')}
        </Button>
      </CurrentPassword>
    </form>
  );
}
