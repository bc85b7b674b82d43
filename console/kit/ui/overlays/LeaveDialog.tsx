import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { leave, leaveStore, stay } from '../../leave.ts';
import { Button } from '../controls/Button.tsx';
import { fresh } from '../../fresh.ts';

const Confirm = fresh(async () => ({ default: (await import('./Dialog.tsx')).Confirm }));

export function LeaveDialog() {
  const { t } = useTranslation(['screens', 'common']);
  const { pending } = useStore(leaveStore);
  if (!pending) return null;
  return (
    <Suspense>
      <Confirm
        title={t('leave.title')}
        text={t('leave.text')}
        close={stay}
        action={
          <>
            <Button look="outline" onClick={stay}>
              {t('leave.stay')}
            </Button>
            <Button look="danger" onClick={leave}>
              {t('leave.leave')}
            </Button>
          </>
        }
      />
    </Suspense>
  );
}
