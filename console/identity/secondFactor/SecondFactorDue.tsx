import { useTranslation } from 'react-i18next';
import { useAuth } from '../../app/session/auth.tsx';
import { ReauthDialog } from '../../app/session/ReauthDialog.tsx';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { PageTitle } from '../../kit/ui/display/PageTitle.tsx';
import { ErrorPanel } from '../../kit/ui/display/placeholders.tsx';
import { AuthFrame } from '../signIn/AuthFrame.tsx';
import { SetUp } from './SetUp.tsx';
import { useBegin } from './useBegin.ts';

/** Somebody whose role requires a second factor gets no further without one. */
export function SecondFactorDue() {
  const { t } = useTranslation('secondFactor');
  const session = useAuth();
  const { busy, begun, failure, begin } = useBegin();
  return (
    <AuthFrame>
      <PageTitle>{t('due.title')}</PageTitle>
      <p className="mt-2 mb-7 text-16 text-ink-2">{t('due.text')}</p>
      <div className="flex flex-col gap-5">
        {failure !== null && <ErrorPanel error={failure} />}
        {begun === null ? (
          <Button large busy={busy} onClick={() => void begin()}>
            {t('profile.begin')}
          </Button>
        ) : (
          <SetUp begun={begun} onDone={() => void session.start()} />
        )}
        <Button variant="quiet" onClick={() => void session.signOut()}>
          {t('due.signOut')}
        </Button>
      </div>
      <ReauthDialog />
    </AuthFrame>
  );
}
