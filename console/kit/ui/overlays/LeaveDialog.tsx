import { useTranslation } from 'react-i18next';
import { discardAndLeave, stayOnPage } from '../../unsavedChanges.ts';
import { Button } from '../controls/Button.tsx';
import { Confirm } from './Dialog.tsx';

/** Asks before a page with unsaved changes is left. */
export function LeaveDialog() {
  const { t } = useTranslation(['screens', 'common']);
  return (
    <Confirm
      title={t('leave.title')}
      text={t('leave.text')}
      close={stayOnPage}
      action={
        <>
          <Button variant="outline" onClick={stayOnPage}>
            {t('leave.stay')}
          </Button>
          <Button variant="danger" onClick={discardAndLeave}>
            {t('leave.leave')}
          </Button>
        </>
      }
    />
  );
}
