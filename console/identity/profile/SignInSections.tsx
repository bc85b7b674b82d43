import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { listPasskeys } from '../../../shared/contract/identity/account/passkeys.ts';
import { changePassword } from '../../../shared/contract/identity/auth.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { useToast } from '../../kit/ui/toasts/useToasts.ts';
import { useInvalidateTouched } from '../../kit/useSave.ts';
import { SecondFactorPanel } from '../secondFactor/SecondFactorPanel.tsx';
import { PasskeysPanel } from '../passkeys/PasskeysPanel.tsx';
import { EmailForm } from './EmailForm.tsx';
import { PasswordForm } from './PasswordForm.tsx';

/** How one signs in: the password, the address, the second factor and passkeys. */
export default function SignInSections() {
  const { t } = useTranslation(['profile', 'passkeys']);
  const toast = useToast();
  const invalidate = useInvalidateTouched();
  const { client } = useAuth();
  const passkeys = useQuery(read(client, listPasskeys, {})).data?.items ?? [];
  return (
    <>
      <section aria-label={t('password.title')}>
        <h2 className="mb-4 text-20">{t('password.title')}</h2>
        <PasswordForm
          current={t('password.current')}
          onChanged={() => {
            // Other sessions have ended with it.
            void invalidate(changePassword.path);
            toast({ tone: 'ok', title: t('password.done') });
          }}
        >
          {passkeys.length > 0 && <p className="text-ink-2">{t('passkeys:stay')}</p>}
        </PasswordForm>
      </section>
      <section aria-label={t('email.title')}>
        <h2 className="mb-4 text-20">{t('email.title')}</h2>
        <EmailForm />
      </section>
      <SecondFactorPanel />
      <PasskeysPanel />
    </>
  );
}
