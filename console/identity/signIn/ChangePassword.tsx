import { useTranslation } from 'react-i18next';
import { useAuth, useSessionState } from '../../app/session/auth.tsx';
import { PasswordForm } from '../profile/PasswordForm.tsx';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { PageTitle } from '../../kit/ui/display/PageTitle.tsx';
import { AuthFrame } from './AuthFrame.tsx';

/** A one-time password opens nothing but this page. */
export function ChangePassword() {
  const { t } = useTranslation(['passwords', 'common']);
  const session = useAuth();
  const state = useSessionState();
  return (
    <AuthFrame>
      <PageTitle>{t('change.title')}</PageTitle>
      <p className="mt-2 mb-7 text-16 text-ink-2">{t('change.text')}</p>
      <PasswordForm
        current={t('change.current')}
        currentPassword={state.at === 'password_due' ? state.password : undefined}
        large
      >
        <Button variant="quiet" onClick={() => void session.signOut()}>
          {t('common:unreachable.signOut')}
        </Button>
      </PasswordForm>
    </AuthFrame>
  );
}
