import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPage } from '../../kit/lazyPage.ts';
import type { BulkProps } from '../../kit/resource/defineResource.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { BulkCommands } from '../commands/BulkCommands.tsx';

const BulkChangeDialog = lazyPage<BulkProps & { close: () => void }>(
  async () => ({ default: (await import('./BulkChangeDialog.tsx')).BulkChangeDialog }),
  ['devices'],
);

export function BulkActions(props: BulkProps) {
  const { t } = useTranslation('devices');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('bulk.change')}</Button>
      <BulkCommands {...props} />
      {isOpen && (
        <Suspense>
          <BulkChangeDialog {...props} close={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
