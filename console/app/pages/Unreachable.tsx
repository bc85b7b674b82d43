import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../../shared/net/apiError.ts';
import { useAuth } from '../session/auth.tsx';
import { useErrorText } from '../../kit/text/errorText.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { PageTitle } from '../../kit/ui/display/PageTitle.tsx';
import { RequestId } from '../../kit/ui/display/placeholders.tsx';
import { openQueue } from '../queue/openQueue.ts';
import { SignOutPrompt } from '../queue/SignOutPrompt.tsx';
import { useSignOut } from '../session/useSignOut.ts';
import '../../workspace.css';
import { AuthFrame } from '../../identity/signIn/AuthFrame.tsx';

/** Signed in, but the server does not answer or refuses temporarily: the user stays signed in. */
export default function Unreachable({ error }: { error: ApiError }) {
  const { t } = useTranslation();
  const session = useAuth();
  const errorText = useErrorText();
  const endSession = useSignOut();
  /** What waits on this device is known once its queue is open. */
  async function signOut() {
    await openQueue(session).catch((error: unknown) => console.warn('what waits could not be read', error));
    await endSession();
  }
  return (
    <AuthFrame>
      <PageTitle>{t('unreachable.title')}</PageTitle>
      <p className="mt-2 text-16 text-ink-2">{errorText(error)}</p>
      <RequestId error={error} />
      <div className="mt-6 flex flex-wrap gap-2">
        <Button onClick={() => void session.start()}>{t('unreachable.retry')}</Button>
        <Button variant="outline" onClick={() => void signOut()}>
          {t('unreachable.signOut')}
        </Button>
      </div>
      <SignOutPrompt />
    </AuthFrame>
  );
}
