import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { discardAndLeave, unsavedChangesStore, stayOnPage } from '../../unsavedChanges.ts';
import { Button } from '../controls/Button.tsx';
import { lazyWithRetry } from '../../lazyPage.ts';

const Confirm = lazyWithRetry(async () => ({ default: (await import('./Dialog.tsx')).Confirm }));

export function UnsavedChangesDialog() {
  const { t } = useTranslation(['screens', 'common']);
  const { blockedNavigation } = useStore(unsavedChangesStore);
  if (!blockedNavigation) return null;
  return (
    <Suspense>
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
    </Suspense>
  );
}
