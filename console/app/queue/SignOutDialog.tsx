import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Confirm } from '../../kit/ui/overlays/Dialog.tsx';
import { answerSignOutPrompt } from './leaving.ts';

/** Signing out takes along what has not been sent. */
export default function SignOutDialog({ count }: { count: number }) {
  const { t } = useTranslation('pending');
  const stay = () => answerSignOutPrompt(false);
  return (
    <Confirm
      title={t('signOut.title')}
      text={t('signOut.text', { count })}
      close={stay}
      action={
        <>
          <Button look="outline" onClick={stay}>
            {t('signOut.stay')}
          </Button>
          <Button look="danger" onClick={() => answerSignOutPrompt(true)}>
            {t('signOut.leave')}
          </Button>
        </>
      }
    />
  );
}
