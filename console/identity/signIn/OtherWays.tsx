/** Ways in beside the password: a passkey, Google and Apple, and why one of the latter failed. */
import { useTranslation } from 'react-i18next';
import { useAuth } from '../../app/session/auth.tsx';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { OauthFailure } from '../oauth/OauthFailure.tsx';
import { Providers } from '../oauth/Providers.tsx';
import { enterByPasskey, hasPasskeys } from '../passkeys/passkeys.ts';
import type { OtherWaysProps } from './SignIn.tsx';

export default function OtherWays({ attempt, busy }: OtherWaysProps) {
  const { t } = useTranslation('entrance');
  const session = useAuth();
  return (
    <div className="mt-5 flex flex-col gap-2">
      <OauthFailure />
      {hasPasskeys() && (
        <Button
          large
          variant="outline"
          busy={busy === 'passkey'}
          onClick={() => void attempt('passkey', () => enterByPasskey(session))}
        >
          {t('with.passkey')}
        </Button>
      )}
      <Providers />
    </div>
  );
}
