import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Confirm } from '../../kit/ui/overlays/Dialog.tsx';
import { answerSignOutPrompt } from './confirmSignOut.ts';

/** Warns that signing out discards unsent writes. */
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
          <Button variant="outline" onClick={stay}>
            {t('signOut.stay')}
          </Button>
          <Button variant="danger" onClick={() => answerSignOutPrompt(true)}>
            {t('signOut.leave')}
          </Button>
        </>
      }
    />
  );
}
